"""The best turn: of the day's puzzle it is to be found, of any other layout it is told."""

from datetime import date

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import BadRequest, NotFound

from companion.coach.puzzle import FIRST_DAY, puzzle_of
from companion.web.clock import today
from companion.web.forms import parse_tile
from companion.web.pages.coach.learning import days_in_a_row, remember_solved, solved_days
from companion.web.pages.coach.puzzle_page import latest_days, puzzle_page
from companion.web.pages.coach.surge_page import MOST_HELD, parse_surge, surge_page
from companion.web.pages.shared.position import parse_placements
from companion.web.pages.shared.rendering import part_or_page
from companion.words import message

#: A player never holds more tiles at a deal.
_MOST_MOVES = 14

blueprint = Blueprint("puzzle", __name__)


@blueprint.get("/puzzle")
def of_today() -> str:
    """The puzzle of today."""
    return _rendered(today())


@blueprint.get("/puzzle/<day>")
def of_day(day: str) -> str | tuple[str, int]:
    """The puzzle of a day that has come; `lay` holds what was tried, `told` tells the solution."""
    try:
        asked = date.fromisoformat(day)
    except ValueError:
        raise NotFound from None
    if FIRST_DAY <= asked <= today():
        return _rendered(asked)
    sentence = message("puzzle.not-yet")
    if asked < FIRST_DAY:
        sentence = message("puzzle.first", day=FIRST_DAY.isoformat())
    title = message("puzzle.none.title")
    return render_template("problem.html", title=title, sentence=sentence), 404


@blueprint.get("/surge")
def surge() -> Response:
    """The best turn that the address asks for; where part of it does not hold, the rest and why."""
    asked = parse_surge(request.args)
    if not asked.problems and any(name.startswith("rule-") for name in request.args):
        # A form says more than an address has to.
        return redirect(url_for("puzzle.surge", **asked.query()), 303)
    page = surge_page(asked)
    response = part_or_page("surge/_asked.html", "surge/surge.html", page=page, most_held=MOST_HELD)
    if asked.problems or asked.board.refusal:
        response.status_code = 400 if asked.problems else 422
    return response


def _rendered(day: date) -> str:
    moves, unreadable = parse_placements(request.args.get("lay", ""))
    if unreadable or len(moves) > _MOST_MOVES:
        raise BadRequest
    page = puzzle_page(
        puzzle_of(day),
        moves,
        picked_up=parse_tile(request.args.get("tile")),
        is_told=request.args.get("told") == "yes",
        at=request.args.get("step", type=int),
    )
    if page["is_solved"]:
        remember_solved(day)
    return render_template(
        "puzzle/puzzle.html",
        page=page,
        is_todays=day == today(),
        address=url_for("puzzle.of_day", day=day, _external=True),
        days=latest_days(today()),
        solved=solved_days(),
        in_a_row=days_in_a_row(today()),
    )
