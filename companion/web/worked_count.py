"""A worked count: a few tiles, and what the referee itself makes of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.pictures.shape import Box, LaidTile, Point
from companion.pictures.tableau import Tableau
from companion.referee.words import count_written_out, points_told
from companion.rules.errors import NoMatch
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile

_Steps = tuple[tuple[str, str | None], ...]
#: A double before and after its sides are covered.
_EXAMPLE: _Steps = (
    ("6-5", None),
    ("5-5", "6-5"),
    ("6-0", "6-5"),
    ("5-2", "5-5"),
    ("5-3", "5-5"),
)
_REMARKS = {
    "6-0": "The double has a free side.",
    "5-3": "The double is covered on both sides, and its end is played.",
}
_WELCOME: _Steps = (
    ("4-4", None),
    ("4-2", "4-4"),
    ("6-4", "4-4"),
    ("4-0", "4-4"),
    ("6-6", "6-4"),
    ("2-2", "4-2"),
    ("6-3", "6-6"),
    ("5-2", "2-2"),
    ("5-3", "6-3"),
    ("5-5", "5-3"),
)


class Mark(NamedTuple):
    """A ring beside an open end, and what that end counts."""

    centre: Point
    radius: float
    counts: int


@dataclass(frozen=True)
class Example:
    """A layout with its count, and what the tile just set pegs."""

    view: Box
    tiles: tuple[LaidTile, ...]
    last: Tile
    marks: tuple[Mark, ...]
    told: str
    pegged: str
    remark: str


@lru_cache(maxsize=1)
def welcome(rules: Rules) -> Example:
    """A hand in full swing."""
    return _played(rules, _WELCOME)[-1]


@lru_cache(maxsize=64)
def examples(rules: Rules) -> tuple[Example, ...]:
    """The counts that are worth a remark."""
    return tuple(example for example in _played(rules, _EXAMPLE) if example.remark)


def _played(rules: Rules, steps: _Steps) -> tuple[Example, ...]:
    """A count for each tile."""
    layout, tableau = Layout.under(rules), Tableau.empty(rules.spinners.value)
    found: list[Example] = []
    for tile_told, host_told in steps:
        tile = Tile.parse(tile_told)
        host = Tile.parse(host_told) if host_told else None
        try:
            layout = layout.set_tile(tile, host)
        except NoMatch:  # No spinner here, so no end of it either.
            break
        tableau = tableau.add(tile, host)
        found.append(_example(rules, layout, tableau))
    return tuple(found)


def _example(rules: Rules, layout: Layout, tableau: Tableau) -> Example:
    points = rules.worth(layout.total) if rules.scores(layout.total) else 0
    last = layout.tiles[-1]
    marks = tuple(_marks(layout, tableau))
    shown = [laid.box for laid in tableau.tiles]
    shown += [Box(*mark.centre, *mark.centre).inset(-mark.radius) for mark in marks]
    return Example(
        Box.around(shown).inset(-0.2),
        tableau.tiles,
        last,
        marks,
        count_written_out(layout),
        points_told(rules, points) if points else "",
        _REMARKS.get(str(last), ""),
    )


def _marks(layout: Layout, tableau: Tableau) -> Iterator[Mark]:
    """A ring for each open end that counts; a covered double's ends have none."""
    counts = {(end.host, end.pips): end.counts for end in layout.ends}
    for end in tableau.open_ends:
        value = counts.pop((end.host, end.pips), None)
        if value or (value is not None and not end.host.is_double):
            yield Mark(end.ring.centre, end.ring.radius, value)
