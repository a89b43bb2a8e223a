"""A grown-up's class: learners who show how they get on, each until one of the two ends it."""

from contextlib import suppress
from datetime import UTC, datetime, time, timedelta
from zlib import crc32

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from companion.coach.drills.skills import practices_in
from companion.coach.learning.practice_trend import Stretch, in_all
from companion.i18n import Text, message
from companion.learners.errors import NoSuchClass, NoSuchMember
from companion.learners.learner_classes import ClassMember, ClassNow
from companion.web.clock import today
from companion.web.learners.progress_page import Progress
from companion.web.problems import problem_page, refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import needs_a_server
from companion.web.ui import practice_session
from companion.web.ui.forms import parse_name
from companion.web.ui.template_filters import is_seen

blueprint = Blueprint("classes", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)
blueprint.before_request(needs_a_server)
blueprint.register_error_handler(NoSuchClass, lambda _: (problem_page("no-such-class"), 404))


@blueprint.get("/class")
@policy.limited(policy.COMPUTING)
def show(problem: Text | None = None) -> Response | str:
    """All learners of this device's class, and the way for more; the list fills by itself."""
    found: ClassNow | None = None
    with suppress(NoSuchClass):
        found = practice_session.class_service().look(practice_session.own_class())
    # An address is no place for names.
    roll = [(each.number, each.name) for each in found.roll] if found else []
    mark = f"{crc32(repr(roll).encode())}"
    if is_seen(lambda: mark):
        return Response(status=204)
    names = request.form.get("names", found.row.names if found else "")
    values = {"found": found, "mark": mark, "names": names, "problem": problem}
    return render_template("learners/class.html", rows=_class_rows(), **values)


@blueprint.post("/class/open")
@policy.limited(policy.NEW_TABLES)
@refusals_on(show)
def open_class() -> ResponseReturnValue:
    """Open this device's class to all who have its link, with names for them to pick from."""
    names = [
        name for line in request.form.get("names", "").splitlines() if (name := parse_name(line))
    ]
    session["class"] = practice_session.class_service().open(practice_session.own_class(), names)
    session.permanent = True
    return redirect(url_for("classes.show"), 303)


@blueprint.get("/class/mine/<secret>")
@policy.secret_address
@policy.limited(policy.GUESSES)
def offer(secret: str) -> Response:
    """Follow the link for another device: its secret moves into the signed cookie."""
    if practice_session.class_service().look(secret).row.id != secret:
        raise NoSuchClass  # Those who only join have the other one.
    session["offered"] = secret
    return redirect(url_for("classes.show"), 303)


@blueprint.get("/class/<int(max=999):number>")
@policy.limited(policy.COMPUTING)
def see(number: int) -> str:
    """How one of them gets on."""
    member = practice_session.class_service().member(practice_session.own_class(), number)
    attempts = practice_session.learners().attempts(member.learner.id)
    # As they see it themselves, without what only they may do.
    practices = practices_in(member.game or practice_session.FIRST_GROUND)
    page = Progress(member.learner, attempts, practices, member.learner.name)
    return render_template("learners/learner.html", page=page, member=member)


@blueprint.post("/class/<int(max=999):number>/remove")
def remove(number: int) -> Response:
    """Remove one of them."""
    classes = practice_session.class_service()
    flash(classes.member(practice_session.own_class(), number).learner.name, "removed")
    classes.remove(practice_session.own_class(), number)
    return redirect(url_for("classes.show"), 303)


@blueprint.post("/class/<deed>")
def change_mine(deed: str) -> Response:
    """Let nobody see this device's learner any more, or change whose class it is, and its link."""
    match deed:
        case "hide":
            practice_session.class_service().hide(practice_session.known_id() or "")
            session.pop("joined", None)
            return redirect(url_for("progress.show", _anchor="shown"), 303)
        case "new-link":
            practice_session.class_service().renew(practice_session.own_class())
        case "close":
            practice_session.class_service().close(practice_session.own_class())
        case "take":
            session["class"] = session.pop("offered", practice_session.own_class())
            session.permanent = True
    return redirect(url_for("classes.show"), 303)


@blueprint.errorhandler(NoSuchMember)
def nobody_there(_error: NoSuchMember) -> tuple[str, int]:
    """This learner is not in this device's class, or not any more."""
    return problem_page("no-such-member", (url_for("classes.show"), message("class.title"))), 404


def _class_rows() -> list[tuple[ClassMember, int, Stretch | None]]:
    """Each of them with the number of days with practice this week, and how it went lately."""
    members = practice_session.class_service().members(practice_session.own_class())
    monday = today() - timedelta(today().weekday())
    days = practice_session.class_service().days(members, datetime.combine(monday, time(), UTC))
    return [(each, days[each.number], in_all(each.latest)) for each in members]
