"""From the pips of hands to points: how a game rounds and divides them, written as a sum."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Self

from companion.coach.drills.common_mistakes import CommonMistake, likeliest, mistake
from companion.i18n import Text
from companion.referee.count_reasons import CountChange
from companion.referee.explain.why_settled import own_hands
from companion.referee.rule_book import Book
from companion.referee.scoring_text import write_sum
from companion.rules.choices import Points, Rounding, Settlement
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.settings import Rules
from companion.rules.settlement import hands_taken, pips_won, round_to_five
from companion.rules.tile import Tile

#: A written sum can continue on a new line here: before each sign.
_SIGN = re.compile(r" (?=[+−÷=→])")


class Sum(NamedTuple):
    """A sum by its terms, each with its sign: `6`, `+ 4`, `= 10`."""

    terms: tuple[Text | str, ...]
    #: The subject of the sum, if there are several.
    about: Tile | str | None = None

    @classmethod
    def of(cls, written: str, about: Tile | str | None = None) -> "Sum":
        """A sum that is written out already."""
        return cls(tuple(_SIGN.split(written)), about)

    @classmethod
    def of_change(cls, change: CountChange, total: int, about: Tile | None = None) -> "Sum":
        """The count by the change: what was there, what was covered, what is new."""
        went = (f"− {end.counts}" for end in change.went)
        came = (f"+ {end.counts}" for end in change.came)
        return cls((str(change.before), *went, *came, f"= {total}"), about)

    @property
    def written(self) -> str:
        """The sum in one piece: `6 + 4 = 10`."""
        return " ".join(map(str, self.terms))


def settlement_sums(game: Game, side: int) -> tuple[Sum, ...]:
    """How the hand just settled gave the points of a side: the sum, rounding, division.

    There is no sum if the points don't come from pips.
    """
    rules, hand, result = game.rules, game.hand, game.result
    if hand is None or result is None or not result.points[side]:
        return ()
    if rules.settlement is Settlement.CHIPS:
        return ()
    return tuple(rounding_sums(rules, *CountedHands.of(hand, side, result.winners)))


def rounding_sums(rules: Rules, taken: tuple[int, ...], own: tuple[int, ...] = ()) -> Iterator[Sum]:
    """How the pips of hands taken, minus one's own, become points."""
    hands = *taken, *(-pips for pips in own)
    if rounds_each(rules):
        fives = [round_to_five(pips) for pips in (*taken, *own)]
        if len(hands) > 1:
            for pips, five in zip((*taken, *own), fives, strict=True):
                yield Sum((str(pips), f"→ {five}"))
            written = write_sum([*fives[: len(taken)], *(-five for five in fives[len(taken) :])])
        else:
            written = f"{hands[0]} → {fives[0]}"
    else:
        five, written = pips_won(rules, taken, own), write_sum(hands)
        if five != sum(hands):
            written += f" → {five}"
    yield Sum.of(written)
    if rules.points is Points.FIFTHS:
        rounded = round_hands(rules, taken, own)
        yield Sum.of(f"{rounded} ÷ 5 = {rounded // pips_for_a_point(rules)}")


def rounds_each(rules: Rules) -> bool:
    """Whether every hand is rounded by itself: own hands always are."""
    return rules.settlement is Settlement.OWN_HAND or rules.rounding is Rounding.EACH_HAND


def round_hands(rules: Rules, hands: Sequence[int], own: Sequence[int] = ()) -> int:
    """The pips of hands, minus one's own, rounded as the game does it."""
    if rules.settlement is Settlement.OWN_HAND:
        return sum(map(round_to_five, hands))
    return pips_won(rules, hands, own)


def pips_for_a_point(rules: Rules) -> int:
    """How many rounded pips make a point."""
    return 5 if rules.points is Points.FIFTHS else 1


