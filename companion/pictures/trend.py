"""The trend chart: one value over the days, such as how right or how quick answers were."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.pictures.race import Tick, nice_numbers
from companion.pictures.shape import Box, Point


@dataclass(frozen=True)
class Trend:
    """The chart in a box: a dot for each value, joined in order, and the ticks up the left.

    All lengths are in the box's units.
    """

    plot: Box
    dots: tuple[Point, ...]
    ticks: tuple[Tick, ...]


def draw_trend(values: Sequence[tuple[int, float]], top: int, box: Box) -> Trend:
    """The trend of values, each with the number of its day, the earliest first.

    `top` is the value at the upper edge of the box; the lower one is 0. Days that are
    further apart lie further apart; a single day lies in the middle. Raises
    `ValueError` where a value does not fit or the days are out of order.
    """
    if top < 1 or any(not 0 <= value <= top for _, value in values):
        raise ValueError(f"a trend shows values from 0 to {top}")
    days = [day for day, _ in values]
    if any(later <= earlier for earlier, later in pairwise(days)):
        raise ValueError("a trend goes from the earliest day to the latest")

    def height(value: float) -> float:
        return box.bottom - (box.bottom - box.top) * value / top

    return Trend(
        plot=box,
        dots=tuple(Point(_across(days, day, box), height(value)) for day, value in values),
        ticks=tuple(Tick(value, height(value)) for value in nice_numbers(0, top)),
    )


def _across(days: Sequence[int], day: int, box: Box) -> float:
    if len(days) == 1:
        return (box.left + box.right) / 2
    return box.left + (box.right - box.left) * (day - days[0]) / (days[-1] - days[0])
