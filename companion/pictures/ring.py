"""Rings: where the markers of the open ends lie, beside their hosts and on nothing else."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.pictures.opening import Opening
from companion.pictures.pose import Heading, Joint
from companion.pictures.shape import Box, LaidTile, OpenEnd, Point, Ring

RING_RADIUS: Final = 0.53
"""A ring of this radius fits where a half would lie."""

_DISTANCES: Final = (0.0, 0.2, 0.45, 0.75, 1.1)  # units between a host and its ring
_SHIFTS: Final = (0.0, -0.25, 0.25, -0.5, 0.5)  # units sideways from an arm's middle
_SIZES: Final = (1.0, 0.8, 0.6)  # a smaller ring before a hidden one


def mark_open_ends(
    openings: Sequence[Opening], tiles: Sequence[LaidTile], radius: float = RING_RADIUS
) -> tuple[OpenEnd, ...]:
    """The open ends with their rings, in the order of the openings.

    Those with the fewest free places choose first, so that rings keep clear of each other.
    """
    faces = [tile.face for tile in tiles]
    free = {opening: _free_rings(opening, faces, radius) for opening in openings}
    rings: dict[Opening, Ring] = {}
    for opening in sorted(openings, key=lambda opening: len(free[opening])):
        rings[opening] = _choose(opening, free[opening], list(rings.values()), radius)
    return tuple(_open_end(opening, rings[opening]) for opening in openings)


def _open_end(opening: Opening, ring: Ring) -> OpenEnd:
    degrees = 90 * opening.joints[0].heading
    return OpenEnd(opening.host, opening.pips, opening.kind, degrees, ring)


def _choose(opening: Opening, free: Sequence[Ring], others: Sequence[Ring], radius: float) -> Ring:
    for ring in free:
        if not any(_overlap(ring, other) for other in others):
            return ring
    hidden = next(_rings(opening.joints, radius * _SIZES[-1]))
    return Ring(hidden.centre, hidden.radius, is_clear=False)


def _overlap(ring: Ring, other: Ring) -> bool:
    across, down = ring.centre.x - other.centre.x, ring.centre.y - other.centre.y
    return across * across + down * down < (ring.radius + other.radius) ** 2


def _free_rings(opening: Opening, faces: Sequence[Box], radius: float) -> list[Ring]:
    middle = Point(opening.joints[0].x / 2, opening.joints[0].y / 2)
    near = [face for face in faces if face.distance(middle) < 4]
    return [
        ring
        for size in _SIZES
        for ring in _rings(opening.joints, radius * size)
        if not _touches(ring, near)
    ]


def _touches(ring: Ring, faces: Iterable[Box]) -> bool:
    return any(face.distance(ring.centre) < ring.radius for face in faces)


def _rings(joints: Sequence[Joint], radius: float) -> Iterator[Ring]:
    for distance in _DISTANCES:
        for joint in joints:
            for shift in _SHIFTS:
                centre = _point(joint, radius + distance, shift)
                yield Ring(centre, radius, is_clear=True)


def _point(joint: Joint, ahead: float, aside: float) -> Point:
    x, y = joint.x / 2, joint.y / 2
    match joint.heading:
        case Heading.EAST:
            return Point(x + ahead, y + aside)
        case Heading.SOUTH:
            return Point(x - aside, y + ahead)
        case Heading.WEST:
            return Point(x - ahead, y - aside)
        case Heading.NORTH:
            return Point(x + aside, y - ahead)
