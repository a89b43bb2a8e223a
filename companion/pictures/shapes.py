"""The shapes of pictures; y grows downwards."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.pictures.pose import Pose
from companion.rules.tile import Tile

#: The margin of a tile's face inside its place; the space between two tiles is twice that.
_FACE_INSET: Final = 0.04


class Point(NamedTuple):
    """A point of a picture."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width of the box."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height of the box."""
        return self.bottom - self.top

    def inset(self, margin: float) -> "Box":
        """The box with a margin taken off each edge; a negative margin makes it larger."""
        return Box(self.left + margin, self.top + margin, self.right - margin, self.bottom - margin)

    def distance(self, point: Point) -> float:
        """The distance of a point from the box, 0 inside it."""
        across = max(self.left - point.x, 0.0, point.x - self.right)
        down = max(self.top - point.y, 0.0, point.y - self.bottom)
        return float((across * across + down * down) ** 0.5)

    @classmethod
    def around(cls, boxes: Iterable["Box"]) -> "Box":
        """The smallest box around all of these, at least one."""
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
    """A tile as it is placed, in units of a half's width from the middle of the table."""

    tile: Tile
    host: Tile | None
    #: The pips of the half that touches its host; None for the lead.
    joined_pips: int | None
    pose: Pose
    #: The corners of the line from its host, if there was no room beside it.
    link: tuple[Point, ...] = ()

    @property
    def centre(self) -> Point:
        """The middle of the tile."""
        return Point(self.pose.x / 2, self.pose.y / 2)

    @property
    def rotation(self) -> int:
        """Degrees clockwise from level with the larger half on the left; 90 has it on top."""
        if self.pose.is_double:
            return 0 if self.pose.lies_level else 90
        turned = self.joined_pips == self.tile.low
        return (90 * self.pose.heading + 180 * turned) % 360

    @property
    def box(self) -> Box:
        """The place of the tile, 2 by 1 units; the places of joined tiles touch."""
        left, top, right, bottom = self.pose.corners
        return Box(left / 2, top / 2, right / 2, bottom / 2)

    @property
    def face(self) -> Box:
        """The part of its place where the tile is drawn."""
        return self.box.inset(_FACE_INSET)


_NEAR, _MIDDLE, _FAR = 0.25, 0.5, 0.75
_ONE: Final = (Point(_MIDDLE, _MIDDLE),)
_TWO: Final = (Point(_NEAR, _NEAR), Point(_FAR, _FAR))
_FOUR: Final = (*_TWO, Point(_FAR, _NEAR), Point(_NEAR, _FAR))
_SIX: Final = (*_FOUR, Point(_MIDDLE, _NEAR), Point(_MIDDLE, _FAR))

#: The pips of each half, 0 to 6, in a square of 1 by 1 unit of a level tile: a six has two rows of
#: three along the tile.
PIPS: Final = ((), _ONE, _TWO, (*_TWO, *_ONE), _FOUR, (*_FOUR, *_ONE), _SIX)
