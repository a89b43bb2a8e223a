"""The score of a placement: which place a person at a real table would choose for a tile.

People go straight on while there is felt, bend before the edge, run in no zigzag, and leave room
for tiles to come. Each has a weight, tuned over random hands; the lowest sum wins. A phone shows
few tiles large, so its edge is nearer at first: the picture grows only if that leaves more room.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf
from typing import Final, NamedTuple

from companion.pictures.felt_grid import (
    HALF_HEIGHT,
    HALF_WIDTH,
    OUTSKIRTS,
    STRIDE,
    TABLE,
    FeltGrid,
    overhang,
    point,
    squares_under,
)
from companion.pictures.pose import EndKind, Heading, Opening, Pose
from companion.pictures.shapes import Box
from companion.rules.tile import Tile

# What each unpleasantness weighs.
_BEND: Final = 0.8
_ZIGZAG: Final = 8.0
_HAIRPIN: Final = 1.0
_OFF_THE_TABLE: Final = 0.7
_OVERHANG: Final = 1.5
_GROWTH: Final = 50.0
_CRAMPED: Final = 30.0
_COMFORTABLE_ROOM: Final = 85.0
_STUCK: Final = 90.0
_HIDDEN: Final = 5.0
_LATER: Final = 0.9

# What felt is worth that two arms can reach, or more than two, or that is beyond the edge.
_SHARED: Final = 0.4
_CROWDED: Final = 0.3
_BEYOND_THE_EDGE: Final = 0.4

#: The share of the table that a picture shows at least.
_SMALLEST: Final = 0.66
_REACH: Final = 28  # half units: some seven tiles ahead
_RING_STEPS: Final = 3  # half units that a ring and its margin take
_TILES_OF_A_NUMBER: Final = 7


class Outlook(NamedTuple):
    """How the arm of an opening could go on."""

    opening: Opening
    #: How far the next tile would reach off the table, in units.
    overhang: float
    #: The points where a new tile could change the outlook.
    watched: int
    #: The points that the arm can reach within some seven tiles.
    reached: int
    #: Whether no tile can join at all.
    is_stuck: bool


def survey(felt: FeltGrid, opening: Opening) -> Outlook:
    """The outlook of an opening."""
    starts, watched, least = 0, 0, inf
    for joint in opening.joints:
        pose = Pose.joined(joint, is_double=False)
        if felt.has_room_for(pose) and felt.keeps_apart(pose, opening.pose):
            watched |= squares_under(pose)
            starts |= point(*joint.ahead(2)[:2])
            least = min(least, overhang(pose))
    reached = _flood(felt, starts)
    return Outlook(opening, least, watched | reached, reached, is_stuck=not watched)


def _flood(felt: FeltGrid, reached: int) -> int:
    """The points within reach that have one unit of free felt on each side of an arm."""
    free = OUTSKIRTS & ~felt.crowded
    reached &= free
    for _ in range(_REACH):
        beside = reached << 1 | reached >> 1 | reached << STRIDE | reached >> STRIDE
        further = (reached | beside) & free
        if further == reached:
            break
        reached = further
    return reached


def displeasure_at_place(
    pose: Pose, arm: Sequence[Heading], *, bends: bool, growth: float
) -> float:
    """How unpleasant a place is for a tile.

    `arm` are the headings of the tiles before it, its host's first; `growth` is that of `size_of`.
    """
    bend = _BEND + _displeasure_at_bend(pose.heading, arm) if bends else 0.0
    return bend + _OFF_THE_TABLE * overhang(pose) + _GROWTH * growth


def _displeasure_at_bend(heading: Heading, arm: Sequence[Heading]) -> float:
    host, *before = arm
    last = next((each for each in before if each != host), heading)
    if last == heading:
        return _ZIGZAG if heading in before else 0.0
    return _HAIRPIN if last == before[0] else 0.0


def size_of(extent: Box, openings: Iterable[Opening]) -> float:
    """How much of the table the picture must show, for tiles that reach so far and rings.

    `extent` is in half units.
    """
    left, top, right, bottom = extent
    for opening in openings:
        # Each ring where it needs the least room.
        _, x, y = min(
            (max(0, left - x) + max(0, x - right) + max(0, top - y) + max(0, y - bottom), x, y)
            for x, y, _ in (joint.ahead(_RING_STEPS) for joint in opening.joints)
        )
        left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
    wider = max(_SMALLEST, (right - left) / (2 * HALF_WIDTH))
    higher = max(_SMALLEST, (bottom - top) / (2 * HALF_HEIGHT))
    return max(wider, higher) + (wider + higher) / 10


def displeasure_at_outlooks(tiles: Iterable[Tile], outlooks: Sequence[Outlook]) -> float:
    """How unpleasant the outlooks of the openings are, weighted by demand."""
    demand = _demand(tiles, [outlook.opening for outlook in outlooks])
    wanted = [outlook for outlook in outlooks if demand[outlook.opening.pips]]
    hidden = _HIDDEN * sum(outlook.is_stuck for outlook in outlooks)
    return hidden + sum(
        _worry(outlook, room, demand[outlook.opening.pips])
        for outlook, room in zip(wanted, _rooms(wanted), strict=True)
    )


def _demand(tiles: Iterable[Tile], openings: Sequence[Opening]) -> dict[int, float]:
    """For each number, the share of its openings that tiles to come could join."""
    gone = Counter(pips for tile in tiles for pips in set(tile))
    wanted = Counter(opening.pips for opening in openings)
    return {
        pips: min(1.0, (_TILES_OF_A_NUMBER - gone[pips]) / number)
        for pips, number in wanted.items()
    }


def _rooms(outlooks: Sequence[Outlook]) -> list[float]:
    """The felt that each opening can reach, in quarter units; shared felt counts less."""
    some = several = many = 0
    for outlook in outlooks:
        many |= several & outlook.reached
        several |= some & outlook.reached
        some |= outlook.reached
    alone, shared, crowd = TABLE & some & ~several, TABLE & several & ~many, TABLE & many
    return [
        (outlook.reached & alone).bit_count()
        + _SHARED * (outlook.reached & shared).bit_count()
        + _CROWDED * (outlook.reached & crowd).bit_count()
        + _BEYOND_THE_EDGE * (outlook.reached & ~TABLE).bit_count()
        for outlook in outlooks
    ]


def _worry(outlook: Outlook, room: float, demand: float) -> float:
    if outlook.opening.kind is EndKind.END:
        demand *= _LATER
    if outlook.is_stuck:
        return _STUCK * demand
    cramped = _CRAMPED / (1 + room / _COMFORTABLE_ROOM)
    return demand * (cramped + _OVERHANG * outlook.overhang)
