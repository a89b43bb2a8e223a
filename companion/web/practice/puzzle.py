"""The day's puzzle: the best turn is to be found, tile by tile."""

from datetime import date

from flask import Blueprint, render_template, request
from werkzeug.exceptions import NotFound

from companion.coach.puzzle import FIRST_DAY, puzzle_of
from companion.web.clock import today
from companion.web.practice.moves import moves_said
from companion.web.practice.puzzle_days import days_in_a_row, latest_days, remember_solved
from companion.web.practice.puzzle_page import PuzzlePage, puzzle_tried
from companion.web.taps import tile_said

blueprint = Blueprint("puzzle", __name__, url_prefix="/puzzle")


@blueprint.get("")
def of_today() -> str:
    """The puzzle of today."""
    return _rendered(today())


@blueprint.get("/<day>")
def of_day(day: str) -> str | tuple[str, int]:
    """The puzzle of a day that has come; `lay` holds what was tried, `told` tells the solution."""
    try:
        asked = date.fromisoformat(day)
    except ValueError:
        raise NotFound from None
    if asked > today():
        return _not_there("That day has not come yet. Its puzzle comes with it, by UTC.")
    if asked < FIRST_DAY:
        return _not_there(f"The first puzzle is that of {FIRST_DAY:%Y-%m-%d}.")
    return _rendered(asked)


def _rendered(day: date) -> str:
    page = PuzzlePage(
        puzzle_of(day),
        today(),
        is_told=request.args.get("told") == "yes",
        at=request.args.get("step", type=int),
    )
    page = puzzle_tried(page, moves_said(request.args.get("lay", "")))
    page = page.with_picked_up(tile_said(request.args.get("tile")))
    if page.is_solved:
        remember_solved(day)
    return render_template(
        "puzzle/puzzle.html",
        page=page,
        days=latest_days(today(), day),
        in_a_row=days_in_a_row(today()),
    )


def _not_there(sentence: str) -> tuple[str, int]:
    return render_template("problem.html", title="No such puzzle", sentence=sentence), 404
