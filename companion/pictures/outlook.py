"""The outlook of an opening: how well its arm could go on from here.

It is what a person sees at a glance before setting a tile: where is felt left, and for which arm.
"""

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from companion.pictures.felt import Felt
from companion.pictures.opening import Opening
from companion.pictures.pose import Pose

_REACH: Final = 14  # half units: some three tiles ahead
_SHARED: Final = 0.5  # what felt is worth that two arms could come to
_CROWDED: Final = 0.3  # and more than two
_OFF_THE_TABLE: Final = 0.4  # what felt beyond the table's edge is worth


class Outlook(NamedTuple):
    """How an opening's arm could go on.

    `overhang` is how far the next tile would lie off the table, in units. `reached` are the points
    of the felt that the arm could come to within three tiles or so, `watched` those where a new
    tile could change the outlook. `is_stuck` says that no tile could join at all.
    """

    opening: Opening
    overhang: float
    watched: int
    reached: int
    is_stuck: bool


def survey(felt: Felt, opening: Opening) -> Outlook:
    """How the arm could go on from an opening."""
    starts, watched, overhang = 0, 0, inf
    for joint in opening.joints:
        pose = Pose.joined(joint, is_double=False)
        if felt.has_room_for(pose):
            watched |= felt.squares_under(pose)
            starts |= felt.lattice.point(*joint.ahead(2))
            overhang = min(overhang, felt.lattice.overhang(pose))
    reached = _flood(felt, starts)
    return Outlook(opening, overhang, watched | reached, reached, is_stuck=not watched)


def _flood(felt: Felt, reached: int) -> int:
    """The points within reach that leave an arm one unit of felt on each side of its middle."""
    free = felt.lattice.outskirts & ~felt.crowded
    stride = felt.lattice.stride
    reached &= free
    for _ in range(_REACH):
        beside = reached << 1 | reached >> 1 | reached << stride | reached >> stride
        further = (reached | beside) & free
        if further == reached:
            break
        reached = further
    return reached


def rooms(felt: Felt, outlooks: Sequence[Outlook]) -> list[float]:
    """The felt within each opening's reach, in quarter units; shared felt is divided."""
    some = several = many = 0
    for outlook in outlooks:
        many |= several & outlook.reached
        several |= some & outlook.reached
        some |= outlook.reached
    table = felt.lattice.table
    alone, shared, crowd = table & some & ~several, table & several & ~many, table & many
    return [
        (outlook.reached & alone).bit_count()
        + _SHARED * (outlook.reached & shared).bit_count()
        + _CROWDED * (outlook.reached & crowd).bit_count()
        + _OFF_THE_TABLE * (outlook.reached & ~table).bit_count()
        for outlook in outlooks
    ]
