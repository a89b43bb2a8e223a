"""A worked count: a few tiles, and what the referee itself makes of them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.pictures.board import Board, Marking, draw_board
from companion.referee.words import count_written_out, describe_points
from companion.rules.errors import NoMatch
from companion.rules.layout import Layout, Placement
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.web.pages.shared.position import parse_placements
from companion.words import Text, message

_WELCOME = "4-4.4-2@4-4.6-4@4-4.4-0@4-4.6-6@6-4.2-2@4-2.6-3@6-6.5-2@2-2.5-3@6-3.5-5@5-3"
#: A double before and after its sides are covered, with the tiles that are worth a remark.
_EXAMPLE = "6-5.5-5@6-5.6-0@6-5.5-2@5-5.5-3@5-5"
_REMARKS = {"6-0": message("rules.remark.free-side"), "5-3": message("rules.remark.covered")}


class Example(NamedTuple):
    """A layout with its count, and what the tile just set pegs."""

    board: Board
    written_out: Text | str
    pegged: Text | str
    remark: Text | None


@lru_cache(maxsize=1)
def welcome(rules: Rules) -> Example:
    """A hand in full swing."""
    *_, last = _played(rules, _WELCOME)
    return last


@lru_cache(maxsize=64)
def examples(rules: Rules) -> tuple[Example, ...]:
    """The counts that are worth a remark."""
    return tuple(example for example in _played(rules, _EXAMPLE) if example.remark)


def _played(rules: Rules, steps: str) -> Iterator[Example]:
    """A count for each tile."""
    layout, laid = Layout.under(rules), list[Placement]()
    for tile, host in parse_placements(steps)[0]:
        try:
            layout = layout.set_tile(tile, host)
        except NoMatch:  # No spinner here, so no end of it either.
            return
        laid.append((tile, host))
        yield _example(rules, layout, tuple(laid), tile)


def _example(rules: Rules, layout: Layout, laid: tuple[Placement, ...], tile: Tile) -> Example:
    points = rules.worth(layout.total) if rules.scores(layout.total) else 0
    return Example(
        draw_board(layout, laid, Marking.COUNTED),
        count_written_out(layout),
        describe_points(rules, points) if points else "",
        _REMARKS.get(f"{tile}"),
    )
