"""A turn step by step, ready for a page: each tile, what it made the count, and the layout then."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from companion.coach.surge import Surge
from companion.pictures.board import Board, EndName, draw_board
from companion.referee.words import count_written_out, describe_layout, describe_points
from companion.rules.game import Game
from companion.rules.hand import describe_tiles
from companion.rules.layout import Layout, Placement
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Text, message, sentences


class ShownStep(NamedTuple):
    """A tile of the turn: the count written out, what it pegged, and what then."""

    tile: Tile
    written: str
    #: What it pegged with its unit; None where that is nothing.
    earned: Text | None
    then: Text
    is_shown: bool
    #: Where the picture after it is shown; empty where it is not.
    href: str


class ShownTurn(NamedTuple):
    """A turn from a position on, with a picture of the layout after one of its steps."""

    #: What it comes to: `3 tiles, 4 pegs`; the tiles alone where counts give no points.
    sum: Text
    steps: tuple[ShownStep, ...]
    #: None while nothing lies.
    board: Board | None
    #: The layout of the picture, how it was laid, and in words.
    layout: Layout
    laid: tuple[Placement, ...]
    described: object

    def lighting(self, ends: tuple[EndName, ...]) -> Board | None:
        """The same picture with some of the open ends told apart."""
        if self.board is None or not ends:
            return self.board
        board = draw_board(self.layout, self.laid, lit=ends, fresh=self.board.fresh)
        return board._replace(last=self.board.last)


def shown_turn(
    game: Game,
    laid: tuple[Placement, ...],
    surge: Surge,
    at: int | None = None,
    address: Callable[[int], str] = lambda step: "",
) -> ShownTurn:
    """A turn that begins on a layout that was laid so; its picture shows step `at`, or the last.

    `address` is where the picture after a step is shown.
    """
    assert game.hand is not None
    shown = surge.tiles if at is None else min(max(at, 0), surge.tiles)
    layouts = [game.hand.layout]
    for step in surge.steps:
        layouts.append(layouts[-1].set_tile(step.tile, step.host))
    layout = layouts[shown]
    added = tuple((step.tile, step.host) for step in surge.steps[:shown])
    board = None
    if layout.tiles:
        board = draw_board(layout, (*laid, *added), fresh=[tile for tile, _ in added])
        # Only what was set in this turn stands out.
        board = board._replace(last=board.last if added else None)
    return ShownTurn(
        describe_turn(game.rules, surge),
        tuple(_steps(game, surge, layouts, shown, address)),
        board,
        layout,
        (*laid, *added),
        describe_layout((*laid, *added)),
    )


def describe_turn(rules: Rules, surge: Surge) -> Text:
    """What a turn comes to: `3 tiles, 4 pegs`; the tiles alone where counts give no points."""
    tiles = describe_tiles(surge.tiles)
    if not rules.worth(5):
        return tiles
    return message("surge.comes-to", tiles=tiles, points=describe_points(rules, surge.points))


def _steps(
    game: Game, surge: Surge, layouts: list[Layout], shown: int, address: Callable[[int], str]
) -> Iterator[ShownStep]:
    for number, (step, (_, after)) in enumerate(
        zip(surge.steps, pairwise(layouts), strict=True), start=1
    ):
        on = message("surge.on", host=step.host) if step.host is not None else None
        yield ShownStep(
            step.tile,
            count_written_out(after),
            describe_points(game.rules, step.points) if step.points else None,
            sentences(on, step.outcome.sentence),
            number == shown,
            address(number),
        )
