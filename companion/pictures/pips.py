"""Pips: where the dots of a half lie."""

from typing import Final

from companion.pictures.shape import Point

PIP_RADIUS: Final = 0.1
"""A pip's radius in units of the half's width; the rows of a six stay apart with it."""

_NEAR, _MIDDLE, _FAR = 0.25, 0.5, 0.75

_ONE: Final = (Point(_MIDDLE, _MIDDLE),)
_TWO: Final = (Point(_NEAR, _NEAR), Point(_FAR, _FAR))
_FOUR: Final = (*_TWO, Point(_FAR, _NEAR), Point(_NEAR, _FAR))
_PATTERNS: Final[tuple[tuple[Point, ...], ...]] = (
    (),
    _ONE,
    _TWO,
    (*_TWO, *_ONE),
    _FOUR,
    (*_FOUR, *_ONE),
    (*_FOUR, Point(_MIDDLE, _NEAR), Point(_MIDDLE, _FAR)),
)


def pips_of(number: int) -> tuple[Point, ...]:
    """The pips of a half on a tile that lies level, within a square of 1 by 1 unit.

    A six has two rows of three along the tile. Turn the whole tile, not its halves: then all
    pips turn with it as on a real one. Raises `ValueError` where a half is not 0 to 6 pips.
    """
    if not 0 <= number <= 6:
        raise ValueError(f"a half shows 0 to 6 pips, not {number}")
    return _PATTERNS[number]
