"""The felt: which places of the table are taken, and where the next tile may go.

A tile is next to its host, or elsewhere with a link to it. Each lattice point of half a unit is one
bit of a number, so a question about a region is one operation.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import islice
from typing import Final, NamedTuple

from companion.pictures.pose import EndKind, Heading, Joint, Opening, Pose
from companion.pictures.shapes import Point

# All in half units: the table is 20 units wide and 9 high, as the felt of a small phone.
HALF_WIDTH: Final = 20
HALF_HEIGHT: Final = 9
_EDGE: Final = 2  # inside the table's edge that the tiles leave to the rings
_OUTSKIRTS: Final = 6  # beyond it, where an arm may look for room
_BEYOND: Final = 26  # of felt around the table: more than any hand needs

_COLUMNS: Final = HALF_WIDTH + _BEYOND
_ROWS: Final = HALF_HEIGHT + _BEYOND
#: How many bits further on the point below another one stands.
STRIDE: Final = 2 * _COLUMNS + 1

_SQUEEZE: Final = 4  # a link prefers open felt to the gap between two tiles
_CROSSING: Final = 40  # and any way round to crossing another link
_MOST_LINKED: Final = 24

#: A point of the lattice.
_Step = tuple[int, int]


def block(left: int, top: int, right: int, bottom: int) -> int:
    """All points from left to right and top to bottom, borders included."""
    return _shape(right - left + 1, bottom - top + 1) << _place(left, top)


def point(x: int, y: int) -> int:
    """The set of one point; empty if it is off the felt."""
    return 1 << _place(x, y) if abs(x) < _COLUMNS and abs(y) < _ROWS else 0


def overhang(pose: Pose) -> float:
    """How far a tile reaches off the part of the table for tiles, in units."""
    left, top, right, bottom = pose.corners
    across = max(-left, right) - (HALF_WIDTH - _EDGE)
    down = max(-top, bottom) - (HALF_HEIGHT - _EDGE)
    return (max(0, across) + max(0, down)) / 2


def squares_under(pose: Pose, margin: int = 0) -> int:
    """The squares under a tile, and under a margin of so many half units around it."""
    left, top, right, bottom = pose.corners
    return block(left - margin, top - margin, right + margin - 1, bottom + margin - 1)


def crowded_by(pose: Pose) -> int:
    """The points with less than one unit of free felt because of a tile."""
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


class FeltGrid(NamedTuple):
    """Everything on a table."""

    #: The squares of half a unit under tiles, each by its top left point.
    taken: int = 0
    #: The points with less than one unit of free felt around them.
    crowded: int = 0
    #: The points on drawn links.
    lines: int = 0

    def with_tile(self, pose: Pose, path: Iterable[tuple[int, int]] = ()) -> "FeltGrid":
        """The felt with one more tile, and a link to it through these points."""
        lines = self.lines
        for x, y in path:
            lines |= point(x, y)
        return FeltGrid(self.taken | squares_under(pose), self.crowded | crowded_by(pose), lines)

    def has_room_for(self, pose: Pose) -> bool:
        """Whether there is room for a tile: on no other tile, across no link, not off the felt."""
        left, top, right, bottom = pose.corners
        if max(-left, right) >= _COLUMNS or max(-top, bottom) >= _ROWS:
            return False
        if squares_under(pose) & self.taken:
            return False
        return not self.lines or not self.lines & block(left + 1, top + 1, right - 1, bottom - 1)

    def keeps_apart(self, pose: Pose, host: Pose) -> bool:
        """Whether a tile there would touch none but its host."""
        return not squares_under(pose, margin=1) & self.taken & ~squares_under(host)


class Place(NamedTuple):
    """A place for a tile: its opening, its pose, and the lattice points of a link to it."""

    opening: Opening
    pose: Pose
    bends: bool = False
    path: tuple[_Step, ...] = ()

    @property
    def link(self) -> tuple[Point, ...]:
        """The corners of the link from its host, in units."""
        bends = (
            at
            for (x, y), at, (next_x, next_y) in zip(
                self.path, self.path[1:], self.path[2:], strict=False
            )
            if (at[0] - x, at[1] - y) != (next_x - at[0], next_y - at[1])
        )
        corners = (*self.path[:1], *bends, *self.path[-1:])
        return tuple(Point(x / 2, y / 2) for x, y in corners)


def places_for(
    felt: FeltGrid, poses: Sequence[Pose], openings: Sequence[Opening], *, is_double: bool
) -> list[Place]:
    """The free places for a tile at these openings; `poses` are those of the tiles on the table."""
    ways_on = [(opening, joint) for opening in openings for joint in opening.joints]
    # Straight on from the host, or after a bend.
    beside = [
        Place(opening, Pose.joined(joint, is_double=is_double), joint != opening.joints[0])
        for opening, joint in ways_on
    ]
    # A single placed crosswise, if only its joining half has room ahead.
    round_the_corner = [
        Place(opening, Pose.turned(joint, joint.heading.turned(quarters)), bends=True)
        for opening, joint in ways_on
        for quarters in (-1, 1)
        if not is_double and opening.kind is EndKind.HALF
    ]
    for places in (beside, round_the_corner):
        free = [
            place
            for place in places
            if felt.has_room_for(place.pose) and felt.keeps_apart(place.pose, place.opening.pose)
        ]
        if free:
            return free
    return [
        place
        for opening in openings
        for place in islice(_linked(felt, poses, opening, is_double), _MOST_LINKED)
    ]


def _linked(
    felt: FeltGrid, poses: Sequence[Pose], opening: Opening, is_double: bool
) -> Iterator[Place]:
    """Free places that a link can reach, the nearest first; links run under no tile."""
    for path in _ways(felt, poses, opening.joints):
        for heading in Heading:
            pose = Pose.joined(Joint(*path[-1], heading), is_double=is_double)
            has_room = felt.has_room_for(pose) and not squares_under(pose, margin=1) & felt.taken
            if has_room and not any(_is_inside(step, pose) for step in path):
                yield Place(opening, pose, path=path)


def _ways(
    felt: FeltGrid, poses: Sequence[Pose], joints: Sequence[Joint]
) -> Iterator[tuple[_Step, ...]]:
    """The paths from the joints to all points within reach, the nearest first."""
    # Paths are stored backwards, so that of equal ones the earlier neighbour goes first.
    queue: list[tuple[int, _Step, tuple[_Step, ...]]] = [(0, (x, y), ()) for x, y, _ in joints]
    seen: set[_Step] = set()
    while queue:
        length, at, before = heappop(queue)
        if at in seen:
            continue
        seen.add(at)
        way = (at, *before)
        yield way[::-1]
        x, y = at
        for beside in (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1):
            bit = point(*beside)
            # Nothing runs off the felt.
            if bit and beside not in seen and not any(_is_inside(beside, pose) for pose in poses):
                cost = 1 + _SQUEEZE * bool(bit & felt.crowded) + _CROSSING * bool(bit & felt.lines)
                heappush(queue, (length + cost, beside, way))


def _is_inside(at: _Step, pose: Pose) -> bool:
    left, top, right, bottom = pose.corners
    return left < at[0] < right and top < at[1] < bottom
