"""Runs against the clock: a storm of questions, and the ladders of three seconds a rung."""

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.coach.challenges.sprint_questions import DEAL, FIRST_DEAL, MOST_QUESTIONS, RUNGS
from companion.coach.challenges.timed_run import RunRefused
from companion.coach.drills.question_key import NoSuchQuestion
from companion.coach.drills.skills import DrillKind
from companion.coach.learning.practice_rounds import MIXED
from companion.learners.errors import CountedAlready
from companion.learners.sprint_service import STORM_COURSE
from companion.pictures.pegboard import lay_pegboard
from companion.rules.errors import Refusal
from companion.web.coach.dealt_note import Dealt, parse_answers
from companion.web.coach.sprint_page import (
    best_of,
    course_of,
    dealt_data,
    ladders_here,
    settle,
)
from companion.web.problems import problem_page
from companion.web.security.limits import ANSWERS
from companion.web.security.policy import anyone, limited, no_secret, ordinary, set_policy
from companion.web.ui.position_sources import describe_game

#: The board on which the score of a storm runs: hole 15 and again. Its width in px.
_HOLES, _WIDTH = 15, 250.0

blueprint = Blueprint("sprint", __name__)
set_policy(blueprint, anyone, no_secret, limited("30 per 10 seconds; 120 per minute"))


@blueprint.get("/storm")
@ordinary
def storm() -> str:
    """Where a storm starts, is run and ends."""
    return _start(STORM_COURSE)


@blueprint.get("/ladders")
@ordinary
def ladders() -> str:
    """The ladders of the head."""
    ladders = [(DrillKind(course.name), best_of(course)) for course in ladders_here()]
    return render_template("coach/ladders.html", ladders=ladders)


@blueprint.get("/ladders/<kind>")
@ordinary
def ladder(kind: str) -> str:
    """Where the ladder of a drill starts, is climbed and ends."""
    return _start(kind)


@blueprint.post("/sprint/deal")
def deal() -> Response:
    """Deal the first questions, the clock not yet running."""
    dealt = Dealt.new(course_of(request.form.get("course", "")))
    return jsonify(dealt_data(dealt))


@blueprint.post("/sprint/more")
def more() -> ResponseReturnValue:
    """The next ones of a deal."""
    dealt = Dealt.read(request.form.get("deal", ""))
    first = request.form.get("first", 0, type=int)
    if first not in (FIRST_DEAL, *range(DEAL, MOST_QUESTIONS, DEAL)):
        raise BadRequest
    return jsonify(dealt_data(dealt, first))


@blueprint.post("/sprint/result")
@limited(ANSWERS)
def result() -> ResponseReturnValue:
    """Judge what a phone says of a run, and keep it where it holds."""
    dealt = Dealt.read(request.form.get("deal", ""))
    settled = settle(dealt, parse_answers(request.form.get("answers", "")))
    return render_template("coach/_sprint_end.html", page=settled, course=settled.course)


@blueprint.errorhandler(Refusal)
def refused(refusal: Refusal) -> ResponseReturnValue:
    """A run that cannot have happened so, or was counted."""
    status = 409 if isinstance(refusal, CountedAlready) else 422
    if isinstance(refusal, RunRefused) and refusal.why == "not-ours":
        status = 404
    return render_template("coach/_sprint_refused.html", sentence=refusal.message), status


@blueprint.errorhandler(NoSuchQuestion)
def no_such_course(_error: NoSuchQuestion) -> ResponseReturnValue:
    """A ladder that there is not."""
    return problem_page("no-ladder"), 404


def _start(name: str) -> str:
    """Where a storm or a ladder starts, and all that its script needs but the questions."""
    course = course_of(name)
    return render_template(
        "coach/sprint.html",
        course=course,
        game=describe_game(course.game),
        best=best_of(course),
        board=lay_pegboard(_HOLES if course.is_storm else RUNGS, _WIDTH),
        plain=MIXED if course.is_storm else name,
    )
