"""Settlement: what is left in the hands at the end, who won, and what that is worth."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.i18n import Text, message
from companion.rules import choices
from companion.rules.errors import AlreadySet, HandNotOver, LeftCount, LeftPips, LeftTotal
from companion.rules.hand import Ending, Hand
from companion.rules.settings import Rules
from companion.rules.tile import Tile, possible_pips


class HandResult(NamedTuple):
    """Why a hand ended, the sides that won it, and what the settlement gives each, in pegs."""

    ending: Ending
    winners: tuple[int, ...]
    points: tuple[int, ...]
    #: What each side would get if its points did not pass an exact target; empty if all count.
    disregarded: tuple[int, ...] = ()


def show_left(hand: Hand, seat: int, left: tuple[Tile, ...] | int) -> Hand:
    """The hand after `seat` shows the tiles that are left, or says only how many pips they have.

    Raises `HandNotOver`, `LeftCount`, `AlreadySet`, `LeftPips` or `LeftTotal`.
    """
    if isinstance(left, int):
        held, unseen = hand.held[seat], hand.unseen
        _check_count(hand, seat, held)
        possible = possible_pips(unseen, held)
        if left not in possible:
            raise LeftPips(_describe_pips(possible, left, count=held, unseen=len(unseen)))
        return _with_pips(hand, seat, left)
    _check_count(hand, seat, len(left))
    seen = set(hand.shown)
    for tile in left:
        if tile in hand.layout.tiles:
            raise AlreadySet(message("refused.left-is-set", tile=tile))
        if tile in seen:
            raise AlreadySet(message("refused.left-twice", tile=tile))
        seen.add(tile)
    shown = hand._replace(shown=(*hand.shown, *left))
    return _with_pips(shown, seat, sum(tile.pips for tile in left))


def _describe_pips(possible: frozenset[int], pips: int, **hand: int) -> Text:
    """Why so many pips can't be left, with those that can."""
    least, most = min(possible, default=0), max(possible, default=0)
    if least <= pips <= most:
        return message("refused.left-pips-never", pips=pips, **hand)
    return message("refused.left-pips", pips=pips, least=least, most=most, **hand)


def _check_count(hand: Hand, seat: int, tiles: int) -> None:
    if not hand.is_over:
        raise HandNotOver(message("refused.hand-is-on"))
    held = hand.held[seat]
    name = hand.seating.players[seat]
    if hand.pips_left[seat] is not None:
        raise LeftCount(message("refused.left-told", player=name))
    if held == 0:
        raise LeftCount(message("refused.holds-none", player=name))
    if tiles != held:
        raise LeftCount(message("refused.left-count", player=name, count=held, given=tiles))


def _with_pips(hand: Hand, seat: int, pips: int) -> Hand:
    pips_left = (*hand.pips_left[:seat], pips, *hand.pips_left[seat + 1 :])
    after = hand._replace(pips_left=pips_left, play=None)
    given = sum(pips or 0 for pips in pips_left)
    if hand.boneyard == 0 and not after.must_show and given != hand.unseen_pips:
        raise LeftTotal(message("refused.left-total", left=hand.unseen_pips, given=given))
    return after


def settle(hand: Hand) -> HandResult:
    """What a hand is worth to each side, once everyone has shown their tiles."""
    assert hand.ending is not None
    winners: tuple[int, ...] = ()
    if hand.ending is Ending.BLOCKED:
        winners = lowest_sides(hand)
        ties = len(winners) > 1 and hand.rules.tied_block is choices.TiedBlock.NOBODY
        if ties or hand.rules.settlement is choices.Settlement.ONE_POINT:
            winners = ()
    elif hand.dominoer is not None:
        winners = (hand.seating.side_of[hand.dominoer],)
    points = tuple(_points(hand, side, winners) for side in range(len(hand.seating.sides)))
    return HandResult(hand.ending, winners, points)


def lowest_sides(hand: Hand) -> tuple[int, ...]:
    """The sides with the lowest pips of a blocked hand, a tie included."""
    rules = hand.rules
    counts_all = rules.washed_up_in_block is choices.WashedUpInBlock.COUNTS
    compared = sum if rules.partners_block is choices.PartnersBlock.TEAM else min
    pips_of = {
        side: compared(hand.pips_left[seat] or 0 for seat in taking_part)
        for side, seats in enumerate(hand.seating.sides)
        if (taking_part := [seat for seat in seats if counts_all or seat not in hand.washed_up])
    }
    lowest = min(pips_of.values())
    return tuple(side for side, pips in pips_of.items() if pips == lowest)


def _points(hand: Hand, side: int, winners: tuple[int, ...]) -> int:
    """What a side gets, a fifth of the pips where counts peg fifths; below zero if need be."""
    rules, seats = hand.rules, hand.seating.sides[side]
    if rules.settlement is choices.Settlement.CHIPS:
        # A chip for each side that won, and one for each player who was washed up.
        return (side in winners) + sum(seat in hand.washed_up for seat in seats)
    if rules.settlement is choices.Settlement.ONE_POINT:
        return int(side in winners)
    own = tuple(hand.pips_left[seat] or 0 for seat in seats)
    if rules.settlement is choices.Settlement.OWN_HAND:
        # Each hand of a side is rounded by itself.
        pips = -sum(map(round_to_five, own))
    elif side not in winners:
        pips = 0
    else:
        is_difference = rules.settlement is choices.Settlement.DIFFERENCE
        pips = pips_won(rules, hands_taken(hand, side, winners), own if is_difference else ())
    return pips // 5 if rules.points is choices.Points.FIFTHS else pips


def pips_won(rules: Rules, taken: Iterable[int], own: Iterable[int] = ()) -> int:
    """The pips of the hands taken minus the side's own, rounded as the game does; never below 0."""
    if rules.rounding is choices.Rounding.EACH_HAND:
        return max(0, sum(map(round_to_five, taken)) - sum(map(round_to_five, own)))
    return round_to_five(max(0, sum(taken) - sum(own)))


def hands_taken(hand: Hand, winner: int, winners: tuple[int, ...]) -> tuple[int, ...]:
    """The pips of each hand that a winning side takes: neither its own nor a partner's."""
    spared = {winner}
    if len(winners) > 1 and hand.rules.tied_block is choices.TiedBlock.LOSERS_HANDS:
        spared = set(winners)
    return tuple(
        pips
        for seat, pips in enumerate(hand.pips_left)
        if pips is not None and hand.seating.side_of[seat] not in spared
    )


def round_to_five(pips: int) -> int:
    """Pips to the nearest five: remainders 1 and 2 go down, 3 and 4 go up."""
    return (pips + 2) // 5 * 5
