"""Layouts that show what a count is: each with what its last tile pegs."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.i18n import Text, message
from companion.pictures.board_drawing import BoardDrawing, Marking, draw_board
from companion.referee.scoring_text import count_written_out, describe_points
from companion.rules.choices import ScoresOn
from companion.rules.games import GAMES
from companion.rules.settings import Rules
from companion.rules.tile import Tile
from companion.web.ui.position_address import lay_example

#: A hand in full swing.
_WELCOME = "4-4.4-2@4-4.6-4@4-4.4-0@4-4.6-6@6-4.2-2@4-2.6-3@6-6.5-2@2-2.5-3@6-3.5-5@5-3"
#: A double before and after its sides are covered, with the tiles that are worth a remark.
_EXAMPLE = "6-5.5-5@6-5.6-0@6-5.5-2@5-5.5-3@5-5"
#: The same where the double is led and covered before anything else.
_EXAMPLE_OF_COVERING = "5-5.5-0@5-5.5-2@5-5.5-3@5-5"
#: A count that is paid for fives and for threes.
_EXAMPLE_OF_BOTH = "6-6.6-3@6-6"
_REMARKS = {
    "6-0": message("rules.remark.free-side"),
    "5-0": message("rules.remark.free-side"),
    "5-3": message("rules.remark.covered"),
    "6-3": message("rules.remark.both"),
}
_ONE_END = message("rules.remark.one-end")


class Example(NamedTuple):
    """A layout with its count, and what the tile just set pegs."""

    board: BoardDrawing
    written_out: str
    pegged: Text | None
    remark: Text | None


@lru_cache(maxsize=1)
def welcome() -> Example:
    """A hand in full swing, and what the referee makes of it."""
    *_, last = _played(next(iter(GAMES.values())).rules, _WELCOME)
    return last


@lru_cache(maxsize=64)
def examples(rules: Rules) -> tuple[Example, ...]:
    """The counts that are worth a remark."""
    told = [*_played(rules, _EXAMPLE_OF_COVERING if rules.covers_first else _EXAMPLE)]
    if rules.scores_on is ScoresOn.THREES_AND_FIVES:
        told += _played(rules, _EXAMPLE_OF_BOTH)
    return tuple(example for example in told if example.remark)


def _played(rules: Rules, steps: str) -> Iterator[Example]:
    for layout, laid in lay_example(rules, steps):
        points = rules.worth(layout.total) if rules.scores(layout.total) else 0
        yield Example(
            draw_board(layout, laid, Marking.COUNTED),
            count_written_out(layout),
            describe_points(rules, points) if points else None,
            _remark_on(layout.tiles[-1], rules),
        )


def _remark_on(tile: Tile, rules: Rules) -> Text | None:
    remark = _REMARKS.get(str(tile))
    # The third way of a spinner that counts as long as an end is free.
    return _ONE_END if rules.counts_ends and tile == Tile(5, 3) else remark
