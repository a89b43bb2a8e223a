"""From the pips of hands to points: how a game rounds and divides them, written as a sum."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Self

from companion.coach.drills.common_mistakes import CommonMistake, likeliest, miscounts, mistake
from companion.i18n import Text, message
from companion.referee.count_reasons import CountChange
from companion.referee.explain.why_settled import own_hands
from companion.referee.rule_book import Book, Reason
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


def way_to_round(rules: Rules, hands: int = 2) -> str:
    """How so many hands are rounded, as message ids name it."""
    return "one" if hands == 1 else "each" if rounds_each(rules) else "together"


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
    divisor = divisor or pips_for_a_point(rules)
    if rounds_each(rules):
        breaks = "settlement" if rules.settlement is Settlement.OWN_HAND else "rounding"
        together = round_to_five(pips) // divisor
        yield mistake(book, "rounded-together", together, breaks=breaks)
    else:
        each = max(0, sum(map(round_to_five, hands)) - sum(map(round_to_five, own)))
        yield mistake(book, "rounded-apart", each // divisor)
    down, up = _misread(rules, hands, own, 5)
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


def far_slips(
    book: Book, points: int, hands: Sequence[int], own: Sequence[int] = ()
) -> Iterator[CommonMistake]:
    """Less likely wrong points: by tens, by wrong fives that are not divided, by a miscount."""
    rules, divisor = book.rules, pips_for_a_point(book.rules)
    tens, fives = (_misread(rules, hands, own, step) for step in (10, 5))
    for pips in tens:
        yield mistake(book, "to-ten", pips // divisor)
    if divisor > 1:
        for pips in (round_hands(rules, hands, own), *tens):
            yield mistake(book, "peg-for-ten", pips // 10)
        for pips in (*fives, *tens):
            yield mistake(book, "round-first", pips)
    yield from miscounts(book, points, "points", (5 // divisor, 10 // divisor))


def _misread(rules: Rules, hands: Sequence[int], own: Sequence[int], step: int) -> list[int]:
    """The pips of hands, minus one's own, rounded only down and only up to a step."""
    if not rounds_each(rules):
        hands, own = [max(0, sum(hands) - sum(own))], ()
    steps = (lambda pips: pips // step * step), (lambda pips: -(-pips // step) * step)
    return [max(0, sum(map(each, hands)) - sum(map(each, own))) for each in steps]


def steps_reason(book: Book, hands: int = 0) -> Reason:
    """What to do first and next with the pips of so many hands, or to settle a hand."""
    rules = book.rules
    if not hands and rules.settlement is Settlement.CHIPS:
        return book.reason("settlement", message("coach.steps.chips"))
    unit = "pegs" if pips_for_a_point(rules) > 1 else "pips"
    way = way_to_round(rules, hands)
    return book.reason("nearest-five", message(f"coach.steps.{way}.{unit}"))


#: The tiles that each seat has left.
_Left = Sequence[Sequence[Tile]]
#: The slip of overlooking some pips, whose they are, how many, and what the slip names.
_LeftOut = tuple[str, int, int, dict[str, Any]]
_OF_HANDS = ("hand-left-out", "only-hand")
#: What hardly anyone does, and what explains nothing, after all else.
_BY_CHANCE = {"tile-twice": 1, "too-many": 2, "too-few": 2}


def settlement_slips(book: Book, game: Game, side: int, left: _Left) -> dict[str, CommonMistake]:
    """Wrong points for a side of a settled hand, with these tiles left."""
    hand, result, rules = game.hand, game.result, book.rules
    assert hand is not None and result is not None
    is_own = rules.settlement is Settlement.OWN_HAND
    right = abs(result.points[side])
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
    slips = (*likely, *left_out, *far_slips(book, right, *counted))
    return likeliest(right, sorted(slips, key=lambda slip: _BY_CHANCE.get(slip.mistake, 0)))


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
    """The slips of overlooking a hand, all the others, a tile or a half, or counting one twice."""
    right, seats = counted(hand), hand.seating.players
    for name, seat, pips, named in _overlooked(left, seats):
        seen = [0 if name == "only-hand" else each or 0 for each in hand.pips_left]
        seen[seat] = (hand.pips_left[seat] or 0) - pips
        less = counted(hand._replace(pips_left=tuple(seen)))
        # Nobody overlooks the only hand there is, and some hands don't matter.
        is_all = name in _OF_HANDS and not any(less.taken)
        if less.taken != right.taken and less.less == right.less and not is_all:
            points = round_hands(book.rules, *less) // pips_for_a_point(book.rules)
            yield mistake(book, name, points, **named)


def _overlooked(left: _Left, names: Sequence[str]) -> Iterator[_LeftOut]:
    held = [(seat, tile) for seat, tiles in enumerate(left) for tile in tiles]
    whole = [sum(tile.pips for tile in tiles) for tiles in left]
    for slip, pips in zip(_OF_HANDS, (whole, [0] * len(left)), strict=True):
        yield from ((slip, seat, pips[seat], {"name": name}) for seat, name in enumerate(names))
    for seat, tile in held:
        if len(left[seat]) > 1:
            yield "tile-left-out", seat, tile.pips, {"tile": tile}
    for seat, tile in held:
        for half in {*tile}:
            yield "tile-half-left-out", seat, half, {"tile": tile, "pips": half}
    yield from (("tile-twice", seat, -tile.pips, {"tile": tile}) for seat, tile in held)
