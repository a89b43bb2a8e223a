"""The camera over the table: where a point of the table lies in the picture.

The table is measured in widths of a tile: x to the right, y downwards, z up from its top.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera that looks at (x, y) of the table."""

    wide: int
    high: int
    focal: float
    x: float
    y: float
    turn: float
    tilt: float
    distance: float
    aside: tuple[float, float] = (0.0, 0.0)
    #: Above 1, the picture was made wider than it was taken.
    stretch: float = 1.0

    def plane(self, height: float) -> Points:
        """The homography from the plane at this height to pixels."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        up, down = np.cos(self.tilt), np.sin(self.tilt)
        turned = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
        moved = np.array([[1, 0, -self.x], [0, 1, -self.y], [0, 0, 1.0]])
        tilted = np.array(
            [[1, 0, 0], [0, up, -height * down], [0, -down, self.distance - height * up]]
        )
        middle = (self.wide / 2 + self.aside[0], self.high / 2 + self.aside[1])
        wider = self.focal * self.stretch
        lens = np.array([[wider, 0, middle[0]], [0, self.focal, middle[1]], [0, 0, 1.0]])
        return np.asarray(lens @ tilted @ turned @ moved)

    def project(self, points: Points, height: float = 0) -> Points:
        """Pixels of points at one height, given as rows of x and y."""
        return through(self.plane(height), points)

    def scale(self, at: Points, height: float = 0) -> float:
        """Pixels in the width of a tile, there, in the direction that shows most."""
        around = at + np.array([[0, 0], [0.5, 0], [0, 0.5]])
        origin, right, below = self.project(around, height)
        return 2 * float(max(np.hypot(*(right - origin)), np.hypot(*(below - origin))))


def through(matrix: Points, points: Points) -> Points:
    """Points under a homography."""
    flat = points @ matrix[:, :2].T + matrix[:, 2]
    divided: Points = flat[:, :2] / flat[:, 2:]
    return divided
