"""A turn step by step, ready for a page: each tile, what it made the count, and the layout then."""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.coach.surge import Surge
from companion.pictures.board import Board, draw_board
from companion.referee.words import count_written_out, describe_layout, describe_points
from companion.rules.game import Game
from companion.rules.hand import describe_tiles
from companion.rules.layout import Layout, Placement
from companion.rules.rules import Rules
from companion.words import Text, message, sentences


class ShownTurn(NamedTuple):
    """A turn from a position on, with a picture of the layout after one of its steps."""

    sum: Text
    #: Each tile with its count written out, what it pegged, and what then.
    steps: tuple[dict[str, Any], ...]
    #: The step of the picture, and where that of another one is shown; None where it is not.
    shown: int
    address: Callable[[int], str] | None
    layout: Layout
    #: None while nothing lies.
    board: Board | None
    described: Text


def shown_turn(
    game: Game,
    laid: tuple[Placement, ...],
    surge: Surge,
    at: int | None = None,
    address: Callable[[int], str] | None = None,
) -> ShownTurn:
    """A turn that begins on a layout that was laid so; its picture shows step `at`, or the last."""
    assert game.hand is not None
    shown = surge.tiles if at is None else min(max(at, 0), surge.tiles)
    steps, layouts = [], [game.hand.layout]
    for tile, host, _, points, outcome in surge.steps:
        layouts.append(layouts[-1].set_tile(tile, host))
        on = message("surge.on", host=host) if host is not None else None
        step = {
            "tile": tile,
            "written": count_written_out(layouts[-1]),
            "earned": describe_points(game.rules, points) if points else None,
            "then": sentences(on, outcome.sentence),
        }
        steps.append(step)
    fresh = tuple((step.tile, step.host) for step in surge.steps[:shown])
    layout, laid, board = layouts[shown], (*laid, *fresh), None
    if laid:
        board = draw_board(layout, laid, fresh=[tile for tile, _ in fresh])
        # Only what was set in this turn stands out.
        board = board._replace(last=board.last if fresh else None)
    turn = describe_turn(game.rules, surge)
    return ShownTurn(turn, tuple(steps), shown, address, layout, board, describe_layout(laid))


def describe_turn(rules: Rules, surge: Surge) -> Text:
    """What a turn comes to: `3 tiles, 4 pegs`; the tiles alone where counts give no points."""
    tiles = describe_tiles(surge.tiles)
    if not rules.worth(5):
        return tiles
    return message("surge.comes-to", tiles=tiles, points=describe_points(rules, surge.points))
