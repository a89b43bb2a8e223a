"""Rings: where the markers of the open ends lie, beside their hosts and on nothing else."""

from collections.abc import Collection, Iterator, Sequence
from math import dist
from typing import Final

from companion.pictures.pose import Joint, Opening
from companion.pictures.shape import Box, Circle, LaidTile, Point

#: A ring of this radius fits where a half would lie.
_RADIUS: Final = 0.53
_SIZES: Final = (1.0, 0.8, 0.6)  # a smaller ring before a hidden one
_DISTANCES: Final = (0.0, 0.2, 0.45, 0.75, 1.1)  # units between a host and its ring
_SHIFTS: Final = (0.0, -0.25, 0.25, -0.5, 0.5)  # units sideways from an arm's middle
_NEARBY: Final = 4.0  # units: a ring reaches no tile further away


def place_rings(
    openings: Sequence[Opening], tiles: Sequence[LaidTile]
) -> tuple[tuple[Opening, Circle], ...]:
    """Each opening with its ring on the felt, in the order of the openings.

    Those with the fewest free places choose first, so that rings keep clear of each other.
    """
    nearby = {opening: _faces_near(opening.joints[0], tiles) for opening in openings}

    def ways_on(opening: Opening) -> int:
        """In how many ways a ring could lie right beside the host."""
        centres = (_point(joint, _RADIUS, 0.0) for joint in opening.joints)
        return sum(_is_clear(Circle(centre, _RADIUS), nearby[opening]) for centre in centres)

    rings: dict[Opening, Circle] = {}
    for opening in sorted(openings, key=ways_on):
        rings[opening] = _place(opening.joints, nearby[opening], rings.values())
    return tuple((opening, rings[opening]) for opening in openings)


def _faces_near(joint: Joint, tiles: Sequence[LaidTile]) -> list[Box]:
    middle = Point(joint.x / 2, joint.y / 2)
    return [laid.face for laid in tiles if laid.box.distance(middle) < _NEARBY]


def _place(joints: Sequence[Joint], faces: Sequence[Box], others: Collection[Circle]) -> Circle:
    for ring in _choices(joints):
        if _is_clear(ring, faces, others):
            return ring
    hidden = _RADIUS * _SIZES[-1]
    return Circle(_point(joints[0], hidden, 0.0), hidden)


def _choices(joints: Sequence[Joint]) -> Iterator[Circle]:
    for size in _SIZES:
        radius = _RADIUS * size
        for distance in _DISTANCES:
            for joint in joints:
                for shift in _SHIFTS:
                    yield Circle(_point(joint, radius + distance, shift), radius)


def _is_clear(ring: Circle, faces: Sequence[Box], others: Collection[Circle] = ()) -> bool:
    """Whether a ring lies on no tile and on no other ring."""
    return all(face.distance(ring.centre) >= ring.radius for face in faces) and all(
        dist(ring.centre, other.centre) >= ring.radius + other.radius for other in others
    )


def _point(joint: Joint, ahead: float, aside: float) -> Point:
    (x, y), (ahead_x, ahead_y) = joint[:2], joint.heading.step
    return Point(
        x / 2 + ahead * ahead_x - aside * ahead_y, y / 2 + ahead * ahead_y + aside * ahead_x
    )
