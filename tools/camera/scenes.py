"""Where tiles lie on the table: left in hand, a whole set, a legal layout, faces among backs, none.

Lengths are in widths of a tile, angles in radians. A tile at angle 0 lies upright.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .layouts import Join, lay
from .noise import Rng

Points = NDArray[np.floating[Any]]
Halves = tuple[int, int]

ALL_TILES: list[Halves] = [(high, low) for high in range(7) for low in range(high + 1)]
KINDS = ("hand", "set", "layout", "none", "backs")


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile on the table; without halves, its back shows."""

    halves: Halves | None
    x: float
    y: float
    turn: float

    def corners(self, length: float, grow: float = 0) -> Points:
        """Clockwise as seen from above, beginning at the outer edge of the first half."""
        wide, high = 0.5 + grow, length / 2 + grow
        corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]])
        return self.placed(corners)

    def placed(self, points: Points) -> Points:
        """Points of the upright tile, where they lie on the table."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        moved: Points = points @ np.array([[cos, sin], [-sin, cos]]) + (self.x, self.y)
        return moved


@dataclass(slots=True)
class Scene:
    """The tiles on a table, and which halves of a layout meet: (tile, at), (tile, at)."""

    tiles: list[Placed]
    joins: list[Join] = field(default_factory=list)

    def until(self, count: int) -> "Scene":
        """The table when only the first tiles lay there."""
        joins = [join for join in self.joins if join["tiles"][1] < count]
        return Scene(self.tiles[:count], joins)


def scene(
    rng: Rng,
    kind: str,
    length: float,
    count: int | None = None,
    tiles: list[Halves] | None = None,
) -> Scene:
    """Tiles of this kind of scene; `count` of them, or these, if it is said."""
    if kind == "none":
        return Scene([])
    if kind == "layout":
        laid, joins = lay(rng, length, count or int(rng.integers(1, 22)))
        return Scene([Placed(*tile) for tile in laid], joins)
    if kind == "set":
        count = 28
    several = count or int(rng.integers(1, 15))
    order = rng.permutation(len(ALL_TILES))[:several]
    if kind == "set" and rng.random() < 0.3:
        order = np.sort(order)
    chosen = tiles or [ALL_TILES[index] for index in order]
    halves: list[Halves | None] = [_either_way(rng, tile) for tile in chosen]
    if kind == "backs":
        backs = int(rng.integers(1, 10))
        halves = [*[None] * backs, *halves[: int(rng.integers(0, 9))]]
        halves = [halves[int(index)] for index in rng.permutation(len(halves))]
    return Scene(_spread(rng, halves, length))


def _either_way(rng: Rng, tile: Halves) -> Halves:
    return tile if rng.random() < 0.5 else (tile[1], tile[0])


def _spread(rng: Rng, halves: list[Halves | None], length: float) -> list[Placed]:
    if rng.random() < 0.45:
        return scattered(rng, halves, length)
    return _in_rows(rng, halves, length)


def _in_rows(rng: Rng, halves: list[Halves | None], length: float) -> list[Placed]:
    """Side by side or end to end, in a few rows or in one; touching, or with gaps."""
    count = len(halves)
    stands = rng.random() < 0.7
    wide, high = (1.0, length) if stands else (length, 1.0)
    squat = rng.uniform(0.4, 2)
    even = count if squat < 0.55 else max(1, round(np.sqrt(count * high / wide * squat)))
    gap_x = 0.0 if rng.random() < 0.4 else float(rng.uniform(0.02, 0.6))
    gap_y = 0.0 if rng.random() < 0.3 else float(rng.uniform(0.02, 0.8))
    mess = float(rng.choice([0.004, 0.03, 0.1]))
    placed = []
    for index, tile in enumerate(halves):
        column, row = index % even, index // even
        x = column * (wide + max(gap_x, mess)) + rng.normal(0, mess / 3)
        y = row * (high + max(gap_y, mess)) + rng.normal(0, mess / 3)
        turn = (0.0 if stands else np.pi / 2) + rng.normal(0, mess / 2)
        placed.append(Placed(tile, float(x), float(y), float(turn)))
    return _settled(placed, length)


def scattered(rng: Rng, halves: list[Halves | None], length: float) -> list[Placed]:
    """At any angle; no two overlap, but some touch."""
    placed: list[Placed] = []
    reach = np.sqrt(len(halves) * length) * rng.uniform(0.6, 1.3)
    straight = rng.random() < 0.3
    for tile in halves:
        for attempt in range(200):
            grow = reach * (1 + attempt / 40)
            x, y = rng.uniform(-grow, grow, 2)
            turn = float(rng.integers(4)) * np.pi / 2 + rng.normal(0, 0.15)
            if not straight:
                turn = float(rng.uniform(0, 2 * np.pi))
            candidate = Placed(tile, float(x), float(y * 0.8), turn)
            if not any(overlap(candidate, other, length) for other in placed):
                placed.append(candidate)
                break
    return placed


def _settled(placed: list[Placed], length: float) -> list[Placed]:
    """Without those that crookedness laid on another one."""
    kept: list[Placed] = []
    for tile in placed:
        if not any(overlap(tile, other, length, -0.015) for other in kept):
            kept.append(tile)
    return kept


def overlap(one: Placed, other: Placed, length: float, grow: float = 0.01) -> bool:
    """Whether two tiles lie on each other, each made a little larger."""
    if np.hypot(one.x - other.x, one.y - other.y) > length + 1:
        return False
    first, second = one.corners(length, grow), other.corners(length, grow)
    for turn in (one.turn, other.turn):
        for axis in (turn, turn + np.pi / 2):
            way = np.array([np.cos(axis), np.sin(axis)])
            mine, theirs = first @ way, second @ way
            if mine.max() < theirs.min() or theirs.max() < mine.min():
                return False
    return True
