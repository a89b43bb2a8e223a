"""Shapes: what pictures are drawn from, y growing downwards."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.pictures.pose import Pose
from companion.rules.tile import Tile

#: How far a tile's face stays inside its place: joined tiles show a gap of twice that.
_FACE_INSET: Final = 0.04


class Point(NamedTuple):
    """A point of the picture."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    def inset(self, margin: float) -> "Box":
        """The box made smaller on all four edges, or larger by a negative margin."""
        return Box(self.left + margin, self.top + margin, self.right - margin, self.bottom - margin)

    def distance(self, point: Point) -> float:
        """How far a point is from the box, 0 within it."""
        across = max(self.left - point.x, 0.0, point.x - self.right)
        down = max(self.top - point.y, 0.0, point.y - self.bottom)
        return float((across * across + down * down) ** 0.5)

    @classmethod
    def around(cls, boxes: Iterable["Box"]) -> "Box":
        """The smallest box that holds all of these, at least one."""
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return cls(min(lefts), min(tops), max(rights), max(bottoms))


class Circle(NamedTuple):
    """A ring on the felt."""

    centre: Point
    radius: float

    @property
    def box(self) -> Box:
        """The box around it."""
        return Box(*self.centre, *self.centre).inset(-self.radius)


class LaidTile(NamedTuple):
    """A tile as it lies, in units of one half's width from the middle of the table."""

    tile: Tile
    host: Tile | None
    #: The number of the half that touches its host; None for the lead.
    joined_pips: int | None
    pose: Pose
    #: The corners of the line from a host beside which there was no free place.
    link: tuple[Point, ...] = ()

    @property
    def centre(self) -> Point:
        """The middle of the tile."""
        return Point(self.pose.x / 2, self.pose.y / 2)

    @property
    def rotation(self) -> int:
        """Degrees clockwise from a tile that lies level with its larger half on the left.

        So 90 has the larger half on top, 180 on the right, 270 below; a double is 0 or 90.
        """
        if self.pose.is_double:
            return 0 if self.pose.lies_level else 90
        turned = self.joined_pips == self.tile.low
        return (90 * self.pose.heading + 180 * turned) % 360

    @property
    def box(self) -> Box:
        """The tile's place: 2 by 1 units, touching the places of the tiles it is joined to."""
        left, top, right, bottom = self.pose.corners
        return Box(left / 2, top / 2, right / 2, bottom / 2)

    @property
    def face(self) -> Box:
        """What is drawn of the tile: its place without the gap."""
        return self.box.inset(_FACE_INSET)


_NEAR, _MIDDLE, _FAR = 0.25, 0.5, 0.75
_ONE: Final = (Point(_MIDDLE, _MIDDLE),)
_TWO: Final = (Point(_NEAR, _NEAR), Point(_FAR, _FAR))
_FOUR: Final = (*_TWO, Point(_FAR, _NEAR), Point(_NEAR, _FAR))
_SIX: Final = (*_FOUR, Point(_MIDDLE, _NEAR), Point(_MIDDLE, _FAR))

#: The pips of each half, 0 to 6, on a level tile, in a square of 1 by 1 unit: a six has two rows
#: of three along the tile. Who turns the whole tile turns its pips with it, as on a real one.
PIPS: Final = ((), _ONE, _TWO, (*_TWO, *_ONE), _FOUR, (*_FOUR, *_ONE), _SIX)
