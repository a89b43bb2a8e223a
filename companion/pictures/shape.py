"""Shapes: what a tableau is drawn from, in units of one half's width, y growing downwards."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.pictures.opening import EndKind
from companion.pictures.pose import Pose
from companion.rules.tile import Tile

FACE_INSET: Final = 0.04
"""How far a tile's face stays inside its place, so that joined tiles show a gap of twice that."""


class Point(NamedTuple):
    """A point of the picture; the middle of the table is (0, 0)."""

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
        """From left to right, in units."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom, in units."""
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
        """The smallest box that holds all of these; raises `ValueError` where there is none."""
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return cls(min(lefts), min(tops), max(rights), max(bottoms))


@dataclass(frozen=True)
class Link:
    """The line from a host to a tile that found no free place beside it.

    `points` are its corners, from the host's edge to the tile's joining half.
    """

    points: tuple[Point, ...]

    @property
    def box(self) -> Box:
        """The box around the line."""
        return Box.around(Box(x, y, x, y) for x, y in self.points)


@dataclass(frozen=True)
class LaidTile:
    """A tile as it lies: where, which way round, and on which host.

    `joined_pips` is the number of the half that touches the host, `None` for the lead.
    """

    tile: Tile
    host: Tile | None
    joined_pips: int | None
    is_spinner: bool
    pose: Pose
    link: Link | None = None

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
    def high_centre(self) -> Point:
        """The middle of the half with the larger number; of a double the left or upper half."""
        return self._half_centre(-0.5)

    @property
    def low_centre(self) -> Point:
        """The middle of the half with the smaller number; of a double the right or lower half."""
        return self._half_centre(0.5)

    @property
    def box(self) -> Box:
        """The tile's place: 2 by 1 units, touching the places of the tiles it is joined to."""
        left, top, right, bottom = self.pose.corners
        return Box(left / 2, top / 2, right / 2, bottom / 2)

    @property
    def face(self) -> Box:
        """What is drawn of the tile: its place without the gap."""
        return self.box.inset(FACE_INSET)

    def _half_centre(self, along: float) -> Point:
        step_x, step_y = ((1, 0), (0, 1), (-1, 0), (0, -1))[self.rotation // 90]
        return Point(self.centre.x + along * step_x, self.centre.y + along * step_y)


@dataclass(frozen=True)
class Ring:
    """The marker of an open end, on the felt beside its host.

    `is_clear` is false in the rare case that it lies on a tile or on another ring.
    """

    centre: Point
    radius: float
    is_clear: bool

    @property
    def box(self) -> Box:
        """The box around the ring."""
        return Box(*self.centre, *self.centre).inset(-self.radius)


@dataclass(frozen=True)
class OpenEnd:
    """A place where a tile may go: its host, the number it shows, and its marker.

    `degrees` is the way an arm would go on from it: 0 right, 90 down, 180 left, 270 up.
    """

    host: Tile
    pips: int
    kind: EndKind
    degrees: int
    ring: Ring