def rounding_slips(
    book: Book, hands: Sequence[int], own: Sequence[int] = (), divisor: int | None = None
) -> Iterator[CommonMistake]:
    """Wrong points for the pips of hands; wrong pips if they are not divided, by 1."""
    rules, pips = book.rules, max(0, sum(hands) - sum(own))
    divisor, apart = divisor or pips_for_a_point(rules), rounds_each(rules)
    if apart:
        breaks = "settlement" if rules.settlement is Settlement.OWN_HAND else "rounding"
        together = round_to_five(pips) // divisor
        yield mistake(book, "rounded-together", together, breaks=breaks)
    else:
        each = _less(map(round_to_five, hands), map(round_to_five, own))
        yield mistake(book, "rounded-apart", each // divisor)
    taken, less = (hands, own) if apart else ((pips,), ())
    down = _less((part // 5 * 5 for part in taken), (part // 5 * 5 for part in less))
    up = _less((-(-part // 5) * 5 for part in taken), (-(-part // 5) * 5 for part in less))
    yield mistake(book, "rounds-up", down // divisor)
    yield mistake(book, "rounds-down", up // divisor)
    # The slip of stopping halfway from pips to points.
    if divisor == 1:
        yield mistake(book, "not-rounded", pips)
        if rules.points is Points.PIPS:
            yield mistake(book, "divided", round_hands(rules, hands, own) // 5)
    else:
        yield mistake(book, "not-divided", round_hands(rules, hands, own))
        yield mistake(book, "round-first", pips)


def _less(taken: Iterable[int], own: Iterable[int]) -> int:
    """The pips of the hands taken, minus one's own: never below zero."""
    return max(0, sum(taken) - sum(own))


#: The tiles that each seat has left.
_Left = Sequence[Sequence[Tile]]
#: A number of pips, the slip of overlooking them, and what that slip names.
_LeftOut = tuple[int, str, dict[str, Any]]


def settlement_slips(book: Book, game: Game, side: int, left: _Left) -> dict[str, CommonMistake]:
    """Wrong points for a side of a settled hand, with these tiles left."""
    hand, result, rules = game.hand, game.result, book.rules
    assert hand is not None and result is not None
    is_own = rules.settlement is Settlement.OWN_HAND
    if rules.settlement is Settlement.CHIPS or not (is_own or side in result.winners):
        # No pips become points there.
        return {}
    divisor, counted = pips_for_a_point(rules), CountedHands.of(hand, side, result.winners)
    if rules.settlement is Settlement.DIFFERENCE:
        wrong_hands = mistake(book, "own-hands-kept", round_hands(rules, counted.taken) // divisor)
    else:
        everything = round_hands(rules, [pips or 0 for pips in hand.pips_left]) // divisor
        wrong_hands = mistake(book, "only-own-hands" if is_own else "not-own-hands", everything)
    likely = (*rounding_slips(book, *counted), wrong_hands)
    left_out = _left_out(book, hand, left, lambda less: CountedHands.of(less, side, result.winners))
    return likeliest(abs(result.points[side]), (*likely, *left_out))


class CountedHands(NamedTuple):
    """The pips of each hand that a side takes, or loses, and of those that are taken off."""

    taken: tuple[int, ...]
    less: tuple[int, ...] = ()

    @classmethod
    def of(cls, hand: Hand, side: int, winners: tuple[int, ...]) -> Self:
        """What counts for a side if these sides win."""
        if hand.rules.settlement is Settlement.OWN_HAND:
            return cls(tuple(hand.pips_left[seat] or 0 for seat in hand.seating.sides[side]))
        return cls(hands_taken(hand, side, winners), own_hands(hand, side))


def _left_out(
    book: Book, hand: Hand, left: _Left, counted: Callable[[Hand], CountedHands]
) -> Iterator[CommonMistake]:
    """The slips of overlooking a whole hand, or a single tile of one."""
    right, names = counted(hand), hand.seating.players
    for seat, tiles in enumerate(left):
        whole: _LeftOut = (sum(each.pips for each in tiles), "hand-left-out", {"name": names[seat]})
        parts: list[_LeftOut] = [(each.pips, "tile-left-out", {"tile": each}) for each in tiles]
        for pips, name, named in (whole, *parts) if len(tiles) > 1 else (whole,):
            seen = hand.pips_left
            seen = (*seen[:seat], (seen[seat] or 0) - pips, *seen[seat + 1 :])
            less = counted(hand._replace(pips_left=seen))
            # Nobody overlooks the only hand there is, and some hands don't matter.
            is_all = name == "hand-left-out" and not any(less.taken)
            if less.taken != right.taken and less.less == right.less and not is_all:
                points = round_hands(book.rules, *less) // pips_for_a_point(book.rules)
                yield mistake(book, name, points, **named)
