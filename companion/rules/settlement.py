"""Settlement: who won a hand, and what the tiles left in the hands are worth."""

from typing import NamedTuple

from companion.rules.choices import (
    PartnersBlock,
    Points,
    Rounding,
    Settlement,
    TiedBlock,
    WashedUpInBlock,
)
from companion.rules.hand import Ending, Hand
from companion.rules.rules import Rules


class HandResult(NamedTuple):
    """A hand when it is done: why it ended, the sides that won it, its points a side.

    `points` are the settlement's alone, in pegs; what was scored while the
    tiles were set is in the scores already.
    """

    ending: Ending
    winners: tuple[int, ...]
    points: tuple[int, ...]


def round_to_five(pips: int) -> int:
    """Pips to the nearest five: remainders 1 and 2 go down, 3 and 4 go up."""
    return (pips + 2) // 5 * 5


def settle(hand: Hand) -> HandResult:
    """What a hand that is over and told is worth to each side."""
    assert hand.ending is not None
    winners = _winners(hand)
    points = _POINTS[hand.rules.settlement](hand, winners)
    if hand.ending is Ending.BLOCKED and len(winners) > 1 and _nobody_scores(hand.rules):
        winners = ()
    return HandResult(hand.ending, winners, points)


def _winners(hand: Hand) -> tuple[int, ...]:
    """The sides that won, a tie included."""
    if hand.ending is Ending.BLOCKED:
        return lowest_sides(hand)
    if hand.dominoer is None:
        return ()
    return (hand.seating.side_of[hand.dominoer],)


def lowest_sides(hand: Hand) -> tuple[int, ...]:
    """The sides with the lowest pips of a blocked hand, a tie included."""
    rules = hand.rules
    counts_all = rules.washed_up_in_block is WashedUpInBlock.COUNTS
    pips_of: dict[int, int] = {}
    for side, seats in enumerate(hand.seating.sides):
        taking_part = [
            hand.told[seat] or 0 for seat in seats if counts_all or seat not in hand.washed_up
        ]
        if taking_part:
            as_team = rules.partners_block is PartnersBlock.TEAM
            pips_of[side] = sum(taking_part) if as_team else min(taking_part)
    lowest = min(pips_of.values())
    return tuple(side for side, pips in pips_of.items() if pips == lowest)


def _nobody_scores(rules: Rules) -> bool:
    return rules.tied_block is TiedBlock.NOBODY


def _points_winner_takes(hand: Hand, winners: tuple[int, ...]) -> tuple[int, ...]:
    """The winner pegs the opposing hands, not a partner's and not the winner's own."""
    return tuple(
        _shared(hand.rules, _taken_pips(hand, side, winners)) if side in winners else 0
        for side in range(len(hand.seating.sides))
    )


def hands_taken(hand: Hand, winner: int, winners: tuple[int, ...]) -> tuple[int, ...]:
    """The pips of each hand that one of the winning sides takes."""
    spared = {winner}
    if len(winners) > 1:
        if _nobody_scores(hand.rules):
            return ()
        if hand.rules.tied_block is TiedBlock.LOSERS_HANDS:
            spared = set(winners)
    return tuple(
        pips
        for seat, pips in enumerate(hand.told)
        if pips is not None and hand.seating.side_of[seat] not in spared
    )


def _taken_pips(hand: Hand, winner: int, winners: tuple[int, ...]) -> int:
    hands = hands_taken(hand, winner, winners)
    if hand.rules.rounding is Rounding.EACH_HAND:
        return sum(map(round_to_five, hands))
    return round_to_five(sum(hands))


def _points_own_hand(hand: Hand, winners: tuple[int, ...]) -> tuple[int, ...]:
    """Each side loses its own hands, each rounded by itself; below zero if need be."""
    return tuple(
        -_shared(hand.rules, sum(round_to_five(hand.told[seat] or 0) for seat in seats))
        for seats in hand.seating.sides
    )


def _points_chips(hand: Hand, winners: tuple[int, ...]) -> tuple[int, ...]:
    """A chip for each side that won, and one for each player who was washed up."""
    paid = () if len(winners) > 1 and _nobody_scores(hand.rules) else winners
    return tuple(
        (side in paid) + sum(seat in hand.washed_up for seat in seats)
        for side, seats in enumerate(hand.seating.sides)
    )


def _shared(rules: Rules, pips: int) -> int:
    """Pips as points: a fifth where counts peg fifths, else undivided."""
    return pips // 5 if rules.points is Points.FIFTHS else pips


_POINTS = {
    Settlement.WINNER_TAKES: _points_winner_takes,
    Settlement.OWN_HAND: _points_own_hand,
    Settlement.CHIPS: _points_chips,
}
