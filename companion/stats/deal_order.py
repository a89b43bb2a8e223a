"""Who held which tiles in a hand that is over and shown: the deal, and the draws in their order.

It follows from the tiles set and shown, and from what draws and passes say of them, where everybody
played by the rules. Where several tiles were drawn at once and nothing tells which of them stayed
unset the longest, they are taken in the order in which they can have come.
"""

from collections.abc import Sequence

from companion.record.replay import Entry
from companion.referee.proof.evidence import Evidence, ShownHand
from companion.rules.tile import ALL_TILES, Tile


def tiles_as_they_came(hand: Sequence[Entry]) -> tuple[tuple[Tile, ...], ...] | None:
    """The tiles of each seat, first those dealt, then those drawn.

    None while the hand is on, where a tile was not shown, and where draws or passes contradict the
    tiles.
    """
    if not hand[-1].hand.is_over:
        return None
    came = [*map(_in_order, Evidence(hand).seats)]
    found = tuple(tiles for tiles in came if tiles is not None)
    return found if len(found) == len(came) else None


def _in_order(shown: ShownHand) -> tuple[Tile, ...] | None:
    if len(shown.known) != len(shown.slots):
        return None
    places = {known.tile: shown.slots_for(*known) for known in shown.known}
    found: list[Tile] = []
    for slot in range(len(shown.slots)):
        fitting = [tile for tile, slots in places.items() if slots >> slot & 1]
        if not fitting:
            return None
        # Of those that can have come now the one that can least have come later.
        tile = min(fitting, key=lambda tile: (places[tile].bit_length(), -tile))
        del places[tile]
        found.append(ALL_TILES[tile])
    return tuple(found)
