"""What the page of the day's puzzle shows, as ready values: the position, the try, the solution."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import url_for

from companion.coach.puzzle import Puzzle
from companion.coach.search import Aim
from companion.coach.surge import Surge
from companion.pictures.board import Board
from companion.referee.words import describe_points
from companion.rules.errors import Refusal
from companion.rules.hand import describe_tiles
from companion.rules.layout import Placement
from companion.rules.tile import Tile
from companion.web.pages.coach.turn_shown import ShownTurn, shown_turn
from companion.web.pages.shared.dates import describe_date
from companion.web.pages.shared.position import write_placements
from companion.words import Text, message, sentences


class HeldTile(NamedTuple):
    """A tile of the hand: set already, fitting or not, and where a tap on it leads."""

    tile: Tile
    #: `set`, `fits` or `fits-not`.
    state: str
    href: str


class PuzzlePage(NamedTuple):
    """Everything that the page shows."""

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
    heard: Text | None
    #: Where it goes on: as it is, from the start, without the last tile, or with the solution.
    here: str
    again: str
    undone: str
    solving: str


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
    tried = shown_turn(puzzle.position, puzzle.placements, surge)
    solution = None
    if is_told:
        best = puzzle.solution
        solution = shown_turn(
            puzzle.position,
            puzzle.placements,
            best,
            at,
            lambda step: _address(puzzle, laid, told="yes", step=str(step)),
        )
    may_pick_up = picked_up in puzzle.held and not surge.is_over and not is_told
    places = _places(puzzle, tried, laid, picked_up) if picked_up and may_pick_up else {}
    lit = tuple((host, pips) for host, (pips, _) in places.items())
    return PuzzlePage(
        puzzle,
        describe_date(puzzle.day),
        tried,
        _measured(puzzle, surge),
        shown_turn(puzzle.position, puzzle.placements, puzzle.first_thought),
        solution,
        (solution or tried).lighting(lit),
        () if surge.is_over else tuple(_tiles(puzzle, tried, laid)),
        picked_up if places else None,
        places,
        problem,
        surge.is_over,
        surge.is_over and puzzle.is_solved_by(surge),
        problem or (_heard(tried) if tried.steps else None),
        _address(puzzle, laid),
        _address(puzzle, ()),
        _address(puzzle, laid[:-1]),
        _address(puzzle, laid, told="yes"),
    )


def _try(puzzle: Puzzle, moves: tuple[Placement, ...]) -> tuple[Surge, Text | None]:
    """The turn up to the first tile that cannot be set, and why it cannot."""
    tried = Surge()
    for number in range(1, len(moves) + 1):
        try:
            tried = puzzle.attempt(moves[:number])
        except Refusal as refusal:
            return tried, refusal.message
    return tried, None


def _address(puzzle: Puzzle, moves: tuple[Placement, ...], **more: str) -> str:
    lay = {"lay": write_placements(moves)} if moves else {}
    return url_for("puzzle.of_day", day=puzzle.day.isoformat(), **lay, **more)  # type: ignore[arg-type]


def _places(
    puzzle: Puzzle, turn: ShownTurn, laid: tuple[Placement, ...], tile: Tile
) -> dict[Tile, tuple[int, str]]:
    """The places for a tile that is picked up, where it has several."""
    ends = () if tile in turn.layout.tiles else turn.layout.choices_for(tile)
    if len(ends) < 2:
        return {}
    return {end.host: (end.pips, _address(puzzle, (*laid, (tile, end.host)))) for end in ends}


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


def _heard(turn: ShownTurn) -> Text:
    """What a tap came to, for who does not see it."""
    last = turn.steps[-1]
    count = message("puzzle.heard", tile=last.tile, count_written=last.written)
    return sentences(count, last.earned, last.then)
