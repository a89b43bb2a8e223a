"""Sheets of questions to print: what to have on one, and the sheet of a code."""

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.coach.challenges.worksheet import SEEDS, NoSuchSheet, NothingToAsk, Worksheet
from companion.web.coach.worksheet_page import parse_sheet, sheet_page, sheets_form
from companion.web.security.policy import anyone, limited, no_secret, ordinary, set_policy

blueprint = Blueprint("sheets", __name__)
set_policy(blueprint, anyone, no_secret, ordinary)


@blueprint.get("/sheets")
def choose() -> str:
    """What a sheet is to be about, how hard, and how many questions."""
    return render_template("coach/choose_sheet.html", page=sheets_form(request.args))


@blueprint.get("/sheets/new")
def make() -> ResponseReturnValue:
    """Make a sheet nobody had before, or find the one whose code was typed."""
    sheet = parse_sheet(request.args, secrets.randbelow(SEEDS))
    return redirect(url_for("sheets.show", code=sheet), 303)


@blueprint.get("/sheets/<code>")
@limited("12 per minute")
def show(code: str) -> str:
    """A sheet: its questions on one page, the answers on the next."""
    return render_template("coach/sheet.html", page=sheet_page(Worksheet.parse(code)))


@blueprint.errorhandler(NoSuchSheet)
def no_such_sheet(refusal: NoSuchSheet) -> tuple[str, int]:
    """There is no sheet of that kind or code: the form says why."""
    typed, status = dict(request.args), 422 if isinstance(refusal, NothingToAsk) else 404
    page = sheets_form(typed)
    return render_template("coach/choose_sheet.html", page=page, problem=refusal.message), status
