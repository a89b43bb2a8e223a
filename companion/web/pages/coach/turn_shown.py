"""A turn step by step, ready for a page: each tile, what it made the count, and the layout then."""

from collections.abc import Callable
from typing import NamedTuple

from companion.coach.surge import Step, Surge
from companion.pictures.board import Board, draw_board
from companion.referee.layout_told import describe_layout
from companion.referee.words import count_written_out, describe_points
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

    sum: Text
    steps: tuple[ShownStep, ...]
    layout: Layout
    #: None while nothing lies.
    board: Board | None
    described: Text


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
    steps, layouts = [], [game.hand.layout]
    for number, step in enumerate(surge.steps, 1):
        layouts.append(layouts[-1].set_tile(step.tile, step.host))
        href = address(number)
        steps.append(_step(game.rules, step, layouts[-1], href, is_shown=number == shown))
    fresh = tuple((step.tile, step.host) for step in surge.steps[:shown])
    laid, board = (*laid, *fresh), None
    if laid:
        board = draw_board(layouts[shown], laid, fresh=[tile for tile, _ in fresh])
        # Only what was set in this turn stands out.
        board = board._replace(last=board.last if fresh else None)
    turn = describe_turn(game.rules, surge)
    return ShownTurn(turn, tuple(steps), layouts[shown], board, describe_layout(laid))


def _step(rules: Rules, step: Step, after: Layout, href: str, *, is_shown: bool) -> ShownStep:
    on = message("surge.on", host=step.host) if step.host is not None else None
    return ShownStep(
        step.tile,
        count_written_out(after),
        describe_points(rules, step.points) if step.points else None,
        sentences(on, step.outcome.sentence),
        is_shown,
        href,
    )


def describe_turn(rules: Rules, surge: Surge) -> Text:
    """What a turn comes to: `3 tiles, 4 pegs`; the tiles alone where counts give no points."""
    tiles = describe_tiles(surge.tiles)
    if not rules.worth(5):
        return tiles
    return message("surge.comes-to", tiles=tiles, points=describe_points(rules, surge.points))
