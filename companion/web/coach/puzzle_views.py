"""The best turn: of the day's puzzle it is to be found, of any other layout it is told."""

from datetime import date

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.coach.analysis.daily_puzzles import FIRST_DAY, week_of
from companion.i18n import message
from companion.web.clock import today
from companion.web.coach.daily_puzzle_page import daily_page, latest_week, week_page
from companion.web.coach.puzzle_page import Trying
from companion.web.coach.surge_page import MOST_HELD, parse_surge, surge_page
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import anyone, limited, no_secret, set_policy
from companion.web.ui.rendering import part_or_page

blueprint = Blueprint("puzzle", __name__)
set_policy(blueprint, anyone, no_secret, limited(COMPUTING))


@blueprint.get("/puzzle")
def of_today() -> str:
    """The puzzle of today."""
    return _rendered(today())


@blueprint.get("/puzzle/<day>")
def of_day(day: str) -> str | tuple[str, int]:
    """The puzzle of a day that has come; `lay` holds what was tried, `told` tells the solution."""
    asked = _parse_day(day)
    return _no_puzzle(asked) if asked != _come(asked) else _rendered(asked)


@blueprint.get("/puzzle/week")
def of_latest_week() -> Response:
    """The latest week that is over, to print."""
    return redirect(url_for("puzzle.of_week", day=latest_week(today())), 303)


@blueprint.get("/puzzle/week/<day>")
def of_week(day: str) -> str | tuple[str, int]:
    """The puzzles of the week of a day, as far as it has come, and on another sheet the answers."""
    asked = _parse_day(day)
    if asked < week_of(FIRST_DAY)[0] or asked > week_of(today())[-1]:
        return _no_puzzle(asked)
    page = week_page(asked, today(), is_told=request.args.get("answers") == "yes")
    return render_template("coach/week.html", page=page)


@blueprint.get("/surge")
def surge() -> Response:
    """The best turn that the address asks for; where part of it does not hold, the rest and why."""
    asked = parse_surge(request.args)
    if not asked.problems and any(name.startswith("rule-") for name in request.args):
        # A form says more than an address has to.
        return redirect(url_for("puzzle.surge", **asked.query()), 303)
    page = surge_page(asked)
    response = part_or_page(
        "coach/_surge_asked.html", "coach/surge.html", page=page, most_held=MOST_HELD
    )
    if asked.problems or asked.board.refusal:
        response.status_code = 400 if asked.problems else 422
    return response


def _parse_day(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise NotFound from None


def _come(day: date) -> date:
    """The day itself where it has a puzzle that may be seen, else the nearest that has."""
    return min(max(day, FIRST_DAY), today())


def _no_puzzle(day: date) -> tuple[str, int]:
    """That a day has none yet, or never had one."""
    sentence = message("puzzle.not-yet")
    if day < FIRST_DAY:
        sentence = message("puzzle.first", day=FIRST_DAY.isoformat())
    title = message("puzzle.none.title")
    return render_template("ui/problem.html", title=title, sentence=sentence), 404


def _rendered(day: date) -> str:
    page = daily_page(day, Trying.parse(request))
    return render_template("coach/puzzle.html", page=page)
