"""Sheets of questions to print: what to have on one, and the sheet of a code."""

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.coach.challenges.worksheet import (
    DRILL,
    NUMBERS,
    SEEDS,
    NoSuchSheet,
    NothingToAsk,
    Worksheet,
)
from companion.coach.drills.game_families import by_family
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import DrillKind, Skill
from companion.coach.learning.practice_rounds import MIXED
from companion.i18n import Text
from companion.rules.games import GAMES
from companion.web.coach.worksheet_page import WorksheetSubject, chosen_sheet, parse_sheet, tasks_of
from companion.web.security.policy import anyone, limited, no_secret, ordinary, set_policy

blueprint = Blueprint("sheets", __name__)
set_policy(blueprint, anyone, no_secret, ordinary)


@blueprint.get("/sheets")
def choose() -> str:
    """What a sheet is to be about, how hard, and how many questions."""
    return _form()


@blueprint.get("/sheets/new")
def make() -> ResponseReturnValue:
    """Make a sheet nobody had before, or find the one whose code was typed."""
    sheet = parse_sheet(request.args, secrets.randbelow(SEEDS))
    return redirect(url_for("sheets.show", code=sheet), 303)


@blueprint.get("/sheets/<code>")
@limited("12 per minute")
def show(code: str) -> str:
    """A sheet: its questions on one page, the answers on the next."""
    sheet = Worksheet.parse(code)
    tasks, game = tasks_of(sheet), GAMES[sheet.game]
    columns = 3 if all(task.is_narrow for task in tasks) else 2
    return render_template("coach/sheet.html", sheet=sheet, game=game, tasks=tasks, columns=columns)


@blueprint.errorhandler(NoSuchSheet)
def no_such_sheet(refusal: NoSuchSheet) -> tuple[str, int]:
    """There is no sheet of that kind or code: the form says why."""
    return _form(refusal.message), 422 if isinstance(refusal, NothingToAsk) else 404


def _form(problem: Text | None = None) -> str:
    return render_template(
        "coach/choose_sheet.html",
        chosen=chosen_sheet(request.args),
        mixed=MIXED,
        skills=[WorksheetSubject.of(skill, skill.heading) for skill in Skill],
        drills=[WorksheetSubject.of(f"{DRILL}{kind}", kind.heading) for kind in DrillKind],
        families=by_family(GAMES.values()),
        levels=range(LEVELS + 1),
        numbers=NUMBERS,
        problem=problem,
    )
