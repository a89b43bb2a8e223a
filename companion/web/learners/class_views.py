"""A grown-up's class: learners who show how they get on, each until one of the two ends it."""

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.coach.drills.practice_positions import LEVELS
from companion.i18n import Text, message
from companion.learners.errors import ClassFull, NoSuchMember, WrongCode
from companion.web.learners.class_page import (
    class_rows,
    keep_class,
    own_class,
    progress_of,
)
from companion.web.problems import problem_page
from companion.web.security.limits import COMPUTING, GUESSES, GUESSES_OF_NAME
from companion.web.security.policy import (
    anyone,
    holds_secret,
    limited,
    no_secret,
    ordinary,
    set_policy,
)
from companion.web.ui.forms import parse_name
from companion.web.ui.practice_session import class_service, learner

blueprint = Blueprint("classes", __name__)
set_policy(blueprint, anyone, no_secret, ordinary)


@blueprint.before_request
def needs_a_server() -> None:
    """Offer no class in an app that answers one phone alone."""
    if current_app.config["IS_ALONE"]:
        raise NotFound


@blueprint.get("/class")
@holds_secret
@limited(COMPUTING)
def show(problem: Text | None = None) -> str:
    """All learners of this device's class."""
    typed = parse_name(request.form.get("name", ""))
    return render_template(
        "learners/class.html", rows=class_rows(), most=LEVELS, problem=problem, typed=typed
    )


@blueprint.post("/class/enter")
@holds_secret
@limited(GUESSES, GUESSES_OF_NAME)
def enter() -> ResponseReturnValue:
    """Take someone in who shows their progress by this code."""
    name, code = parse_name(request.form.get("name", "")), request.form.get("code", "")
    try:
        keep_class(class_service().enter(own_class(), name, code))
        flash(name, "entered")
    except WrongCode as refusal:
        # As a wrong link: who guesses is counted.
        return show(refusal.message), 404
    except ClassFull as refusal:
        return show(refusal.message), 422
    return redirect(url_for("classes.show"), 303)


@blueprint.get("/class/<int(max=999):number>")
@holds_secret
@limited(COMPUTING)
def see(number: int) -> str:
    """How one of them gets on."""
    member = class_service().member(own_class(), number)
    return render_template("learners/learner.html", page=progress_of(member), member=member)


@blueprint.post("/class/<int(max=999):number>/remove")
def remove(number: int) -> Response:
    """Let one of them go."""
    classes = class_service()
    flash(classes.member(own_class(), number).learner.name, "removed")
    classes.remove(own_class(), number)
    return redirect(url_for("classes.show"), 303)


@blueprint.post("/class/show")
def show_mine() -> Response:
    """Let this device's learner be seen by a code."""
    known = learner()
    if known is not None and known.name:
        class_service().show(known.id)
    return _back()


@blueprint.post("/class/hide")
def hide_mine() -> Response:
    """Let nobody see this device's learner any more."""
    known = learner()
    if known is not None:
        class_service().hide(known.id)
    return _back()


@blueprint.errorhandler(NoSuchMember)
def nobody_there(_error: NoSuchMember) -> tuple[str, int]:
    """Who is asked for is not in this device's class, or shows nothing any more."""
    way = (url_for("classes.show"), message("class.title"))
    return problem_page("no-such-member", way), 404


def _back() -> Response:
    return redirect(url_for("progress.show", _anchor="shown"), 303)
