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
from companion.web.ui.forms import parse_name
from companion.web.ui.position_sources import practices_here
from companion.web.ui.practice_session import (
    class_service,
    forget_learner,
    keep_learner,
    learner,
    learners,
)

blueprint = Blueprint("progress", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)


@blueprint.get("/practise/progress")
def show(problem: Text | None = None) -> str:
    """How many were right and how quickly, by skill, and what comes next."""
    known = learner()
    attempts = learners().attempts(known.id) if known else ()
    joined = class_service().joined(known.id) if known else []
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
    name, known = _typed_name(), learner()
    found = learners().call(known.id, name) if known else learners().start(name)
    keep_learner(found.id)
    return redirect(url_for("progress.show"), 303)


@blueprint.post("/practise/progress/enter")
@policy.limited(policy.GUESSES, policy.GUESSES_OF_NAME)
def enter() -> ResponseReturnValue:
    """Continue here as someone whose other device shows this code."""
    try:
        found = learners().enter(_typed_name(), request.form.get("code", ""))
    except WrongCode as refusal:
        # As for a wrong link: guesses are counted.
        return show(refusal.message), 404
    known = learner()
    if known is not None and not known.name:
        # Nobody could ever get back to it.
        with suppress(NoSuchLearner):
            learners().remove(known.id)
    forget_learner()
    keep_learner(found.id)
    return redirect(url_for("progress.show"), 303)


@blueprint.post("/practise/progress/<deed>")
def change(deed: str) -> ResponseReturnValue:
    """Start again, shut out other devices, leave this device, or delete everything."""
    known = learner()
    match deed:
        case "leave":
            forget_learner()
        case "shut-out" if known:
            keep_learner(learners().shut_out(known.id).id)
        case "reset" if known:
            found = learners().reset(known.id)
            forget_learner()
            keep_learner(found.id)
        case "remove" if known:
            # Another device of theirs may just have done so.
            with suppress(NoSuchLearner):
                learners().remove(known.id)
            forget_learner()
        case "shut-out" | "reset" | "remove":
            pass  # Nobody has practised here yet.
        case _:
            raise BadRequest
    return redirect(url_for("progress.show"), 303)


@blueprint.errorhandler(NoSuchLearner)
def learner_is_gone(_error: NoSuchLearner) -> tuple[str, int]:
    """Another device of the learner's deleted them, or shut this one out, at that moment."""
    forget_learner()
    return show(message("progress.gone")), 409


def _typed_name() -> str:
    return parse_name(request.form.get("name", ""))
