"""What the page of the day's puzzle shows: the position, the try, the solution, other days."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, NamedTuple

from flask import url_for

from companion.coach.puzzle import FIRST_DAY, Puzzle
from companion.coach.search import Aim
from companion.coach.surge import Surge
from companion.pictures.board import Board, EndName
from companion.referee.words import describe_points
from companion.rules.errors import Refusal
from companion.rules.hand import describe_tiles
from companion.rules.layout import Placement
from companion.rules.tile import Tile
from companion.web.pages.coach.turn_shown import ShownTurn, shown_turn
from companion.web.pages.shared.dates import describe_date, short_month
from companion.web.pages.shared.position import write_placements
from companion.words import Text, message, sentences

#: So many days back are offered; older ones are found by their address.
_DAYS_OFFERED = 30


class HeldTile(NamedTuple):
    """A tile of the hand: set already, fitting or not, and where a tap on it leads."""

    tile: Tile
    #: `set`, `fits` or `fits-not`.
    state: str
    href: str


class PuzzlePage(NamedTuple):
    """Everything that the page shows of a puzzle."""

    puzzle: Puzzle
    day: Text
    #: The turn as far as it was tried, and what it comes to in what was asked: `3 of 5 pegs`.
    tried: ShownTurn
    measured: Text
    first_thought: ShownTurn
    #: None until it is told.
    solution: ShownTurn | None
    board: Board | None
    tiles: tuple[HeldTile, ...]
    #: The tile that was picked up, with its places: what the end shows, and where a tap leads.
    tile: Tile | None
    places: dict[Tile, tuple[int, str]]
    #: Why the last tile cannot be set.
    problem: Text | None
    is_over: bool
    is_solved: bool
    #: What its address says was tried, and what it says without the last tile.
    lay: str | None
    undone: str | None

    @property
    def heard(self) -> Text | None:
        """What a tap came to, for who does not see it."""
        if self.problem or not self.tried.steps:
            return self.problem
        last = self.tried.steps[-1]
        count = message("puzzle.heard", tile=last.tile, count_written=last.written)
        return sentences(count, last.earned, last.then)


def puzzle_page(
    puzzle: Puzzle,
    moves: tuple[Placement, ...],
    *,
    picked_up: Tile | None = None,
    is_told: bool = False,
    at: int | None = None,
) -> PuzzlePage:
    """The puzzle with these tiles tried, up to the first that cannot be set, and one picked up.

    Once the solution is told, the picture shows its step `at`.
    """
    surge, problem = _try(puzzle, moves)
    laid = tuple((step.tile, step.host) for step in surge.steps)
    start, placements = puzzle.position, puzzle.placements
    tried = shown_turn(start, placements, surge)
    solution, places = None, dict[Tile, tuple[int, str]]()
    if is_told:

        def telling(step: int) -> str:
            return _address(puzzle, laid, told="yes", step=str(step))

        solution = shown_turn(start, placements, puzzle.solution, at, telling)
    elif picked_up in puzzle.held and not surge.is_over:
        places = _places(puzzle, tried, laid, picked_up)
    return PuzzlePage(
        puzzle,
        describe_date(puzzle.day),
        tried,
        _measured(puzzle, surge),
        shown_turn(start, placements, puzzle.first_thought),
        solution,
        _lighting((solution or tried).board, {(host, pips) for host, (pips, _) in places.items()}),
        () if surge.is_over else tuple(_tiles(puzzle, tried, laid)),
        picked_up if places else None,
        places,
        problem,
        surge.is_over,
        surge.is_over and puzzle.is_solved_by(surge),
        _lay(laid),
        _lay(laid[:-1]),
    )


def latest_days(today: date) -> list[tuple[date, Text]]:
    """The latest days of puzzles with their months, today first."""
    days = (today - timedelta(back) for back in range(_DAYS_OFFERED))
    return [(day, short_month(day)) for day in days if day >= FIRST_DAY]


def _try(puzzle: Puzzle, moves: tuple[Placement, ...]) -> tuple[Surge, Text | None]:
    """The turn up to the first tile that cannot be set, and why it cannot."""
    tried = Surge()
    for number in range(1, len(moves) + 1):
        try:
            tried = puzzle.attempt(moves[:number])
        except Refusal as refusal:
            return tried, refusal.message
    return tried, None


def _lay(moves: tuple[Placement, ...]) -> str | None:
    return write_placements(moves) or None


def _address(puzzle: Puzzle, moves: tuple[Placement, ...], **more: Any) -> str:
    return url_for("puzzle.of_day", day=puzzle.day, lay=_lay(moves), **more)


def _places(
    puzzle: Puzzle, turn: ShownTurn, laid: tuple[Placement, ...], tile: Tile
) -> dict[Tile, tuple[int, str]]:
    """The places for a tile that is picked up, where it has several."""
    ends = () if tile in turn.layout.tiles else turn.layout.choices_for(tile)
    if len(ends) < 2:
        return {}
    return {end.host: (end.pips, _address(puzzle, (*laid, (tile, end.host)))) for end in ends}


def _lighting(board: Board | None, ends: set[EndName]) -> Board | None:
    """The same picture with some of the open ends told apart."""
    if board is None:
        return None
    return board._replace(
        marks=tuple(mark._replace(is_lit=mark.end in ends) for mark in board.marks)
    )


def _tiles(puzzle: Puzzle, turn: ShownTurn, laid: tuple[Placement, ...]) -> Iterator[HeldTile]:
    for tile in puzzle.held:
        if tile in turn.layout.tiles:
            yield HeldTile(tile, "set", "")
            continue
        places = len(turn.layout.choices_for(tile))
        href = _address(puzzle, (*laid, (tile, None)))
        if places > 1:
            href = _address(puzzle, laid, tile=str(tile))
        yield HeldTile(tile, "fits" if places else "fits-not", href)


def _measured(puzzle: Puzzle, tried: Surge) -> Text:
    if puzzle.aim is Aim.LONGEST:
        number, most = tried.tiles, describe_tiles(puzzle.solution.tiles)
    else:
        number, most = tried.points, describe_points(puzzle.position.rules, puzzle.solution.points)
    return message("puzzle.measured", number=number, most=most)
