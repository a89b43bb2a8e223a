"""How tiles lie: positions as a record writes them, and where the halves of a tile are."""

from companion.pictures.shapes import LaidTile, Point
from companion.rules.layout import Placement
from companion.rules.tile import Tile


def placements(*written: str) -> tuple[Placement, ...]:
    """Tiles and hosts as `6-4 on 6-6`, the lead alone."""
    pairs = [entry.split(" on ") for entry in written]
    return tuple((Tile.parse(tile), Tile.parse(host[0]) if host else None) for tile, *host in pairs)


def high_centre(laid: LaidTile) -> Point:
    """The middle of the half with the larger number; of a double the left or upper half."""
    return _half_centre(laid, -0.5)


def low_centre(laid: LaidTile) -> Point:
    """The middle of the half with the smaller number; of a double the right or lower half."""
    return _half_centre(laid, 0.5)


def _half_centre(laid: LaidTile, along: float) -> Point:
    step_x, step_y = ((1, 0), (0, 1), (-1, 0), (0, -1))[laid.rotation // 90]
    return Point(laid.centre.x + along * step_x, laid.centre.y + along * step_y)
