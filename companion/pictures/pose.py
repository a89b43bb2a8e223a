"""How a tile lies: on a lattice of half a unit, so that a crosswise double fits as well."""

from enum import IntEnum
from typing import NamedTuple


class Heading(IntEnum):
    """The way an arm runs, clockwise from the right edge of the picture."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def left(self) -> "Heading":
        """The heading after a turn to the left."""
        return _HEADINGS[self - 1]

    @property
    def right(self) -> "Heading":
        """The heading after a turn to the right."""
        return _HEADINGS[(self + 1) % 4]

    @property
    def back(self) -> "Heading":
        """The opposite heading."""
        return _HEADINGS[(self + 2) % 4]

    @property
    def is_level(self) -> bool:
        """Whether the arm runs left or right rather than up or down."""
        return self % 2 == 0


_HEADINGS = tuple(Heading)
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Joint(NamedTuple):
    """The middle of a host's edge where the next tile would touch it, and the way it would run.

    In lattice steps of half a unit from the middle of the table, y growing downwards.
    """

    x: int
    y: int
    heading: Heading

    def ahead(self, steps: int) -> tuple[int, int]:
        """The lattice point so many half units further on."""
        step_x, step_y = _STEPS[self.heading]
        return self.x + steps * step_x, self.y + steps * step_y

    def onwards(self, steps: int) -> "Joint":
        """The same joint, so many half units further on."""
        return Joint(*self.ahead(steps), self.heading)


class Pose(NamedTuple):
    """A tile's middle and footprint, in lattice steps of half a unit.

    `heading` is the way from its joining half to its outer half; a double lies across it.
    """

    x: int
    y: int
    heading: Heading
    is_double: bool

    @classmethod
    def joined(cls, joint: Joint, is_double: bool) -> "Pose":
        """A tile set at a joint: a single runs on from it, a double lies across."""
        return cls(*joint.ahead(1 if is_double else 2), joint.heading, is_double)

    @classmethod
    def turned(cls, joint: Joint, heading: Heading) -> "Pose":
        """A single whose joining half lies ahead of a joint and whose outer half beside that."""
        joining = Joint(*joint.ahead(1), heading)
        return cls(*joining.ahead(1), heading, is_double=False)

    @property
    def lies_level(self) -> bool:
        """Whether the tile's long edge is level in the picture."""
        return self.heading.is_level != self.is_double

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """The footprint as left, top, right, bottom."""
        wide, high = (2, 1) if self.lies_level else (1, 2)
        return self.x - wide, self.y - high, self.x + wide, self.y + high

    def edge(self, heading: Heading, steps: int) -> Joint:
        """The joint on the edge that lies so many half units from the middle."""
        return Joint(self.x, self.y, heading).onwards(steps)

    def sides(self) -> tuple[Joint, Joint]:
        """The joints on a double's two sides, the far one first."""
        return self.edge(self.heading, 1), self.edge(self.heading.back, 1)

    def ends(self) -> tuple[Joint, Joint]:
        """The joints on a double's two ends."""
        return self.edge(self.heading.left, 2), self.edge(self.heading.right, 2)

    def around_half(self, heading: Heading) -> tuple[Joint, Joint, Joint]:
        """The joints around the half on that side: straight on, and for a bend left and right."""
        straight = self.edge(heading, 2)
        middle = self.edge(heading, 1)
        return (
            straight,
            Joint(middle.x, middle.y, heading.left).onwards(1),
            Joint(middle.x, middle.y, heading.right).onwards(1),
        )
