"""Charts, in the units of their box: the race of a game, and a trend over days."""

from collections.abc import Sequence
from itertools import count
from math import ceil, floor
from typing import Final, NamedTuple

from companion.pictures.shapes import Box, Point

#: The least distance of two labels.
_LABEL_HEIGHT: Final = 16.0
_MOST_TICKS: Final = 5


class Tick(NamedTuple):
    """A number on an axis, and its position."""

    value: int
    at: float


class RaceLine(NamedTuple):
    """The line of a side: its score at the start and after each tile, and where its label is."""

    name: str
    points: tuple[Point, ...]
    score: int
    label: Point


class RaceChart(NamedTuple):
    """The score of each side over the tiles played, the ticks, and the height of the target."""

    plot: Box
    lines: tuple[RaceLine, ...]
    tile_ticks: tuple[Tick, ...]
    score_ticks: tuple[Tick, ...]
    target_at: float


class Trend(NamedTuple):
    """A value over days: a dot for each day, and the ticks."""

    plot: Box
    dots: tuple[Point, ...]
    ticks: tuple[Tick, ...]


class _Scale(NamedTuple):
    """Maps values to a stretch of the box."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        if self.high == self.low:
            return self.start
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    @property
    def ticks(self) -> tuple[Tick, ...]:
        numbers = nice_numbers(int(self.low), int(self.high))
        return tuple(Tick(value, self.at(value)) for value in numbers)


def draw_race(scores: Sequence[tuple[str, Sequence[int]]], target: int, box: Box) -> RaceChart:
    """The race to a target, from the name and scores of each side, at the start and by tile.

    The lines fill the box; ticks go left of it and below, labels to its right.
    """
    every = [score for _, side in scores for score in side]
    last = max((len(side) - 1 for _, side in scores), default=0)
    across = _Scale(0, last, box.left, box.right)
    up = _Scale(min([0, *every]), max([target, *every]), box.bottom, box.top)
    labels = _spread([up.at(side[-1]) for _, side in scores], box)
    lines = tuple(
        RaceLine(
            name,
            tuple(Point(across.at(tile), up.at(score)) for tile, score in enumerate(side)),
            side[-1],
            Point(box.right, label),
        )
        for (name, side), label in zip(scores, labels, strict=True)
    )
    return RaceChart(box, lines, across.ticks, up.ticks, up.at(target))


def draw_trend(values: Sequence[tuple[int, float]], top: int, box: Box) -> Trend:
    """The trend of values by the number of their day, on a scale from 0 to `top`.

    A single day stands in the middle.
    """
    days = [day for day, _ in values]
    up = _Scale(0, top, box.bottom, box.top)
    across = _Scale(min(days, default=0), max(days, default=0), box.left, box.right)
    if len(days) == 1:
        across = across._replace(start=(box.left + box.right) / 2)
    dots = tuple(Point(across.at(day), up.at(value)) for day, value in values)
    return Trend(box, dots, up.ticks)


def nice_numbers(low: int, high: int) -> tuple[int, ...]:
    """The multiples of 1, 2, 5, 10, 20… from low to high, few enough to read."""
    step = next(
        step
        for tens in count()
        for step in (10**tens, 2 * 10**tens, 5 * 10**tens)
        if floor(high / step) - ceil(low / step) < _MOST_TICKS
    )
    return tuple(range(ceil(low / step) * step, high + 1, step))


def _spread(heights: Sequence[float], box: Box) -> list[float]:
    """The heights, moved as little as needed to be apart, and within the box if they fit."""
    order = sorted(range(len(heights)), key=lambda line: heights[line])
    spread = list(heights)
    above = box.top - _LABEL_HEIGHT / 2
    for line in order:
        above = spread[line] = max(spread[line], above + _LABEL_HEIGHT)
    lowest = max(box.bottom - _LABEL_HEIGHT / 2, box.top + _LABEL_HEIGHT * (len(heights) - 0.5))
    below = lowest + _LABEL_HEIGHT
    for line in reversed(order):
        below = spread[line] = min(spread[line], below - _LABEL_HEIGHT)
    return spread
