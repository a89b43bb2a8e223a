"""How a tile is placed and what it leaves open, on a lattice of half units."""

from enum import IntEnum, StrEnum
from typing import NamedTuple

from companion.rules.tile import Tile


class Heading(IntEnum):
    """The direction of an arm, clockwise from the right."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    def turned(self, quarters: int) -> "Heading":
        """The heading after so many quarter turns to the right."""
        return Heading((self + quarters) % 4)

    @property
    def step(self) -> tuple[int, int]:
        """One step in this direction, to the right and down."""
        return ((1, 0), (0, 1), (-1, 0), (0, -1))[self]


class Joint(NamedTuple):
    """The point on a host's edge where the next tile would touch it, and the way it would go."""

    x: int
    y: int
    heading: Heading

    def ahead(self, steps: int) -> "Joint":
        """The same joint, so many half units ahead."""
        step_x, step_y = self.heading.step
        return Joint(self.x + steps * step_x, self.y + steps * step_y, self.heading)


class Pose(NamedTuple):
    """A tile's middle and direction, in lattice steps of half a unit."""

    x: int
    y: int
    #: The direction from its joining half to its outer half; a double lies across it.
    heading: Heading
    is_double: bool

    @classmethod
    def joined(cls, joint: Joint, *, is_double: bool) -> "Pose":
        """A tile at a joint: a single goes on from it, a double lies across."""
        return cls(*joint.ahead(1 if is_double else 2), is_double)

    @classmethod
    def turned(cls, joint: Joint, heading: Heading) -> "Pose":
        """A single whose joining half is ahead of a joint and whose outer half turns aside."""
        return cls(*joint.ahead(1)._replace(heading=heading).ahead(1), is_double=False)

    @property
    def lies_level(self) -> bool:
        """Whether the tile's long edge is level."""
        return self.is_double == self.heading % 2

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """The edges of the tile: left, top, right, bottom."""
        wide, high = (2, 1) if self.lies_level else (1, 2)
        return self.x - wide, self.y - high, self.x + wide, self.y + high

    def edge(self, heading: Heading, steps: int) -> Joint:
        """The joint so many half units from the middle."""
        return Joint(self.x, self.y, heading).ahead(steps)

    def around_half(self, heading: Heading) -> tuple[Joint, ...]:
        """The joints around the half on that side: straight on, and the bends left and right."""
        middle = self.edge(heading, 1)
        bends = (middle._replace(heading=heading.turned(way)).ahead(1) for way in (-1, 1))
        return (self.edge(heading, 2), *bends)


class EndKind(StrEnum):
    """What part of its host an open end is."""

    HALF = "half"
    SIDE = "side"
    END = "end"


class Opening(NamedTuple):
    """A half of a single, or a side or end of a double, that no tile covers."""

    host: Tile
    #: How the host lies.
    pose: Pose
    pips: int
    kind: EndKind
    #: Where the next tile can join: straight first, then the bends left and right.
    joints: tuple[Joint, ...]


def openings_of(
    tile: Tile, joined_pips: int | None, pose: Pose, *, is_spinner: bool
) -> tuple[Opening, ...]:
    """What a tile leaves open that joins with the half of these pips, or leads (None)."""
    ahead, back = pose.heading, pose.heading.turned(2)
    if tile.is_double:
        sides = [ahead, back] if joined_pips is None else [ahead]
        ends = [ahead.turned(-1), ahead.turned(1)] if is_spinner else []
        joints = [(EndKind.SIDE, pose.edge(way, 1)) for way in sides]
        joints += [(EndKind.END, pose.edge(way, 2)) for way in ends]
        return tuple(Opening(tile, pose, tile.high, kind, (joint,)) for kind, joint in joints)
    if joined_pips is None:
        # It heads away from its larger half.
        halves = [(tile.low, ahead), (tile.high, back)]
    else:
        halves = [(tile.other_half(joined_pips), ahead)]
    kind = EndKind.HALF
    return tuple(Opening(tile, pose, pips, kind, pose.around_half(way)) for pips, way in halves)


def open_now(openings: tuple[Opening, ...]) -> tuple[Opening, ...]:
    """The openings for the next tile: a spinner's ends only once both sides are covered."""
    bare_sided = {opening.host for opening in openings if opening.kind is EndKind.SIDE}
    return tuple(
        opening
        for opening in openings
        if opening.kind is not EndKind.END or opening.host not in bare_sided
    )
