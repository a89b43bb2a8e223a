"""The tray: all 28 tiles in places that never move, so that the thumb learns them."""

from typing import NamedTuple

from companion.i18n import Text, message
from companion.rules.game import Game
from companion.rules.tile import Tile

#: Seven across; each number has its run, and the short runs fill the ends of the long ones.
_ROWS = (
    "6-6 6-5 6-4 6-3 6-2 6-1 6-0",
    "5-5 5-4 5-3 5-2 5-1 5-0 0-0",
    "4-4 4-3 4-2 4-1 4-0 1-1 1-0",
    "3-3 3-2 3-1 3-0 2-2 2-1 2-0",
)
TRAY_ORDER = tuple(Tile.parse(written) for row in _ROWS for written in row.split())


class TrayTile(NamedTuple):
    """A tile in its place: gone from play, fitting now, or not fitting."""

    tile: Tile
    is_gone: bool
    fits: bool
    is_chosen: bool = False

    @property
    def label(self) -> Text | Tile:
        """The name that a screen reader says."""
        if self.is_gone:
            return message("tray.gone", tile=self.tile)
        return self.tile if self.fits else message("tray.misfit", tile=self.tile)


def tray_for(
    game: Game, *, chosen: Tile | None = None, on: Tile | None = None
) -> tuple[TrayTile, ...]:
    """The tray for the next tile; with `on`, only what goes on that host fits."""
    hand = game.dealt
    layout, gone = hand.layout, {*hand.layout.tiles, *hand.shown}
    # Looked up once for all tiles: this is done at every tap.
    open_pips = {end.pips for end in layout.playable_ends if on in (None, end.host)}
    return tuple(
        TrayTile(
            tile,
            tile in gone,
            not open_pips.isdisjoint(tile) if layout.tiles else hand.can_lead(tile),
            tile == chosen,
        )
        for tile in TRAY_ORDER
    )
