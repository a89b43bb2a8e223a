"""Taste: of the places where a tile may lie, which one a person at a real table would choose.

A person goes straight on while there is felt, bends before the edge, keeps off other arms and
leaves room where tiles are still to come. Each of these has a weight; the lowest sum wins. The
weights were tuned over some thousand random hands (see the README).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from companion.pictures.felt import Felt
from companion.pictures.opening import EndKind, Opening
from companion.pictures.outlook import Outlook, rooms
from companion.pictures.pose import Pose
from companion.rules.tile import Tile

_TILES_OF_A_NUMBER: Final = 7
_RING_STEPS: Final = 3  # half units that a ring and its margin take


class Taste(NamedTuple):
    """What each unpleasantness weighs."""

    bend: float = 0.4
    touch: float = 0.15
    off_the_table: float = 0.7
    overhang: float = 1.5
    growth: float = 35.0
    cramped: float = 10.0
    comfortable_room: float = 50.0
    stuck: float = 30.0
    hidden: float = 0.8
    later: float = 0.6


TASTE = Taste()


class Extent(NamedTuple):
    """How far the tiles reach, in half units from the middle of the table."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    def with_tile(self, pose: Pose) -> "Extent":
        """The extent after a tile was laid down."""
        left, top, right, bottom = pose.corners
        return Extent(
            min(self.left, left),
            min(self.top, top),
            max(self.right, right),
            max(self.bottom, bottom),
        )

    def with_rings(self, openings: Iterable[Opening]) -> "Extent":
        """The extent with the rings of these openings, each where it needs least room."""
        left, top, right, bottom = self
        for opening in openings:
            reaches = [
                (max(0, left - x) + max(0, x - right) + max(0, top - y) + max(0, y - bottom), x, y)
                for x, y in (joint.ahead(_RING_STEPS) for joint in opening.joints)
            ]
            _, x, y = min(reaches)
            left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
        return Extent(left, top, right, bottom)

    def growth(self, felt: Felt) -> float:
        """By what share the picture must be larger than the table."""
        wider = (self.right - self.left) / (2 * felt.lattice.half_width)
        higher = (self.bottom - self.top) / (2 * felt.lattice.half_height)
        return max(1.0, wider, higher) + (max(1.0, wider) + max(1.0, higher)) / 4


def displeasure_at_place(felt: Felt, pose: Pose, host: Pose, bends: bool) -> float:
    """What is unpleasant about the place itself, on the felt before the tile lies there."""
    nearby = felt.squares_under(pose, margin=1) & felt.taken & ~felt.squares_under(host)
    return (
        TASTE.bend * bends
        + TASTE.touch * nearby.bit_count()
        + TASTE.off_the_table * felt.lattice.overhang(pose)
    )


def displeasure_at_outlooks(
    felt: Felt, tiles: Iterable[Tile], outlooks: Sequence[Outlook]
) -> float:
    """What is unpleasant about the openings that are left, those in demand first."""
    demand = _demand(tiles, [outlook.opening for outlook in outlooks])
    wanted = [outlook for outlook in outlooks if demand[outlook.opening.pips]]
    hidden = TASTE.hidden * sum(outlook.is_stuck for outlook in outlooks)
    return hidden + sum(
        _worry(outlook, room, demand[outlook.opening.pips])
        for outlook, room in zip(wanted, rooms(felt, wanted), strict=True)
    )


def displeasure_at_growth(felt: Felt, before: Extent, after: Extent) -> float:
    """What is unpleasant about a picture that must grow."""
    return TASTE.growth * (after.growth(felt) - before.growth(felt))


def _demand(tiles: Iterable[Tile], openings: Sequence[Opening]) -> dict[int, float]:
    """For each number, the share of its openings that the tiles still to come could join."""
    gone = Counter(pips for tile in tiles for pips in set(tile))
    wanted = Counter(opening.pips for opening in openings)
    return {
        pips: min(1.0, (_TILES_OF_A_NUMBER - gone[pips]) / number)
        for pips, number in wanted.items()
    }


def _worry(outlook: Outlook, room: float, demand: float) -> float:
    if outlook.opening.kind is EndKind.END:
        demand *= TASTE.later
    if outlook.is_stuck:
        return TASTE.stuck * demand
    cramped = TASTE.cramped / (1 + room / TASTE.comfortable_room)
    return demand * (cramped + TASTE.overhang * outlook.overhang)
