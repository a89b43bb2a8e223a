"""Rings: where the markers of the open ends lie, beside their hosts and on nothing else."""

from collections.abc import Iterable, Iterator, Sequence
from math import dist
from typing import Final

from companion.pictures.opening import Opening
from companion.pictures.pose import Heading, Joint
from companion.pictures.shape import Box, LaidTile, OpenEnd, Point, Ring

RING_RADIUS: Final = 0.53
"""A ring of this radius fits where a half would lie."""

_DISTANCES: Final = (0.0, 0.2, 0.45, 0.75, 1.1)  # units between a host and its ring
_SHIFTS: Final = (0.0, -0.25, 0.25, -0.5, 0.5)  # units sideways from an arm's middle
_NEARBY: Final = 4.0  # units: a ring reaches no tile further away
_SIZES: Final = (1.0, 0.8, 0.6)  # a smaller ring before a hidden one


def mark_open_ends(
    openings: Sequence[Opening], tiles: Sequence[LaidTile], radius: float = RING_RADIUS
) -> tuple[OpenEnd, ...]:
    """The open ends with their rings, in the order of the openings.

    Those with the fewest free places choose first, so that rings keep clear of each other.
    """
    nearby = {opening: _faces_near(opening, tiles) for opening in openings}
    rings: dict[Opening, Ring] = {}
    for opening in sorted(openings, key=lambda opening: _ways_on(opening, nearby[opening], radius)):
        rings[opening] = _place(opening, nearby[opening], rings.values(), radius)
    return tuple(_open_end(opening, rings[opening]) for opening in openings)


def _open_end(opening: Opening, ring: Ring) -> OpenEnd:
    degrees = 90 * opening.joints[0].heading
    return OpenEnd(opening.host, opening.pips, opening.kind, degrees, ring)


def _faces_near(opening: Opening, tiles: Iterable[LaidTile]) -> list[Box]:
    middle = Point(opening.joints[0].x / 2, opening.joints[0].y / 2)
    return [laid.face for laid in tiles if laid.box.distance(middle) < _NEARBY]


def _ways_on(opening: Opening, faces: Iterable[Box], radius: float) -> int:
    """In how many ways a ring could lie right beside the host."""
    centres = (_point(joint, radius, 0.0) for joint in opening.joints)
    return sum(not _lies_on_a_tile(centre, radius, faces) for centre in centres)


def _place(opening: Opening, faces: Iterable[Box], others: Iterable[Ring], radius: float) -> Ring:
    for size in _SIZES:
        for centre in _centres(opening.joints, radius * size):
            if not _lies_on_a_tile(centre, radius * size, faces) and not _lies_on_a_ring(
                centre, radius * size, others
            ):
                return Ring(centre, radius * size, is_clear=True)
    hidden = radius * _SIZES[-1]
    return Ring(_point(opening.joints[0], hidden, 0.0), hidden, is_clear=False)


def _lies_on_a_tile(centre: Point, radius: float, faces: Iterable[Box]) -> bool:
    return any(face.distance(centre) < radius for face in faces)


def _lies_on_a_ring(centre: Point, radius: float, others: Iterable[Ring]) -> bool:
    return any(dist(centre, other.centre) < radius + other.radius for other in others)


def _centres(joints: Sequence[Joint], radius: float) -> Iterator[Point]:
    for distance in _DISTANCES:
        for joint in joints:
            for shift in _SHIFTS:
                yield _point(joint, radius + distance, shift)


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
