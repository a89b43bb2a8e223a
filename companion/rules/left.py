"""What is left in the hands when a hand is over: shown as tiles, or told as pips."""

from companion.rules.errors import (
    AlreadySet,
    HandNotOver,
    LeftCount,
    LeftPips,
    LeftTotal,
)
from companion.rules.hand import Hand
from companion.rules.tile import Tile, possible_pips
from companion.words import message


def show_left(hand: Hand, seat: int, tiles: tuple[Tile, ...]) -> Hand:
    """The hand after `seat` shows the tiles that were left.

    Raises `HandNotOver`, `LeftCount`, `AlreadySet` or `LeftTotal`.
    """
    _check_count(hand, seat, len(tiles))
    seen = {*hand.layout.tiles, *hand.shown}
    for tile in tiles:
        if tile in seen:
            is_set = tile in hand.layout.tiles
            raise AlreadySet(
                message("refused.left-is-set" if is_set else "refused.left-twice", tile=tile)
            )
        seen.add(tile)
    after = hand._replace(shown=(*hand.shown, *tiles), play=None)
    return _told(after, seat, sum(tile.pips for tile in tiles))


def tell_left(hand: Hand, seat: int, pips: int) -> Hand:
    """The hand after `seat` tells only the pips of the tiles that were left.

    Raises `HandNotOver`, `LeftCount`, `LeftPips` or `LeftTotal`.
    """
    held = hand.held[seat]
    _check_count(hand, seat, held)
    if pips not in possible_pips(hand.unseen, held):
        raise LeftPips(message("refused.left-pips", count=held, unseen=len(hand.unseen), pips=pips))
    return _told(hand._replace(play=None), seat, pips)


def _check_count(hand: Hand, seat: int, tiles: int) -> None:
    if not hand.is_over:
        raise HandNotOver(message("refused.hand-is-on"))
    held = hand.held[seat]
    name = hand.seating.players[seat]
    if hand.told[seat] is not None:
        raise LeftCount(message("refused.left-told", player=name))
    if held == 0:
        raise LeftCount(message("refused.holds-none", player=name))
    if tiles != held:
        raise LeftCount(message("refused.left-count", player=name, count=held, given=tiles))


def _told(hand: Hand, seat: int, pips: int) -> Hand:
    told = (*hand.told[:seat], pips, *hand.told[seat + 1 :])
    after = hand._replace(told=told)
    if hand.boneyard == 0 and not after.untold:
        all_told = sum(pips or 0 for pips in told)
        if all_told != hand.unseen_pips:
            raise LeftTotal(message("refused.left-total", left=hand.unseen_pips, given=all_told))
    return after
