"""A shown hand: what one player set, drew, passed and showed, and where each tile can have been.

Who passed or drew held no tile that fitted then. A slot is a tile dealt or drawn;
a tile set or shown was in one of them that contradicts no pass and no draw.
"""

from typing import NamedTuple

from companion.rules.hand import Hand
from companion.rules.tile import ALL_TILES, Tile

INDEX_OF = {tile: index for index, tile in enumerate(ALL_TILES)}


class Moment(NamedTuple):
    """A pass or a draw: the tiles (by bit) that its player cannot have held then."""

    line: int
    fitting: int
    open_pips: tuple[int, ...]
    is_draw: bool


class Slot(NamedTuple):
    """A tile dealt or drawn: the first of its player's moments that it was held through."""

    held_from: int
    #: The line on which it was drawn; None for a tile of the deal.
    line: int | None = None
    #: The tile known to be in it: one set as soon as it was drawn.
    is_only: int | None = None


class Known(NamedTuple):
    """A tile set or shown: among which of its player's slots and moments it falls."""

    tile: int
    slots: int
    moments: int
    line: int


class ShownHand:
    """All that one player showed in this hand."""

    def __init__(self, dealt: int) -> None:
        self.moments: list[Moment] = []
        self.slots = [Slot(0)] * dealt
        self.known: list[Known] = []

    def draw(self, line: int, tiles: int) -> None:
        """So many slots; all but the last were held through the draw itself."""
        moments = len(self.moments)
        self.slots += [Slot(moments - 1, line)] * (tiles - 1) + [Slot(moments, line)]

    def know(self, line: int, tile: Tile, *, just_drawn: bool) -> None:
        """A tile was in this hand, in the slot last drawn if it was set at once."""
        index = INDEX_OF[tile]
        if just_drawn:
            self.slots[-1] = self.slots[-1]._replace(is_only=index)
        self.known.append(Known(index, len(self.slots), len(self.moments), line))

    def latest_against(self, tile: int, moments: int) -> int:
        """The latest of the first so many moments at which the tile would have fitted; -1."""
        for at in range(moments - 1, -1, -1):
            if self.moments[at].fitting >> tile & 1:
                return at
        return -1

    def slots_for(self, known: Known) -> int:
        """The slots, by bit, in which a known tile can have been."""
        return self._open_slots(known.tile, known.slots, known.moments)

    def slots_for_unseen(self, tile: int) -> int:
        """The slots, by bit, that can still hold a tile which nobody has seen."""
        return self._open_slots(tile, len(self.slots), len(self.moments))

    def _open_slots(self, tile: int, slots: int, moments: int) -> int:
        earliest = self.latest_against(tile, moments) + 1
        bits = 0
        for at in range(slots):
            slot = self.slots[at]
            if slot.is_only == tile:
                return 1 << at
            if slot.is_only is None and slot.held_from >= earliest:
                bits |= 1 << at
        return bits


def moment_of(line: int, hand: Hand, *, is_draw: bool) -> Moment:
    """The pass or draw of whoever acts next in a hand as it stands."""
    fitting = 0
    for index, tile in enumerate(ALL_TILES):
        if hand.fits(tile):
            fitting |= 1 << index
    open_pips = tuple(sorted({end.pips for end in hand.layout.ends}, reverse=True))
    return Moment(line, fitting, open_pips, is_draw)
