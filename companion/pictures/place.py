"""Places: where a tile may lie beside its host, or elsewhere on the table with a link to it."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice
from typing import Final, NamedTuple

from companion.pictures.felt import Felt, point, squares_under
from companion.pictures.pose import Heading, Joint, Opening, Pose
from companion.pictures.shape import Point

_Step = tuple[int, int]
_SQUEEZE: Final = 4  # a link prefers open felt to the gap between two tiles
_CROSSING: Final = 40  # and any way round to crossing another link
_MOST_LINKED: Final = 24


class Place(NamedTuple):
    """Where a tile may lie: at which opening, how, and by which lattice points it is linked."""

    opening: Opening
    pose: Pose
    bends: bool = False
    path: tuple[_Step, ...] = ()

    @property
    def link(self) -> tuple[Point, ...]:
        """The way from its host as a line: where it begins, bends and ends, in units."""
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
    felt: Felt, poses: Sequence[Pose], openings: Sequence[Opening], *, is_double: bool
) -> list[Place]:
    """The free places for a tile that joins one of the openings; `poses` are of what lies."""
    ways_on = [(opening, joint) for opening in openings for joint in opening.joints]
    # Straight on from its host, or after a bend.
    beside = [
        Place(opening, Pose.joined(joint, is_double=is_double), joint != opening.joints[0])
        for opening, joint in ways_on
    ]
    # A single laid crosswise, where only its joining half has room ahead.
    round_the_corner = [
        Place(opening, Pose.turned(joint, joint.heading.turned(quarters)), bends=True)
        for opening, joint in ways_on
        for quarters in (-1, 1)
        if not is_double
    ]
    for places in (beside, round_the_corner):
        if free := [place for place in places if felt.has_room_for(place.pose)]:
            return free
    return [
        place
        for opening in openings
        for place in islice(_linked(felt, poses, opening, is_double), _MOST_LINKED)
    ]


def _linked(
    felt: Felt, poses: Sequence[Pose], opening: Opening, is_double: bool
) -> Iterator[Place]:
    """Free places that a link can reach, the nearest first; it runs under no tile."""
    came_from: dict[_Step, _Step | None] = {}
    for at, before in _walk(felt, poses, opening.joints):
        came_from[at] = before
        for heading in Heading:
            pose = Pose.joined(Joint(*at, heading), is_double=is_double)
            if felt.has_room_for(pose) and not squares_under(pose, margin=1) & felt.taken:
                path = _path(came_from, at)
                if not any(_is_inside(step, pose) for step in path):
                    yield Place(opening, pose, path=path)


def _walk(
    felt: Felt, poses: Sequence[Pose], joints: Sequence[Joint]
) -> Iterator[tuple[_Step, _Step | None]]:
    """All points that a line from the joints can reach, the nearest first, each once."""
    queue: list[tuple[int, _Step, _Step | None]] = [(0, (x, y), None) for x, y, _ in joints]
    seen: set[_Step] = set()
    while queue:
        length, at, before = heappop(queue)
        if at in seen:
            continue
        seen.add(at)
        yield at, before
        x, y = at
        for beside in (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1):
            bit = point(*beside)
            # Nothing runs off the felt.
            if bit and beside not in seen and not any(_is_inside(beside, pose) for pose in poses):
                cost = 1 + _SQUEEZE * bool(bit & felt.crowded) + _CROSSING * bool(bit & felt.lines)
                heappush(queue, (length + cost, beside, at))


def _is_inside(at: _Step, pose: Pose) -> bool:
    left, top, right, bottom = pose.corners
    return left < at[0] < right and top < at[1] < bottom


def _path(came_from: dict[_Step, _Step | None], at: _Step) -> tuple[_Step, ...]:
    path = [at]
    while (before := came_from[path[-1]]) is not None:
        path.append(before)
    return tuple(reversed(path))
