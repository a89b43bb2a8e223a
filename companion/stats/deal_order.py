"""Who held which tiles in a hand that is over: the deal, and the draws in their order.

It follows from the tiles played and shown, and from draws and passes, if everyone played by the
rules. If the order of tiles drawn together is unknown, it is one in which they can have come.
"""

from collections.abc import Sequence

from companion.record.replay import Entry
from companion.referee.proof.evidence import Evidence, ShownHand
from companion.rules.tile import ALL_TILES, Tile


def tiles_as_they_came(hand: Sequence[Entry]) -> tuple[tuple[Tile, ...], ...] | None:
    """The tiles of each seat, first those dealt, then those drawn.

    None if the hand is not over, a tile was not shown, or passes and draws contradict the tiles.
    """
    if not hand[-1].hand.is_over:
        return None
    seats = Evidence(hand).seats
    found = tuple(tiles for seat in seats if (tiles := _in_order(seat)) is not None)
    return found if len(found) == len(seats) else None


def _in_order(shown: ShownHand) -> tuple[Tile, ...] | None:
    if len(shown.known) != len(shown.slots):
        return None
    places = {known.tile: shown.slots_for(*known) for known in shown.known}
    found: list[Tile] = []
    for slot in range(len(shown.slots)):
        fitting = [tile for tile, slots in places.items() if slots >> slot & 1]
        if not fitting:
            return None
        # The tile whose last possible slot comes first.
        tile = min(fitting, key=lambda tile: (places[tile].bit_length(), -tile))
        del places[tile]
        found.append(ALL_TILES[tile])
    return tuple(found)
