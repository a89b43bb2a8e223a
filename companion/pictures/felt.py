"""The felt: which places of the table are taken.

One bit for each lattice point of half a unit, so that a question about a whole region of the
table is one operation on one number.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from companion.pictures.pose import Pose

# All in half units: the table is 20 units wide and 11 high.
HALF_WIDTH: Final = 20
HALF_HEIGHT: Final = 11
_EDGE: Final = 2  # inside the table's edge that the tiles leave to the rings
_OUTSKIRTS: Final = 6  # beyond it, where an arm may look for room
_BEYOND: Final = 24  # of felt around the table: more than any hand needs

_COLUMNS: Final = HALF_WIDTH + _BEYOND
_ROWS: Final = HALF_HEIGHT + _BEYOND
#: How many bits further on the point below another one stands.
STRIDE: Final = 2 * _COLUMNS + 1


def block(left: int, top: int, right: int, bottom: int) -> int:
    """All points from left to right and top to bottom, the borders included."""
    return _shape(right - left + 1, bottom - top + 1) << _place(left, top)


def point(x: int, y: int) -> int:
    """The set of one point, empty where it is off the felt."""
    return 1 << _place(x, y) if abs(x) < _COLUMNS and abs(y) < _ROWS else 0


def overhang(pose: Pose) -> float:
    """How far a tile lies off the part of the table that is meant for tiles, in units."""
    left, top, right, bottom = pose.corners
    across = max(-left, right) - (HALF_WIDTH - _EDGE)
    down = max(-top, bottom) - (HALF_HEIGHT - _EDGE)
    return (max(0, across) + max(0, down)) / 2


def squares_under(pose: Pose, margin: int = 0) -> int:
    """The squares under a tile and a margin of so many half units around it."""
    left, top, right, bottom = pose.corners
    return block(left - margin, top - margin, right + margin - 1, bottom + margin - 1)


def crowded_by(pose: Pose) -> int:
    """The points that a tile leaves less than one unit of free felt."""
    left, top, right, bottom = pose.corners
    return block(left - 1, top - 1, right + 1, bottom + 1)


@lru_cache(maxsize=256)
def _shape(columns: int, rows: int) -> int:
    return sum(((1 << columns) - 1) << STRIDE * row for row in range(rows))


def _place(x: int, y: int) -> int:
    return (y + _ROWS) * STRIDE + x + _COLUMNS


def _within(beyond: int) -> int:
    """The points of the table and so many half units around it."""
    across, down = HALF_WIDTH + beyond - 1, HALF_HEIGHT + beyond - 1
    return block(-across, -down, across, down)


TABLE: Final = _within(-_EDGE)
OUTSKIRTS: Final = _within(_OUTSKIRTS)


class Felt(NamedTuple):
    """What lies on a table.

    `taken` are the squares of half a unit under a tile, each by its top left point; `crowded` the
    points with less than one unit of free felt around them; `lines` the points on a drawn link.
    """

    taken: int = 0
    crowded: int = 0
    lines: int = 0

    def with_tile(self, pose: Pose, path: Iterable[tuple[int, int]] = ()) -> "Felt":
        """The felt after a tile was laid down, and a link drawn to it through these points."""
        lines = self.lines
        for x, y in path:
            lines |= point(x, y)
        return Felt(self.taken | squares_under(pose), self.crowded | crowded_by(pose), lines)

    def has_room_for(self, pose: Pose) -> bool:
        """Whether a tile may lie so: on no other tile, across no link, not off the felt."""
        left, top, right, bottom = pose.corners
        if max(-left, right) >= _COLUMNS or max(-top, bottom) >= _ROWS:
            return False
        if squares_under(pose) & self.taken:
            return False
        return not self.lines or not self.lines & block(left + 1, top + 1, right - 1, bottom - 1)
