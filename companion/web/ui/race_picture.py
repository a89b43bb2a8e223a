"""The race of a game as a picture: the scores of all sides, tile by tile."""

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from companion.i18n import listed, message
from companion.pictures.charts import RaceLine, draw_race
from companion.pictures.shapes import Box, Point
from companion.record.replay import Entry
from companion.record.statements import HandLed, PointsRuled, TileSet
from companion.rules.game import Game

#: Where the lines run; numbers stand left of it and below it, names to its right.
_PLOT = Box(30, 16, 234, 186)
_LABEL_COLUMNS = 9
#: A label that moved no further still stands beside the end of its line.
_NEAR = 4
#: More steps than this show no more on a phone; nor do the ends of more hands.
_MOST_STEPS, _MOST_HANDS = 600, 100


def race_of(
    start: Game, entries: Sequence[Entry], *, is_pegs_only: bool = False
) -> dict[str, Any] | None:
    """The race of a game as far as its entries go; None before the first step."""
    scores, leads = scores_by_step(start, entries, is_pegs_only=is_pegs_only)
    if len(scores) < 2:
        return None
    names, target, last = start.seating.side_names, start.rules.target, scores[-1]
    ends = leads[1:] if len(leads) <= _MOST_HANDS else []
    chart = draw_race([*zip(names, zip(*scores, strict=True), strict=True)], target, _PLOT)
    best_first = sorted(zip(names, last, strict=True), key=lambda side: -side[1])
    return {
        "target": target,
        "chart": chart,
        "runners": [_runner(line, (*ends, len(scores) - 1)) for line in chart.lines],
        # Where each hand but the last one ended, on the chart.
        "hand_ends": [chart.lines[0].points[at].x for at in ends],
        # What the steps are.
        "axis": message("race.entries" if is_pegs_only else "race.tiles-set"),
        # The same in words for whoever does not see it.
        "described": message(
            "race.after-entries" if is_pegs_only else "race.after-tiles",
            count=len(scores) - 1,
            hands=message("unit.hands", count=len(leads)),
            target=target,
            scores=listed(message("race.score", name=name, score=run) for name, run in best_first),
        ),
    }


def _runner(line: RaceLine, marked: Sequence[int]) -> dict[str, Any]:
    """A side's line, where it is marked, and its label."""
    return {
        "line": line._replace(points=_thinned(line.points)),
        "marks": [line.points[at] for at in marked],
        "label": shortened(line.name, _LABEL_COLUMNS),
        # Whether the label had to move so far that its line's mark is shown again beside it.
        "needs_key": abs(line.label.y - line.points[-1].y) > _NEAR,
    }


def _thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    """As many of them as a phone can show, with the last one."""
    return (*points[: -1 : -(-len(points) // _MOST_STEPS)], points[-1])


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
