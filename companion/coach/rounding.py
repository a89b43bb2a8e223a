"""From the pips of hands to points: how a game rounds and divides them, and the slips in that."""

from collections.abc import Iterator, Sequence

from companion.coach.slips import Slip, likeliest
from companion.referee.book import Book
from companion.rules.choices import Points, Rounding, Settlement
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.rules.settlement import hands_taken, round_to_five


def rounds_each(rules: Rules) -> bool:
    """Whether every hand is rounded by itself: own hands always are."""
    return rules.settlement is Settlement.OWN_HAND or rules.rounding is Rounding.EACH_HAND


def round_hands(rules: Rules, hands: Sequence[int]) -> int:
    """The pips of hands, rounded as the game does it."""
    return sum(map(round_to_five, hands)) if rounds_each(rules) else round_to_five(sum(hands))


def pips_for_a_point(rules: Rules) -> int:
    """How many rounded pips are a point."""
    return 5 if rules.points is Points.FIFTHS else 1


def rounding_slips(book: Book, hands: Sequence[int]) -> dict[str, Slip]:
    """Wrong points for the pips of these hands."""
    right = round_hands(book.rules, hands) // pips_for_a_point(book.rules)
    return likeliest(right, _rounding_slips(book, hands))


def _rounding_slips(book: Book, hands: Sequence[int]) -> Iterator[Slip]:
    rules, pips = book.rules, sum(hands)
    divisor, apart = pips_for_a_point(rules), rounds_each(rules)
    if apart:
        breaks = "settlement" if rules.settlement is Settlement.OWN_HAND else "rounding"
        together = round_to_five(pips) // divisor
        yield Slip.by(book, "rounded-together", together, breaks=breaks)
    else:
        yield Slip.by(book, "rounded-apart", sum(map(round_to_five, hands)) // divisor)
    parts = hands if apart else (pips,)
    yield Slip.by(book, "rounds-up", sum(part // 5 * 5 for part in parts) // divisor)
    yield Slip.by(book, "rounds-down", sum(-(-part // 5) * 5 for part in parts) // divisor)
    # Who stops half way from pips to points.
    if divisor == 1:
        yield Slip.by(book, "not-rounded", pips)
    else:
        yield Slip.by(book, "not-divided", round_hands(rules, hands))
        yield Slip.by(book, "round-first", pips)


def settlement_slips(book: Book, game: Game, side: int) -> dict[str, Slip]:
    """Wrong points for a side of a hand that is settled."""
    hand, result, rules = game.hand, game.result, book.rules
    assert hand is not None and result is not None
    is_own = rules.settlement is Settlement.OWN_HAND
    if rules.settlement is Settlement.CHIPS or not (is_own or side in result.winners):
        # No pips become points there.
        return {}
    pips = [told or 0 for told in hand.told]
    if is_own:
        counted = tuple(pips[seat] for seat in game.seating.sides[side])
    else:
        counted = hands_taken(hand, side, result.winners)
    everything = Slip.by(
        book,
        "only-own-hands" if is_own else "not-own-hands",
        round_hands(rules, pips) // pips_for_a_point(rules),
    )
    return likeliest(abs(result.points[side]), (*_rounding_slips(book, counted), everything))
