"""What the page of the day's puzzle shows: the position, the try, the solution, other days."""

from datetime import date, timedelta
from functools import partial
from typing import Any

from flask import url_for

from companion.coach.puzzle import FIRST_DAY, Puzzle
from companion.coach.surge import Surge
from companion.pictures.board import Board
from companion.rules.errors import Refusal
from companion.rules.layout import End, Placement
from companion.rules.tile import Tile
from companion.web.pages.coach.puzzle_words import words_of
from companion.web.pages.coach.surge_page import ShownTurn, shown_turn
from companion.web.pages.shared.dates import describe_date, short_month
from companion.web.pages.shared.position import write_placements
from companion.words import Text, message, sentences

#: So many days back are offered; older ones are found by their address.
_DAYS_OFFERED = 30


def puzzle_page(
    puzzle: Puzzle,
    moves: tuple[Placement, ...],
    *,
    picked_up: Tile | None = None,
    is_told: bool = False,
    at: int | None = None,
) -> dict[str, Any]:
    """The puzzle with these tiles tried, up to the first that cannot be set, and one picked up.

    Once the solution is told, the picture shows its step `at`.
    """
    surge, problem = _try(puzzle, moves)
    laid = tuple((step.tile, step.host) for step in surge.steps)
    show = partial(shown_turn, puzzle.position, puzzle.placements)
    tried, solution = show(surge), None
    if is_told:
        solution = show(
            puzzle.solution, at, lambda step: _address(puzzle, laid, told="yes", step=step)
        )
    layout, held = tried.layout, [] if surge.is_over else puzzle.held
    ends = {tile: layout.choices_for(tile) for tile in held if tile not in layout.tiles}
    places = {}
    if picked_up and len(ends.get(picked_up, ())) > 1 and not is_told:
        # What the end shows, and where a tap leads.
        places = {
            host: (pips, _address(puzzle, (*laid, (picked_up, host))))
            for host, pips, *_ in ends[picked_up]
        }
    return {
        "puzzle": puzzle,
        "day": describe_date(puzzle.day),
        # The turn as far as it was tried, and what is said of it.
        "tried": tried,
        "words": words_of(puzzle, surge),
        "first_thought": show(puzzle.first_thought),
        # None until it is told.
        "solution": solution,
        "board": _lighting((solution or tried).board, places),
        "tiles": {tile: _held(puzzle, laid, tile, ends.get(tile)) for tile in held},
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


def _lighting(board: Board | None, places: dict[Tile, tuple[int, str]]) -> Board | None:
    """The same picture with the ends told apart that are places for a tile."""
    if board is None or not places:
        return board
    ends = {(host, pips) for host, (pips, _) in places.items()}
    marks = (mark._replace(is_lit=mark.end in ends) for mark in board.marks)
    return board._replace(marks=tuple(marks))


def _held(
    puzzle: Puzzle, laid: tuple[Placement, ...], tile: Tile, ends: tuple[End, ...] | None
) -> tuple[str, str]:
    """Whether a tile of the hand is set, fits or fits not, and where a tap on it leads."""
    if ends is None:
        return "set", ""
    if len(ends) > 1:
        return "fits", _address(puzzle, laid, tile=str(tile))
    return "fits" if ends else "fits-not", _address(puzzle, (*laid, (tile, None)))


def _heard(tried: ShownTurn) -> Text | None:
    if not tried.steps:
        return None
    last = tried.steps[-1]
    count = message("puzzle.heard", tile=last["tile"], count_written=last["written"])
    return sentences(count, last["earned"], last["then"])
