"""The best turn: in the day's puzzle you find it, for any other layout it is shown."""

from datetime import date, timedelta
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.coach.analysis.daily_puzzles import FIRST_DAY, daily_puzzle
from companion.coach.analysis.puzzle import Puzzle, streak_of, week_of
from companion.coach.analysis.turn_difficulty import HARDEST
from companion.i18n import message
from companion.web.clock import now, today
from companion.web.coach import surge_page
from companion.web.coach.puzzle_page import PuzzlePage, PuzzlePlace, Trying
from companion.web.coach.puzzle_text import PuzzleWords, words_of
from companion.web.security import policy
from companion.web.ui import practice_session
from companion.web.ui.game_picker import asked_or_last_used, remember_game
from companion.web.ui.template_filters import part_or_page

blueprint = Blueprint("puzzle", __name__)
policy.set_policy(blueprint, policy.anyone, policy.limited(policy.COMPUTING))

#: How many days back are listed; older ones are found by their address.
_DAYS_OFFERED = 30


@blueprint.get("/puzzle")
def of_today() -> str:
    """The puzzle of today."""
    return _rendered(today())


@blueprint.get("/puzzle/<day>")
def of_day(day: str) -> str | tuple[str, int]:
    """The puzzle of a day up to today; `lay` holds what was tried, `told` shows the solution."""
    asked = _parse_day(day)
    return _rendered(asked) if FIRST_DAY <= asked <= today() else _no_puzzle(asked)


@blueprint.get("/puzzle/week")
def of_latest_week() -> Response:
    """The latest week that is over, for printing; the first one if none is."""
    monday = max(week_of(today())[0] - timedelta(7), week_of(FIRST_DAY)[0])
    return redirect(url_for("puzzle.of_week", day=monday), 303)


@blueprint.get("/puzzle/week/<day>")
def of_week(day: str) -> str | tuple[str, int]:
    """The puzzles of the week of a day, up to today, and on another sheet the answers."""
    asked = _parse_day(day)
    if asked < week_of(FIRST_DAY)[0] or asked > week_of(today())[-1]:
        return _no_puzzle(asked)
    monday, *_, sunday = week = week_of(asked)
    days = [day for day in week if FIRST_DAY <= day <= today()]
    return render_template(
        "coach/week.html",
        monday=monday,
        sunday=sunday,
        days=list(map(PrintedPuzzle.of, days)),
        most=HARDEST,
        is_told=request.args.get("answers") == "yes",
        is_whole=len(days) == len(week),
        before=_week_beside(monday - timedelta(1)),
        after=_week_beside(sunday + timedelta(1)),
    )


@blueprint.get("/surge")
def surge() -> Response:
    """The best turn that the address asks for; if part of it is wrong, the rest and why."""
    asked = surge_page.parse_surge(asked_or_last_used())
    if not asked.problems and any(name.startswith("rule-") for name in request.args):
        # A form sends more than an address needs.
        remember_game(asked.board.question.game)
        return redirect(url_for("puzzle.surge", **asked.query()), 303)
    response = part_or_page(
        "coach/_surge_asked.html",
        "coach/surge.html",
        asked=asked,
        tray=list(surge_page.tray_of(asked)),
        best=surge_page.best_turns(asked),
        most_held=surge_page.MOST_HELD,
    )
    if asked.problems or asked.board.refusal:
        response.status_code = 400 if asked.problems else 422
    return response


def _parse_day(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise NotFound from None


def _no_puzzle(day: date) -> tuple[str, int]:
    """The page for a day without a puzzle, or before its time."""
    sentence = message("puzzle.not-yet")
    if day < FIRST_DAY:
        sentence = message("puzzle.first", day=FIRST_DAY.isoformat())
    title = message("puzzle.none.title")
    return render_template("ui/problem.html", title=title, sentence=sentence), 404


def _rendered(day: date) -> str:
    puzzle, grade = daily_puzzle(day)
    place = PuzzlePlace("puzzle.of_day", {"day": day})
    page = PuzzlePage.of(puzzle, place, Trying.parse(request))
    if page.is_solved:
        practice_session.remember_solved(day)
    elif page.trying.shows_solution:
        practice_session.remember_shown(day)
    days = (today() - timedelta(back) for back in range(_DAYS_OFFERED))
    return render_template(
        "coach/puzzle.html",
        page=page,
        day=day,
        now=now(),
        grade=grade,
        most=HARDEST,
        days=[each for each in days if each >= FIRST_DAY],
        solved=practice_session.solved_days(),
        streak=streak_of(practice_session.streak_days(), today()),
    )


class PrintedPuzzle(NamedTuple):
    """A puzzle for printing: the tiles on the table, those held, and the best turn."""

    day: date
    grade: int
    puzzle: Puzzle
    words: PuzzleWords
    asked: surge_page.ShownTurn
    solution: surge_page.ShownTurn

    @classmethod
    def of(cls, day: date) -> "PrintedPuzzle":
        """The puzzle of a day."""
        puzzle, grade = daily_puzzle(day)
        game, laid = puzzle.position, puzzle.placements
        asked = surge_page.shown_turn(game, laid, puzzle.first_thought, 0)
        words = words_of(puzzle, puzzle.solution)
        solution = surge_page.shown_turn(game, laid, puzzle.solution)
        return cls(day, grade, puzzle, words, asked, solution)


def _week_beside(day: date) -> date | None:
    """The Monday of the week of a day, if that has puzzles."""
    return week_of(day)[0] if FIRST_DAY <= day <= today() else None
