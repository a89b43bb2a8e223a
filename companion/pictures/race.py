"""The race chart: each side's score over the tiles set."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from companion.pictures.shape import Box, Point

_LABEL_HEIGHT: Final = 16.0
_TICKS: Final = 5


@dataclass(frozen=True)
class Tick:
    """A number on an axis: tiles set along the bottom, points up the left."""

    value: int
    at: float


@dataclass(frozen=True)
class RaceLine:
    """A side's line: its score before the first tile and after each, and where its label begins."""

    name: str
    points: tuple[Point, ...]
    score: int
    label: Point


@dataclass(frozen=True)
class RaceChart:
    """The chart in a box: lines, ticks and the height of the target, all in the box's units."""

    plot: Box
    lines: tuple[RaceLine, ...]
    tile_ticks: tuple[Tick, ...]
    score_ticks: tuple[Tick, ...]
    target_at: float


@dataclass(frozen=True)
class _Scale:
    """Maps values to a stretch of the box; a scale without length maps all to its start."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        if self.high == self.low:
            return self.start
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def draw_race(
    scores: Sequence[tuple[str, Sequence[int]]],
    target: int,
    box: Box,
    label_height: float = _LABEL_HEIGHT,
) -> RaceChart:
    """The race to a target: for each side its name and its scores, at the start and by tile.

    `box` is what the lines may fill; the ticks' numbers go left of it and below it, the labels to
    its right, each at the height of its line's end or as near as the others let it. Lengths are in
    the box's units. Raises `ValueError` where a side has no score or the target is below 1.
    """
    if target < 1:
        raise ValueError(f"a race goes to 1 point or more, not {target}")
    if any(not side for _, side in scores):
        raise ValueError("a side has a score from the start, 0 points")
    every = [score for _, side in scores for score in side]
    last = max((len(side) - 1 for _, side in scores), default=0)
    across = _Scale(0, last, box.left, box.right)
    up = _Scale(min([0, *every]), max([target, *every]), box.bottom, box.top)
    return RaceChart(
        plot=box,
        lines=tuple(_lines(scores, across, up, box, label_height)),
        tile_ticks=tuple(Tick(value, across.at(value)) for value in nice_numbers(0, last)),
        score_ticks=tuple(
            Tick(value, up.at(value)) for value in nice_numbers(int(up.low), int(up.high))
        ),
        target_at=up.at(target),
    )


def nice_numbers(low: int, high: int, most: int = _TICKS) -> tuple[int, ...]:
    """The multiples of a round number (1, 2, 5, 10, 20…) from low to high, few enough to read."""
    step = next(
        step for step in _round_numbers() if floor(high / step) - ceil(low / step) + 1 <= most
    )
    return tuple(range(ceil(low / step) * step, high + 1, step))


def _round_numbers() -> Iterator[int]:
    tens = 1
    while True:
        yield from (tens, 2 * tens, 5 * tens)
        tens *= 10


def _lines(
    scores: Sequence[tuple[str, Sequence[int]]],
    across: _Scale,
    up: _Scale,
    box: Box,
    label_height: float,
) -> Iterator[RaceLine]:
    labels = _spread([up.at(side[-1]) for _, side in scores], box, label_height)
    for (name, side), label in zip(scores, labels, strict=True):
        points = tuple(Point(across.at(tile), up.at(score)) for tile, score in enumerate(side))
        yield RaceLine(name, points, side[-1], Point(box.right, label))


def _spread(heights: Sequence[float], box: Box, apart: float) -> list[float]:
    """The heights moved as little as needed to be so far apart, and within the box if they fit."""
    if not heights:
        return []
    order = sorted(range(len(heights)), key=lambda line: heights[line])
    lowest = max(box.bottom - apart / 2, box.top + apart * (len(heights) - 0.5))
    spread = list(heights)
    above = box.top - apart / 2
    for line in order:
        above = spread[line] = max(spread[line], above + apart)
    below = lowest + apart
    for line in reversed(order):
        below = spread[line] = min(spread[line], below - apart)
    return spread
