"""A grown-up's class: learners who show how they get on, each until one of the two ends it."""

from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from flask import (
    Blueprint,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Practice, Skill, practices_in, skills_of
from companion.coach.learning.practice_trend import Stretch, by_day_or_week, in_all
from companion.i18n import Text, message
from companion.learners.errors import ClassFull, NoSuchMember, WrongCode
from companion.learners.learner_classes import ClassMember
from companion.pictures.charts import Trend
from companion.pictures.shapes import Box
from companion.web.clock import now, today
from companion.web.learners.progress_page import Progress, draw_accuracy
from companion.web.problems import problem_page
from companion.web.security import policy
from companion.web.ui.forms import parse_name
from companion.web.ui.practice_session import FIRST_GROUND, class_service, learner, learners

blueprint = Blueprint("classes", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)

_CHART = Box(4, 4, 176, 44)


@blueprint.before_request
def needs_a_server() -> None:
    """Offer no class in an app for one phone alone."""
    if current_app.config["IS_ALONE"]:
        raise NotFound


@blueprint.get("/class")
@policy.limited(policy.COMPUTING)
def show(problem: Text | None = None) -> str:
    """All learners of this device's class."""
    typed = parse_name(request.form.get("name", ""))
    return render_template(
        "learners/class.html", rows=_class_rows(), most=LEVELS, problem=problem, typed=typed
    )


@blueprint.post("/class/enter")
@policy.limited(policy.GUESSES, policy.GUESSES_OF_NAME)
def enter() -> ResponseReturnValue:
    """Add a learner who shows their progress by this code."""
    name, code = parse_name(request.form.get("name", "")), request.form.get("code", "")
    try:
        session["class"] = class_service().enter(_own_class(), name, code)
        session.permanent = True
        flash(name, "entered")
    except WrongCode as refusal:
        # As for a wrong link: guesses are counted.
        return show(refusal.message), 404
    except ClassFull as refusal:
        return show(refusal.message), 422
    return redirect(url_for("classes.show"), 303)


@blueprint.get("/class/<int(max=999):number>")
@policy.limited(policy.COMPUTING)
def see(number: int) -> str:
    """How one of them gets on."""
    member = class_service().member(_own_class(), number)
    attempts = learners().attempts(member.learner.id)
    # As they see it themselves, without what only they may do.
    practices = practices_in(member.game or FIRST_GROUND)
    page = Progress(member.learner, attempts, practices, member.learner.name)
    return render_template("learners/learner.html", page=page, member=member)


@blueprint.post("/class/<int(max=999):number>/remove")
def remove(number: int) -> Response:
    """Remove one of them."""
    classes = class_service()
    flash(classes.member(_own_class(), number).learner.name, "removed")
    classes.remove(_own_class(), number)
    return redirect(url_for("classes.show"), 303)


@blueprint.post("/class/<deed>")
def change_mine(deed: str) -> Response:
    """Let others see this device's learner by a code, or nobody any more."""
    known = learner()
    if known is not None and deed == "hide":
        class_service().hide(known.id)
    elif known is not None and known.name and deed == "show":
        class_service().show(known.id)
    return redirect(url_for("progress.show", _anchor="shown"), 303)


@blueprint.errorhandler(NoSuchMember)
def nobody_there(_error: NoSuchMember) -> tuple[str, int]:
    """This learner is not in this device's class, or doesn't show their progress any more."""
    way = (url_for("classes.show"), message("class.title"))
    return problem_page("no-such-member", way), 404


def _own_class() -> str:
    return str(session.get("class", ""))


class ClassLine(NamedTuple):
    """A learner of a class in a row: on how many days they practised this week, and how it goes."""

    member: ClassMember
    days: int
    upcoming: Practice
    latest: Stretch | None
    #: The share of right answers lately, day by day or week by week; None before the first.
    chart: Trend | None
    #: The level of each skill in their game; skills that were never asked have none.
    levels: list[tuple[Skill, int | None]]


def _class_rows() -> list[ClassLine]:
    members = class_service().members(_own_class())
    monday = today() - timedelta(today().weekday())
    days = class_service().days(members, datetime.combine(monday, time(), UTC))
    return [_row(member, days[member.number]) for member in members]


def _row(member: ClassMember, days: int) -> ClassLine:
    schedule = member.learner.schedule
    practices = practices_in(member.game or FIRST_GROUND)
    standings, skills = schedule.standings, skills_of(practices)
    return ClassLine(
        member,
        days,
        schedule.next(now(), practices),
        in_all(member.latest),
        draw_accuracy(by_day_or_week(member.latest), _CHART),
        [(skill, schedule.level(skill) if skill in standings else None) for skill in skills],
    )
