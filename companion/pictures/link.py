"""Links: how an arm without a free place beside it goes on elsewhere on the table."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice
from typing import Final, NamedTuple

from companion.pictures.felt import Felt
from companion.pictures.pose import Heading, Joint, Pose
from companion.pictures.shape import Link, Point

_Step = tuple[int, int]
_SQUEEZE: Final = 4  # a link prefers open felt to the gap between two tiles
_CROSSING: Final = 40  # and any way round to crossing another link
_CHOICES: Final = 24


class Detour(NamedTuple):
    """A free place for a tile, and the way there from its host along the lattice."""

    pose: Pose
    path: tuple[_Step, ...]

    @property
    def link(self) -> Link:
        """The way as a line with its corners only."""
        ends = [self.path[0], *_bends(self.path), self.path[-1]]
        return Link(tuple(Point(x / 2, y / 2) for x, y in ends))


def detours(
    felt: Felt, poses: Sequence[Pose], joints: Sequence[Joint], is_double: bool
) -> list[Detour]:
    """Free places that a link can reach, the nearest first; it runs under no tile."""
    return list(islice(_free_places(felt, poses, joints, is_double), _CHOICES))


def _free_places(
    felt: Felt, poses: Sequence[Pose], joints: Sequence[Joint], is_double: bool
) -> Iterator[Detour]:
    came_from: dict[_Step, _Step | None] = {}
    for point, before in _walk(felt, poses, joints):
        came_from[point] = before
        for heading in Heading:
            pose = Pose.joined(Joint(*point, heading), is_double)
            if felt.has_room_for(pose) and not felt.squares_under(pose, 1) & felt.taken:
                path = _path(came_from, point)
                if not any(_is_inside(step, pose) for step in path):
                    yield Detour(pose, path)


def _walk(
    felt: Felt, poses: Sequence[Pose], joints: Sequence[Joint]
) -> Iterator[tuple[_Step, _Step | None]]:
    """All points that a line from the joints can reach, the nearest first, each once."""
    queue: list[tuple[int, _Step, _Step | None]] = [(0, (x, y), None) for x, y, _ in joints]
    seen: set[_Step] = set()
    while queue:
        length, point, before = heappop(queue)
        if point in seen:
            continue
        seen.add(point)
        yield point, before
        for beside in _beside(point):
            cost = _cost(felt, beside)
            if cost and beside not in seen and not any(_is_inside(beside, pose) for pose in poses):
                heappush(queue, (length + cost, beside, point))


def _cost(felt: Felt, point: _Step) -> int:
    """What a step to a point costs a link; 0 where there is no felt."""
    bit = felt.lattice.point(*point)
    if not bit & felt.lattice.all:
        return 0
    return 1 + _SQUEEZE * bool(bit & felt.crowded) + _CROSSING * bool(bit & felt.lines)


def _beside(point: _Step) -> tuple[_Step, ...]:
    x, y = point
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


def _is_inside(point: _Step, pose: Pose) -> bool:
    left, top, right, bottom = pose.corners
    return left < point[0] < right and top < point[1] < bottom


def _path(came_from: dict[_Step, _Step | None], point: _Step) -> tuple[_Step, ...]:
    path: list[_Step] = []
    step: _Step | None = point
    while step is not None:
        path.append(step)
        step = came_from[step]
    return tuple(reversed(path))


def _bends(path: Sequence[_Step]) -> Iterator[_Step]:
    for before, point, after in zip(path, path[1:], path[2:], strict=False):
        if (point[0] - before[0], point[1] - before[1]) != (
            after[0] - point[0],
            after[1] - point[1],
        ):
            yield point
