"""A turn step by step, and the page of the surge: a layout, some tiles, the best turns."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.coach.analysis.reply_search import Reply, replies_to
from companion.coach.analysis.surge import Aim, Surge, game_with, turn_of
from companion.coach.analysis.turn_search import find_surges
from companion.i18n import Text, message, sentences
from companion.pictures.board_drawing import BoardDrawing, draw_board
from companion.referee.layout_text import describe_layout
from companion.referee.scoring_text import count_written_out, describe_points
from companion.rules.errors import quoted
from companion.rules.game import Game
from companion.rules.hand import describe_tiles
from companion.rules.layout import Layout, Placement
from companion.rules.settings import Rules
from companion.rules.tile import ALL_TILES, Tile
from companion.web.ui.free_board import FreeBoard, parse_question
from companion.web.ui.position_address import PositionQuestion, parse_placements
from companion.web.ui.tray import TrayTile

MOST_HELD = 7


class SurgeStep(NamedTuple):
    """A tile of a turn with its count written out, what it pegged, where it goes, and what then."""

    tile: Tile
    written: str
    earned: Text | None
    on: Text | None
    then: Text


class ShownTurn(NamedTuple):
    """A turn from a position on, with a picture of the layout after one of its steps."""

    sum: Text
    steps: tuple[SurgeStep, ...]
    #: The step of the picture, and the addresses of the other steps; None without an address.
    shown: int
    address: Callable[[int], str] | None
    layout: Layout
    #: None while the table is empty.
    board: BoardDrawing | None
    described: Text


def shown_turn(
    game: Game,
    laid: tuple[Placement, ...],
    surge: Surge,
    at: int | None = None,
    address: Callable[[int], str] | None = None,
) -> ShownTurn:
    """A turn that begins on such a layout; its picture shows step `at`, or the last."""
    shown = surge.tiles if at is None else min(max(at, 0), surge.tiles)
    steps, layouts = [], [game.dealt.layout]
    for tile, host, _, points, outcome, disregarded in surge.steps:
        layouts.append(layouts[-1].set_tile(tile, host))
        on = message("surge.on", host=host) if host is not None else None
        worth = describe_points(game.rules, disregarded)
        passes = message("surge.passes-target", points=worth) if disregarded else None
        earned = describe_points(game.rules, points) if points else None
        then = sentences(on, passes, outcome.sentence)
        steps.append(SurgeStep(tile, count_written_out(layouts[-1]), earned, on, then))
    fresh = tuple((step.tile, step.host) for step in surge.steps[:shown])
    layout, laid, board = layouts[shown], (*laid, *fresh), None
    if laid:
        board = draw_board(layout, laid, fresh=[tile for tile, _ in fresh])
        # Only the tiles of this turn stand out.
        board = board._replace(last=board.last if fresh else None)
    turn = describe_turn(game.rules, surge)
    return ShownTurn(turn, tuple(steps), shown, address, layout, board, describe_layout(laid))


def describe_turn(rules: Rules, surge: Surge) -> Text:
    """The result of a turn: `3 tiles, 4 pegs`; the tiles alone if counts give no points."""
    if rules.has_one_tile_turns and surge.tiles == 1:
        points = describe_points(rules, surge.points)
        return message("surge.one-tile", tile=surge.steps[0].tile, points=points)
    tiles = describe_tiles(surge.tiles)
    if not rules.worth(5):
        return tiles
    return message("surge.comes-to", tiles=tiles, points=describe_points(rules, surge.points))


def describe_reply(rules: Rules, answer: Reply) -> Text:
    """The most that the next player could answer to a tile, and with which one."""
    if answer.by is None:
        return message("surge.leaves-nothing")
    points = describe_points(rules, answer.leaves)
    return message("surge.leaves", points=points, tile=answer.by)


class SurgeQuestion(NamedTuple):
    """The question in an address: a layout, the tiles held, and which turn to show."""

    board: FreeBoard
    held: tuple[Tile, ...]
    #: Whether a tap on a tile takes it into the hand, or puts it on the table.
    is_for_hand: bool
    #: The turn whose step is shown, and which step.
    shown: str
    at: int | None
    problems: tuple[Text, ...]

    def query(
        self,
        question: PositionQuestion | None = None,
        *,
        held: tuple[Tile, ...] | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """The question of the address, with these changes."""
        query = (question or self.board.question).as_query()
        if tiles := self.held if held is None else held:
            query["hold"] = ".".join(map(str, tiles))
        return query | {"into": "hand" if self.is_for_hand else "table"} | more

    def href(self, *question: PositionQuestion, **changed: Any) -> str:
        """The address of that question."""
        return url_for("puzzle.surge", **self.query(*question, **changed))


def parse_surge(query: MultiDict[str, str]) -> SurgeQuestion:
    """The question in an address; nothing here raises."""
    board = parse_question(query)
    held, problems = _held(board.layout, query.get("hold", ""))
    return SurgeQuestion(
        board,
        held,
        query.get("into") == "hand",
        query.get("show", ""),
        query.get("step", type=int),
        (*board.problems, *problems),
    )


def _held(layout: Layout, text: str) -> tuple[tuple[Tile, ...], list[Text]]:
    """The tiles held, as far as someone can hold them, and what is wrong with the others."""
    placements, wrong = parse_placements(text)
    held = dict.fromkeys(tile for tile, _ in placements if tile not in layout.tiles)
    laid = dict.fromkeys(tile for tile, _ in placements if tile in layout.tiles)
    problems: list[Text] = [message("surge.on-the-table", tile=tile) for tile in laid]
    if len(held) > MOST_HELD:
        problems.append(message("surge.too-many", number=MOST_HELD))
    if wrong:
        problems.append(message("answer.no-tile", word=quoted(wrong)))
    return tuple(held)[:MOST_HELD], problems


def tray_of(asked: SurgeQuestion) -> Iterator[tuple[TrayTile, str]]:
    """All 28 tiles, each with where a tap on it leads: into the hand, or onto the table."""
    board, held = asked.board, asked.held
    for place in board.tray:
        tile, is_held = place.tile, place.tile in held
        if asked.is_for_hand:
            shown = TrayTile(tile, tile in board.layout.tiles, fits=True, is_chosen=is_held)
            others = tuple(each for each in held if each != tile)
            href = asked.href(held=others if is_held else (*held, tile))
        else:
            shown = place._replace(is_gone=place.is_gone or is_held)
            href = asked.href(board.tapping(tile))
        yield shown, asked.href() if shown.is_gone else href


def best_turns(asked: SurgeQuestion) -> dict[str, tuple[Text, ShownTurn]]:
    """The best turns with their titles, by the names that addresses use; empty without a hand."""
    if not asked.held:
        return {}
    board = asked.board.board
    rules = board.book.rules
    hidden = len(ALL_TILES) - len(board.layout.tiles) - len(asked.held)
    # The others hold at least one tile, if there is one left.
    boneyard = max(0, min(rules.boneyard_for(board.book.seats), hidden - 1))
    game = game_with(rules, board.laid, asked.held, boneyard=boneyard)
    surges = find_surges(game, asked.held)
    if rules.has_one_tile_turns:
        found = _best_tiles(game, asked.held, surges.most_points)
    elif not rules.worth(5):
        found = {Aim.LONGEST: (message("surge.most-tiles"), surges.longest)}
    elif surges.longest == surges.most_points:
        found = {Aim.LONGEST: (message("surge.most-of-both"), surges.longest)}
    else:
        found = {
            Aim.LONGEST: (message("surge.most-tiles"), surges.longest),
            Aim.MOST_POINTS: (message("surge.most-points"), surges.most_points),
        }
    return {
        aim.value: (title, _shown(asked, game, aim.value, surge))
        for aim, (title, surge) in found.items()
    }


def _shown(asked: SurgeQuestion, game: Game, name: str, surge: Surge) -> ShownTurn:
    at = asked.at if name == asked.shown else None
    laid = asked.board.board.laid
    return shown_turn(game, laid, surge, at, lambda step: asked.href(show=name, step=step))


def _best_tiles(game: Game, held: tuple[Tile, ...], best: Surge) -> dict[Aim, tuple[Text, Surge]]:
    """For turns of one tile: the one that pegs most, and the one that leaves least."""
    found: dict[Aim, tuple[Text, Surge]] = {Aim.BEST_TILE: (message("surge.best-tile"), best)}
    replies = replies_to(game, held)
    if replies and game.rules.worth(5):
        least = min(replies, key=lambda reply: (reply.leaves, -reply.points))
        leaves = describe_points(game.rules, least.leaves)
        title = message("surge.leaves-least", leaves=leaves)
        found[Aim.LEAVES_LEAST] = title, turn_of(game, [least.placed])
    return found
