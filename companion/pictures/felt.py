"""The felt: which places of the table are taken.

One bit for each lattice point of half a unit, so that a question about a whole region of the
table is one operation on one number.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final

from companion.pictures.pose import Pose

_BEYOND: Final = 24  # half units of felt around the table's nominal edge: more than any hand needs
_EDGE: Final = 2  # half units inside the table's edge that the tiles leave to the rings
_OUTSKIRTS: Final = 6  # half units beyond the edge where an arm may look for room


@dataclass(frozen=True)
class Table:
    """The table's nominal size in units: the width of a half is one unit."""

    width: float = 20.0
    height: float = 11.0

    def __post_init__(self) -> None:
        if not (2 <= self.width <= 100 and 2 <= self.height <= 100):
            raise ValueError(f"a table is 2 to 100 units, not {self.width} by {self.height}")


class Lattice:
    """Where each lattice point's bit is, for tables of one size."""

    def __init__(self, table: Table) -> None:
        self.half_width = ceil(table.width)
        self.half_height = ceil(table.height)
        self._edge_x = self.half_width - _EDGE
        self._edge_y = self.half_height - _EDGE
        self._columns = self.half_width + _BEYOND
        self._rows = self.half_height + _BEYOND
        self.stride = 2 * self._columns + 1
        self._shapes: dict[tuple[int, int], int] = {}
        self.table = self._inset(1 + _EDGE)
        self.outskirts = self._inset(1 - _OUTSKIRTS)
        self.all = self._inset(1 - _BEYOND)

    def _inset(self, steps: int) -> int:
        across, down = self.half_width - steps, self.half_height - steps
        return self.block(-across, -down, across, down)

    def block(self, left: int, top: int, right: int, bottom: int) -> int:
        """All points from left to right and top to bottom, the borders included."""
        size = right - left + 1, bottom - top + 1
        if (shape := self._shapes.get(size)) is None:
            row = (1 << size[0]) - 1
            shape = sum(row << (self.stride * line) for line in range(size[1]))
            self._shapes[size] = shape
        return shape << self.place(left, top)

    def place(self, x: int, y: int) -> int:
        """The number of the bit of a point."""
        return (y + self._rows) * self.stride + x + self._columns

    def point(self, x: int, y: int) -> int:
        """The set of one point, empty where it is off the felt."""
        on_felt = abs(x) < self._columns and abs(y) < self._rows
        return 1 << self.place(x, y) if on_felt else 0

    def overhang(self, pose: Pose) -> float:
        """How far a tile lies off the part of the table that is meant for tiles, in units."""
        left, top, right, bottom = pose.corners
        across = max(-left, right) - self._edge_x
        down = max(-top, bottom) - self._edge_y
        return (max(0, across) + max(0, down)) / 2

    def holds(self, pose: Pose) -> bool:
        """Whether the felt is large enough for a tile to lie so."""
        left, top, right, bottom = pose.corners
        return (
            -self._columns < left
            and right < self._columns
            and -self._rows < top
            and bottom < self._rows
        )


@lru_cache(maxsize=32)
def lattice_of(table: Table) -> Lattice:
    """The lattice of tables of this size."""
    return Lattice(table)


@dataclass(frozen=True)
class Felt:
    """What lies on a table.

    `taken` are the squares of half a unit under a tile, each by its top left point; `crowded` the
    points with less than one unit of free felt around them; `lines` the points on a drawn link.
    """

    lattice: Lattice
    taken: int = 0
    crowded: int = 0
    lines: int = 0

    def with_tile(self, pose: Pose) -> "Felt":
        """The felt after a tile was laid down."""
        return replace(
            self,
            taken=self.taken | self.squares_under(pose),
            crowded=self.crowded | self.crowded_by(pose),
        )

    def with_line(self, points: Iterable[tuple[int, int]]) -> "Felt":
        """The felt after a link was drawn through these points."""
        drawn = self.lines
        for x, y in points:
            drawn |= self.lattice.point(x, y)
        return replace(self, lines=drawn)

    def squares_under(self, pose: Pose, margin: int = 0) -> int:
        """The squares under a tile and a margin of so many half units around it."""
        left, top, right, bottom = pose.corners
        return self.lattice.block(
            left - margin, top - margin, right + margin - 1, bottom + margin - 1
        )

    def crowded_by(self, pose: Pose) -> int:
        """The points that a tile leaves less than one unit of free felt."""
        left, top, right, bottom = pose.corners
        return self.lattice.block(left - 1, top - 1, right + 1, bottom + 1)

    def has_room_for(self, pose: Pose) -> bool:
        """Whether a tile may lie so: on no other tile, across no link, not off the felt."""
        left, top, right, bottom = pose.corners
        return (
            self.lattice.holds(pose)
            and not self.squares_under(pose) & self.taken
            and not (
                self.lines
                and self.lines & self.lattice.block(left + 1, top + 1, right - 1, bottom - 1)
            )
        )
