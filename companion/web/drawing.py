"""Shapes written as SVG: what is the same on every page is written once."""

from functools import lru_cache

from markupsafe import Markup

from companion.pictures.shape import LaidTile, Point
from companion.rules.tile import ALL_TILES, Tile

_FACE = (
    '<rect class="face" x=".04" y=".04" width="1.92" height=".92" rx=".14"/>'
    '<path class="rule" d="M1 .16V.84"/>'
    '<use href="#h{high}" class="n{high}"/><use href="#h{low}" x="1" class="n{low}"/>'
)
_FACES = {tile: Markup(_FACE).format(high=tile.high, low=tile.low) for tile in ALL_TILES}


def face(tile: Tile) -> Markup:
    """A tile lying level, the larger half on the left, 2 by 1 units; its pips come by reference."""
    return _FACES[tile]


def placed(laid: LaidTile) -> str:
    """The transform that puts a level face where the tile lies."""
    x, y = laid.centre
    return f"translate({number(x)} {number(y)}) rotate({laid.rotation}) translate(-1 -.5)"


@lru_cache(maxsize=256)
def holes_of(centres: tuple[Point, ...]) -> str:
    """Holes as one path of dots."""
    return "".join(f"M{number(x)} {number(y)}h0" for x, y in centres)


def number(value: float) -> str:
    """A length as short as a picture needs it: `3`, `-0.25`, `12.5`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
