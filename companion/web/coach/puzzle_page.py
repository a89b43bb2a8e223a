"""What the page of a puzzle shows: the position, the try, the solution."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from flask import Request, url_for
from werkzeug.exceptions import BadRequest

from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.surge import Surge
from companion.i18n import Text, message, sentences
from companion.pictures.board_drawing import BoardDrawing
from companion.rules.errors import Refusal
from companion.rules.layout import End, Placement
from companion.rules.tile import Tile
from companion.web.coach.puzzle_text import PuzzleWords, words_of
from companion.web.coach.surge_page import ShownTurn, shown_turn
from companion.web.ui.forms import parse_tile
from companion.web.ui.position_address import parse_placements, write_placements

#: A player never holds more tiles at a deal.
_MOST_MOVES = 14


class Trying(NamedTuple):
    """What an address says was tried: the tiles set, one picked up, the solution and its step."""

    moves: tuple[Placement, ...]
    picked_up: Tile | None = None
    is_told: bool = False
    step: int | None = None

    @classmethod
    def parse(cls, request: Request) -> "Trying":
        """What a request says; raises `BadRequest` where its tiles cannot be read."""
        moves, unreadable = parse_placements(request.args.get("lay", ""))
        if unreadable or len(moves) > _MOST_MOVES:
            raise BadRequest
        return cls(
            moves,
            parse_tile(request.args.get("tile")),
            request.args.get("told") == "yes",
            request.args.get("step", type=int),
        )


class PuzzlePlace(NamedTuple):
    """Where a puzzle is solved: the view that shows it, and what its address says besides.

    Where tries are kept, each tap is posted: whoever only follows addresses keeps nothing.
    """

    endpoint: str
    values: dict[str, Any]
    keeps_tries: bool = False

    def address(self, lay: str | None = None, **more: Any) -> str:
        """Where it is shown with these tiles tried."""
        return url_for(self.endpoint, **self.values, lay=lay, **more)


def puzzle_page(
    puzzle: Puzzle,
    place: PuzzlePlace,
    trying: Trying,
    say: Callable[[Puzzle, Surge], PuzzleWords] = words_of,
) -> dict[str, Any]:
    """The puzzle with these tiles tried, up to the first that cannot be set, and one picked up.

    Once the solution is told, the picture shows its step. `say` words what was tried.
    """
    surge, problem = _try(puzzle, trying.moves)
    laid = tuple((step.tile, step.host) for step in surge.steps)
    show = partial(shown_turn, puzzle.position, puzzle.placements)
    tried, solution = show(surge), None
    if trying.is_told:
        told = partial(place.address, _lay(laid), told="yes")
        solution = show(puzzle.solution, trying.step, lambda step: told(step=step))
    layout, held = tried.layout, [] if surge.is_over else puzzle.held
    ends = {tile: layout.choices_for(tile) for tile in held if tile not in layout.tiles}
    # Only what was drawn can come first, and a lead is set on nothing.
    fitting = [tile for tile in ends if ends[tile]] if laid else puzzle.firsts
    places = {}
    picked_up = trying.picked_up
    if picked_up and len(ends.get(picked_up, ())) > 1 and not trying.is_told:
        # What the end shows, and where a tap leads.
        places = {
            host: (pips, place.address(_lay((*laid, (picked_up, host)))))
            for host, pips, *_ in ends[picked_up]
        }
    return {
        "puzzle": puzzle,
        "place": place,
        # The turn as far as it was tried, and what is said of it.
        "tried": tried,
        "words": say(puzzle, surge),
        "first_thought": show(puzzle.first_thought),
        # None until it is told.
        "solution": solution,
        "board": _lighting((solution or tried).board, places),
        "tiles": {
            tile: _held(place, laid, tile, ends.get(tile), can_be=tile in fitting) for tile in held
        },
        # The tile that was picked up, where it has several places.
        "tile": picked_up if places else None,
        "places": places,
        # Why the last tile cannot be set, and what a tap came to, for who does not see it.
        "problem": problem,
        "heard": problem or _heard(tried),
        "is_over": surge.is_over,
        "is_solved": surge.is_over and puzzle.is_solved_by(surge),
        # What its address says was tried, and what it says without the last tile.
        "lay": _lay(laid),
        "undone": _lay(laid[:-1]),
    }


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


def _lighting(
    board: BoardDrawing | None, places: dict[Tile, tuple[int, str]]
) -> BoardDrawing | None:
    """The same picture with the ends told apart that are places for a tile."""
    if board is None or not places:
        return board
    ends = {(host, pips) for host, (pips, _) in places.items()}
    marks = (mark._replace(is_lit=mark.end in ends) for mark in board.marks)
    return board._replace(marks=tuple(marks))


def _held(
    place: PuzzlePlace,
    laid: tuple[Placement, ...],
    tile: Tile,
    ends: tuple[End, ...] | None,
    *,
    can_be: bool,
) -> tuple[str, str]:
    """Whether a tile of the hand is set, fits or fits not, and where a tap on it leads."""
    if ends is None:
        return "set", ""
    if len(ends) > 1 and can_be:
        return "fits", place.address(_lay(laid), tile=str(tile))
    return "fits" if can_be else "fits-not", place.address(_lay((*laid, (tile, None))))


def _heard(tried: ShownTurn) -> Text | None:
    if not tried.steps:
        return None
    last = tried.steps[-1]
    count = message("puzzle.heard", tile=last["tile"], count_written=last["written"])
    return sentences(count, last["earned"], last["then"])
