"""The race of a game as a picture: the scores of all sides, tile by tile."""

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from companion.pictures.charts import RaceChart, draw_race
from companion.pictures.shape import Box, Point
from companion.record.replay import Entry
from companion.record.statements import PointsRuled, TileSet
from companion.rules.game import Game
from companion.web.pages.shared.hands import hands_of
from companion.words import Text, listed, message

#: Where the lines run; numbers stand left of it and below it, names to its right.
_PLOT = Box(30, 16, 234, 186)
_LABEL_COLUMNS = 9
#: A label that moved no further still stands beside the end of its line.
_NEAR = 4

#: What the race is counted in: tiles, or pegs entered without tiles.
Step = type[TileSet] | type[PointsRuled]


class Runner(NamedTuple):
    """A side's line in the race: its points, where it is marked, and its label."""

    side: int
    label: str
    score: int
    line: tuple[Point, ...]
    marks: tuple[Point, ...]
    at: Point
    #: Whether the label had to move so far that its line's mark is shown again beside it.
    needs_key: bool


class Race(NamedTuple):
    """The picture, and the same in words for whoever does not see it."""

    target: int
    chart: RaceChart
    runners: tuple[Runner, ...]
    #: Where each hand but the last one ended, on the chart.
    hand_ends: tuple[float, ...]
    #: What the steps are.
    axis: Text
    described: Text


def race_of(start: Game, entries: Sequence[Entry], *, is_pegs_only: bool = False) -> Race | None:
    """The race of a game as far as its entries go; None before the first step."""
    step: Step = PointsRuled if is_pegs_only else TileSet
    scores = scores_by_step(start, entries, step)
    if len(scores) < 2:
        return None
    ends, hands = hand_ends(start, entries, step)
    names = start.seating.side_names
    by_side = [(name, [now[side] for now in scores]) for side, name in enumerate(names)]
    chart = draw_race(by_side, start.rules.target, _PLOT)
    axis = message("race.entries") if is_pegs_only else message("race.tiles-set")
    return Race(
        start.rules.target,
        chart,
        _runners(chart, [*ends, len(scores) - 1]),
        tuple(chart.lines[0].points[at].x for at in ends),
        axis,
        _describe(start, scores, hands, is_pegs_only=is_pegs_only),
    )


def scores_by_step(
    start: Game, entries: Sequence[Entry], step: Step
) -> tuple[tuple[int, ...], ...]:
    """The scores at the start and after each step; what follows a step counts with it."""
    race = [start.scores]
    for entry in entries:
        if isinstance(entry.statement, step):
            race.append(entry.game.scores)
        else:
            race[-1] = entry.game.scores
    return tuple(race)


def hand_ends(start: Game, entries: Sequence[Entry], step: Step) -> tuple[list[int], int]:
    """After how many steps each hand but the last one ended, and how many hands there are."""
    steps = [
        sum(isinstance(entry.statement, step) for entry in hand.entries)
        for hand in hands_of(start, entries)
    ]
    return list(accumulate(steps[:-1])), len(steps)


def _runners(chart: RaceChart, marked: Sequence[int]) -> tuple[Runner, ...]:
    return tuple(
        Runner(
            side,
            shortened(line.name, _LABEL_COLUMNS),
            line.score,
            line.points,
            tuple(line.points[at] for at in marked),
            line.label,
            abs(line.label.y - line.points[-1].y) > _NEAR,
        )
        for side, line in enumerate(chart.lines)
    )


def _describe(
    start: Game, scores: Sequence[tuple[int, ...]], hands: int, *, is_pegs_only: bool
) -> Text:
    best_first = sorted(
        zip(start.seating.side_names, scores[-1], strict=True), key=lambda side: -side[1]
    )
    return message(
        "race.after-entries" if is_pegs_only else "race.after-tiles",
        count=len(scores) - 1,
        hands=message("unit.hands", count=hands),
        target=start.rules.target,
        scores=listed(message("race.score", name=name, score=score) for name, score in best_first),
    )


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
