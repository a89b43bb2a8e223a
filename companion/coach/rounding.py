"""From the pips of hands to points: how a game rounds and divides them, and the slips in that."""

from collections.abc import Iterable, Iterator, Sequence

from companion.coach.slips import Slip, likeliest
from companion.referee.book import Book
from companion.rules.choices import Points, Rounding, Settlement
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.rules.settlement import hands_taken, pips_won, round_to_five


def rounds_each(rules: Rules) -> bool:
    """Whether every hand is rounded by itself: own hands always are."""
    return rules.settlement is Settlement.OWN_HAND or rules.rounding is Rounding.EACH_HAND


def round_hands(rules: Rules, hands: Sequence[int], own: Sequence[int] = ()) -> int:
    """The pips of hands, less those of one's own, rounded as the game does it."""
    if rules.settlement is Settlement.OWN_HAND:
        return sum(map(round_to_five, hands))
    return pips_won(rules, hands, own)


def pips_for_a_point(rules: Rules) -> int:
    """How many rounded pips are a point."""
    return 5 if rules.points is Points.FIFTHS else 1


def rounding_slips(book: Book, hands: Sequence[int]) -> dict[str, Slip]:
    """Wrong points for the pips of these hands."""
    right = round_hands(book.rules, hands) // pips_for_a_point(book.rules)
    return likeliest(right, _rounding_slips(book, hands))


def _rounding_slips(book: Book, hands: Sequence[int], own: Sequence[int] = ()) -> Iterator[Slip]:
    rules, pips = book.rules, max(0, sum(hands) - sum(own))
    divisor, apart = pips_for_a_point(rules), rounds_each(rules)
    if apart:
        breaks = "settlement" if rules.settlement is Settlement.OWN_HAND else "rounding"
        together = round_to_five(pips) // divisor
        yield Slip.by(book, "rounded-together", together, breaks=breaks)
    else:
        each = _less(map(round_to_five, hands), map(round_to_five, own))
        yield Slip.by(book, "rounded-apart", each // divisor)
    taken, less = (hands, own) if apart else ((pips,), ())
    down = _less((part // 5 * 5 for part in taken), (part // 5 * 5 for part in less))
    up = _less((-(-part // 5) * 5 for part in taken), (-(-part // 5) * 5 for part in less))
    yield Slip.by(book, "rounds-up", down // divisor)
    yield Slip.by(book, "rounds-down", up // divisor)
    # Who stops half way from pips to points.
    if divisor == 1:
        yield Slip.by(book, "not-rounded", pips)
    else:
        yield Slip.by(book, "not-divided", round_hands(rules, hands, own))
        yield Slip.by(book, "round-first", pips)


def _less(taken: Iterable[int], own: Iterable[int]) -> int:
    """The pips of the hands taken less those of one's own: never less than nothing."""
    return max(0, sum(taken) - sum(own))


def settlement_slips(book: Book, game: Game, side: int) -> dict[str, Slip]:
    """Wrong points for a side of a hand that is settled."""
    hand, result, rules = game.hand, game.result, book.rules
    assert hand is not None and result is not None
    is_own = rules.settlement is Settlement.OWN_HAND
    if rules.settlement is Settlement.CHIPS or not (is_own or side in result.winners):
        # No pips become points there.
        return {}
    pips = [told or 0 for told in hand.told]
    divisor, own = pips_for_a_point(rules), [pips[seat] for seat in game.seating.sides[side]]
    right = abs(result.points[side])
    if is_own:
        everything = round_hands(rules, pips) // divisor
        others = Slip.by(book, "only-own-hands", everything)
        return likeliest(right, (*_rounding_slips(book, own), others))
    taken = hands_taken(hand, side, result.winners)
    if rules.settlement is Settlement.DIFFERENCE:
        kept = Slip.by(book, "own-hands-kept", round_hands(rules, taken) // divisor)
        return likeliest(right, (*_rounding_slips(book, taken, own), kept))
    everything = round_hands(rules, pips) // divisor
    others = Slip.by(book, "not-own-hands", everything)
    return likeliest(right, (*_rounding_slips(book, taken), others))
