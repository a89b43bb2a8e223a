"""Progress: how practice went, what comes next, and under which name it is kept."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.rules.errors import Refusal
from companion.tables.errors import WrongCode
from companion.web.forms import parse_name
from companion.web.pages.coach.learning import (
    forget_learner,
    keep_learner,
    learner,
    learners,
    progress_page,
)
from companion.words import Text

blueprint = Blueprint("progress", __name__, url_prefix="/practise/progress")

Answer = Response | tuple[str, int]


@blueprint.get("")
def show() -> str:
    """How right and how quick, by skill, and what comes next."""
    return _rendered()


@blueprint.post("/name")
def pick() -> Answer:
    """Keep this device's progress under a name that is picked now."""
    name, known = _typed_name(), learner()
    try:
        keep_learner(learners().call(known.id, name) if known else learners().start(name))
    except Refusal as refusal:
        return _rendered(refusal.message), 422
    return _shown_anew()


@blueprint.post("/enter")
def enter() -> Answer:
    """Go on here as somebody whose other device shows this code."""
    try:
        found = learners().enter(_typed_name(), request.form.get("code", ""))
    except WrongCode as refusal:
        # As a wrong link: who guesses is counted.
        return _rendered(refusal.message), 404
    known = learner()
    if known is not None and not known.name:
        # Nobody could ever come back to it.
        learners().remove(known.id)
    forget_learner()
    keep_learner(found)
    return _shown_anew()


@blueprint.post("/<deed>")
def change(deed: str) -> Answer:
    """Start anew, shut other devices out, leave this device, or forget all."""
    known = learner()
    match deed:
        case "leave":
            forget_learner()
        case "shut-out" if known:
            keep_learner(learners().shut_out(known.id))
        case "reset" if known:
            found = learners().reset(known.id)
            forget_learner()
            keep_learner(found)
        case "remove" if known:
            learners().remove(known.id)
            forget_learner()
        case "shut-out" | "reset" | "remove":
            pass  # Nobody has practised here yet.
        case _:
            raise BadRequest
    return _shown_anew()


def _shown_anew() -> Response:
    return redirect(url_for("progress.show"), 303)


def _rendered(problem: Text | None = None) -> str:
    page, typed = progress_page(), _typed_name()
    return render_template("practise/progress.html", page=page, problem=problem, typed=typed)


def _typed_name() -> str:
    return parse_name(request.form.get("name", ""))
