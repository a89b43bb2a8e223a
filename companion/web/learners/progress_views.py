"""How practice went, and the name that keeps it."""

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from companion.i18n import Text, message
from companion.learners.errors import NoSuchLearner, WrongCode
from companion.web.learners.progress_page import Progress
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.ui import practice_session
from companion.web.ui.forms import parse_name
from companion.web.ui.position_sources import practices_here

blueprint = Blueprint("progress", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)


@blueprint.get("/practise/progress")
def show(problem: Text | None = None) -> str:
    """How many were right and how quickly, by skill, and what comes next."""
    known = practice_session.learner()
    attempts = practice_session.learners().attempts(known.id) if known else ()
    joined = practice_session.class_service().joined(known.id) if known else []
    return render_template(
        "learners/progress.html",
        page=Progress(known, attempts, practices_here()),
        joined=joined,
        problem=problem,
        typed=_typed_name() or (joined[-1][0] if joined else ""),
    )


@blueprint.post("/practise/progress/name")
@policy.limited(policy.NEW_NAMES)
@refusals_on(show)
def pick_name() -> ResponseReturnValue:
    """Keep this device's progress under a name picked now."""
    name, known = _typed_name(), practice_session.learner()
    learners = practice_session.learners()
    found = learners.call(known.id, name) if known else learners.start(name)
    practice_session.keep_learner(found.id)
    return redirect(url_for("progress.show"), 303)


@blueprint.post("/practise/progress/enter")
@policy.limited(policy.GUESSES, policy.GUESSES_OF_NAME)
def enter() -> ResponseReturnValue:
    """Continue here as someone whose other device shows this code."""
    try:
        found = practice_session.learners().enter(_typed_name(), request.form.get("code", ""))
    except WrongCode as refusal:
        # As for a wrong link: guesses are counted.
        return show(refusal.message), 404
    known = practice_session.learner()
    if known is not None and not known.name:
        # Nobody could ever get back to it.
        with suppress(NoSuchLearner):
            practice_session.learners().remove(known.id)
    practice_session.forget_learner()
    practice_session.keep_learner(found.id)
    return redirect(url_for("progress.show"), 303)


@blueprint.post("/practise/progress/<deed>")
def change(deed: str) -> ResponseReturnValue:
    """Start again, shut out other devices, leave this device, or delete everything."""
    known = practice_session.learner()
    match deed:
        case "leave":
            practice_session.forget_learner()
        case "shut-out" if known:
            practice_session.keep_learner(practice_session.learners().shut_out(known.id).id)
        case "reset" if known:
            found = practice_session.learners().reset(known.id)
            practice_session.forget_learner()
            practice_session.keep_learner(found.id)
        case "remove" if known:
            # Another device of theirs may just have done so.
            with suppress(NoSuchLearner):
                practice_session.learners().remove(known.id)
            practice_session.forget_learner()
        case "shut-out" | "reset" | "remove":
            pass  # Nobody has practised here yet.
        case _:
            raise BadRequest
    return redirect(url_for("progress.show"), 303)


@blueprint.errorhandler(NoSuchLearner)
def learner_is_gone(_error: NoSuchLearner) -> tuple[str, int]:
    """Another device of the learner's deleted them, or shut this one out, at that moment."""
    practice_session.forget_learner()
    return show(message("progress.gone")), 409


def _typed_name() -> str:
    return parse_name(request.form.get("name", ""))
