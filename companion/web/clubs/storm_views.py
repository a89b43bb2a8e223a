"""The storms of a club's week, each by the consent of whoever ran it."""

from datetime import datetime, time, timedelta

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.learners.sprint_service import best_storms
from companion.web.clock import now
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, only_own_people, visit
from companion.web.security.table_guard import known_device
from companion.web.ui.forms import parse_label
from companion.web.ui.position_sources import describe_game
from companion.web.ui.practice_session import known_id, learner, learners

blueprint = Blueprint("club_storms", __name__, url_prefix="/club/<club_id>/storms")
policy.set_policy(blueprint, policy.club_member, policy.limited(policy.COMPUTING))
blueprint.before_request(only_own_people)
_LONGEST_NAME = 40


@blueprint.get("")
def show(club_id: str) -> str:
    """The best storm of this week of everyone who shows theirs here."""
    shown = {each.storms_of: each.name for each in club().members if each.storms_of}
    today = club().day_of(now())
    monday = datetime.combine(today - timedelta(today.weekday()), time(), club().clock)
    best = best_storms(learners(), shown, monday)
    return render_template(
        "clubs/storms.html", best=best, shown=shown, learner=learner(), describe_game=describe_game
    )


@blueprint.post("")
@policy.club_member
def share(club_id: str) -> ResponseReturnValue:
    """Show the storms of whoever practises on this phone and has a name, or nobody's any more."""
    phones, phone, known = clubs().phones, known_device(), learner()
    if name := request.form.get("name"):
        phones.call(club_id, phone, parse_label(name, _LONGEST_NAME))
    is_named = name or visit().own.name or (known and known.name)
    phones.show_storms(club_id, phone, is_named and request.form.get("show") and known_id())
    return redirect(url_for("club_storms.show", club_id=club_id), 303)
