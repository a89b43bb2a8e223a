"""The race of a game as a picture: the scores of all sides, tile by tile."""

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from companion.i18n import Text, listed, message
from companion.pictures.charts import RaceChart, RaceLine, draw_race
from companion.pictures.shapes import Box, Point
from companion.record.replay import Entry
from companion.record.statements import HandLed, PointsRuled, TileSet
from companion.rules.game import Game
from companion.tables.table_state import ReplayedRecord, TableState

#: The area of the lines; numbers are left of it and below it, names to its right.
_PLOT = Box(30, 16, 234, 186)
_LABEL_COLUMNS = 9
#: A label that moved no further still stands beside the end of its line.
_NEAR = 4
#: More steps than this show no more on a phone; nor do the ends of more hands.
_MOST_STEPS, _MOST_HANDS = 600, 100


class Runner(NamedTuple):
    """A side's line, where it is marked, and its label."""

    line: RaceLine
    marks: tuple[Point, ...]
    label: str

    @property
    def needs_key(self) -> bool:
        """Whether the label moved so far that its line's mark is shown again beside it."""
        return abs(self.line.label.y - self.line.points[-1].y) > _NEAR


class RacePicture(NamedTuple):
    """The lines of a game with their marks, and what hears who does not see them."""

    target: int
    chart: RaceChart
    runners: tuple[Runner, ...]
    #: The place on the chart at which each hand but the last one ended.
    hand_ends: tuple[float, ...]
    #: What the steps are.
    axis: Text
    described: Text


def race_of(state: TableState, written: ReplayedRecord) -> RacePicture | None:
    """The race of a table as far as its entries go; None before the first step."""
    start, is_pegs_only = written.start, state.is_pegs_only
    scores, leads = scores_by_step(start, written.entries, is_pegs_only=is_pegs_only)
    if len(scores) < 2:
        return None
    names, target, last = start.seating.side_names, start.rules.target, scores[-1]
    ends = leads[1:] if len(leads) <= _MOST_HANDS else []
    chart = draw_race([*zip(names, zip(*scores, strict=True), strict=True)], target, _PLOT)
    best_first = sorted(zip(names, last, strict=True), key=lambda side: -side[1])
    described = message(
        "race.after-entries" if is_pegs_only else "race.after-tiles",
        count=len(scores) - 1,
        hands=message("unit.hands", count=len(leads)),
        target=target,
        scores=listed(message("race.score", name=name, score=run) for name, run in best_first),
    )
    return RacePicture(
        target,
        chart,
        tuple(_runner(line, (*ends, len(scores) - 1)) for line in chart.lines),
        tuple(chart.lines[0].points[at].x for at in ends),
        message("race.entries" if is_pegs_only else "race.tiles-set"),
        described,
    )


def _runner(line: RaceLine, marked: Sequence[int]) -> Runner:
    points, label = line.points, shortened(line.name, _LABEL_COLUMNS)
    # As many of them as a phone can show, with the last one.
    thinned = (*points[: -1 : -(-len(points) // _MOST_STEPS)], points[-1])
    return Runner(line._replace(points=thinned), tuple(points[at] for at in marked), label)


def scores_by_step(
    start: Game, entries: Sequence[Entry], *, is_pegs_only: bool = False
) -> tuple[list[tuple[int, ...]], list[int]]:
    """The scores at the start and after each step, and after how many steps each hand was led."""
    # A step is a tile, or points pegged without tiles; what follows it counts with it.
    step = PointsRuled if is_pegs_only else TileSet
    scores, leads = [start.scores], []
    for entry in entries:
        if isinstance(entry.statement, HandLed):
            leads.append(len(scores) - 1)
        if isinstance(entry.statement, step):
            scores.append(entry.game.scores)
        else:
            scores[-1] = entry.game.scores
    return scores, leads


def shortened(name: str, columns: int) -> str:
    """A name as far as there is room for it; a wide character takes two columns."""
    taken = list(accumulate(map(_columns, name)))
    if not taken or taken[-1] <= columns:
        return name
    return name[: bisect_right(taken, columns - 1)].rstrip() + "…"


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
