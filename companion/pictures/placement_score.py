"""Taste: of the places where a tile may lie, which one a person at a real table would choose.

A person goes straight on while there is felt, bends before the edge, keeps off other arms and
leaves room where tiles are still to come. Each of these has a weight; the lowest sum wins. The
weights were tuned over some thousand random hands (see the README).
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
from companion.pictures.pose import EndKind, Opening, Pose
from companion.pictures.shapes import Box
from companion.rules.tile import Tile

# What each unpleasantness weighs.
_BEND: Final = 0.4
_TOUCH: Final = 0.15
_OFF_THE_TABLE: Final = 0.7
_OVERHANG: Final = 1.5
_GROWTH: Final = 35.0
_CRAMPED: Final = 10.0
_COMFORTABLE_ROOM: Final = 50.0
_STUCK: Final = 30.0
_HIDDEN: Final = 0.8
_LATER: Final = 0.6

# What felt is worth that two arms could come to, or more than two, or beyond the table's edge.
_SHARED: Final = 0.5
_CROWDED: Final = 0.3
_BEYOND_THE_EDGE: Final = 0.4

_REACH: Final = 14  # half units: some three tiles ahead
_RING_STEPS: Final = 3  # half units that a ring and its margin take
_TILES_OF_A_NUMBER: Final = 7


class Outlook(NamedTuple):
    """How an opening's arm could go on: what a person sees at a glance before setting a tile.

    `overhang` is how far the next tile would lie off the table, in units. `reached` are the points
    of the felt that the arm could come to within three tiles or so, `watched` those where a new
    tile could change the outlook. `is_stuck` says that no tile could join at all.
    """

    opening: Opening
    overhang: float
    watched: int
    reached: int
    is_stuck: bool


def survey(felt: FeltGrid, opening: Opening) -> Outlook:
    """How the arm could go on from an opening."""
    starts, watched, least = 0, 0, inf
    for joint in opening.joints:
        pose = Pose.joined(joint, is_double=False)
        if felt.has_room_for(pose):
            watched |= squares_under(pose)
            starts |= point(*joint.ahead(2)[:2])
            least = min(least, overhang(pose))
    reached = _flood(felt, starts)
    return Outlook(opening, least, watched | reached, reached, is_stuck=not watched)


def _flood(felt: FeltGrid, reached: int) -> int:
    """The points within reach that leave an arm one unit of felt on each side of its middle."""
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
    felt: FeltGrid, pose: Pose, host: Pose, *, bends: bool, growth: float
) -> float:
    """How unpleasant a place is before the tile lies there; `growth` is of what `size_of` has."""
    nearby = (squares_under(pose, margin=1) & felt.taken & ~squares_under(host)).bit_count()
    return _BEND * bends + _TOUCH * nearby + _OFF_THE_TABLE * overhang(pose) + _GROWTH * growth


def size_of(extent: Box, openings: Iterable[Opening]) -> float:
    """By what share the picture must be larger than the table.

    `extent` is how far the tiles reach, in half units; the rings of the openings lie around it.
    """
    left, top, right, bottom = extent
    for opening in openings:
        # Each ring where it needs least room.
        _, x, y = min(
            (max(0, left - x) + max(0, x - right) + max(0, top - y) + max(0, y - bottom), x, y)
            for x, y, _ in (joint.ahead(_RING_STEPS) for joint in opening.joints)
        )
        left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
    wider = max(1.0, (right - left) / (2 * HALF_WIDTH))
    higher = max(1.0, (bottom - top) / (2 * HALF_HEIGHT))
    return max(wider, higher) + (wider + higher) / 4


def displeasure_at_outlooks(tiles: Iterable[Tile], outlooks: Sequence[Outlook]) -> float:
    """What is unpleasant about the openings that are left, those in demand first."""
    demand = _demand(tiles, [outlook.opening for outlook in outlooks])
    wanted = [outlook for outlook in outlooks if demand[outlook.opening.pips]]
    hidden = _HIDDEN * sum(outlook.is_stuck for outlook in outlooks)
    return hidden + sum(
        _worry(outlook, room, demand[outlook.opening.pips])
        for outlook, room in zip(wanted, _rooms(wanted), strict=True)
    )


def _demand(tiles: Iterable[Tile], openings: Sequence[Opening]) -> dict[int, float]:
    """For each number, the share of its openings that the tiles still to come could join."""
    gone = Counter(pips for tile in tiles for pips in set(tile))
    wanted = Counter(opening.pips for opening in openings)
    return {
        pips: min(1.0, (_TILES_OF_A_NUMBER - gone[pips]) / number)
        for pips, number in wanted.items()
    }


def _rooms(outlooks: Sequence[Outlook]) -> list[float]:
    """The felt within each opening's reach, in quarter units; shared felt is divided."""
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
