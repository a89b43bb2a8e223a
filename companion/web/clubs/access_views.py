"""Who may enter a club: its links, and the phones that joined."""

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.i18n import Text
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import clubs, needs_a_server, visit
from companion.web.security.table_guard import device, known_device
from companion.web.ui.forms import parse_label
from companion.web.ui.qr_links import names_this_machine, qr_of

blueprint = Blueprint("club_access", __name__)
policy.set_policy(blueprint, policy.anyone, policy.limited(policy.GUESSES))
blueprint.before_request(needs_a_server)

_LONGEST_NAME = 40


@blueprint.get("/c/<secret>")
@policy.secret_address
def enter(secret: str) -> Response:
    """Follow a link: its secret moves into the signed cookie and out of the address."""
    clubs().access.invitation(secret)
    session["invited-club"] = secret
    return redirect(url_for("club_access.invited"), 303)


@blueprint.get("/club/join")
def invited(problem: Text | None = None) -> str:
    """The invitation: which club it is, and whose phone this is."""
    invitation = clubs().access.invitation(session.get("invited-club", ""))
    return render_template("clubs/join.html", invitation=invitation, problem=problem)


@blueprint.post("/club/join")
@refusals_on(invited)
def join() -> ResponseReturnValue:
    """Join on this phone."""
    secret = session.get("invited-club", "")
    club_id = clubs().access.join(secret, device(), _parse_name())
    session.pop("invited-club", None)
    return redirect(url_for("club.show", club_id=club_id), 303)


@blueprint.get("/club/<club_id>/phones")
@policy.club_manager
@policy.ordinary
def show(club_id: str, problem: Text | None = None) -> str:
    """The club's links, and the phones that joined."""
    secrets = clubs().access.links(club_id)
    links = {
        kind: url_for("club_access.enter", secret=secret, _external=True)
        for kind, secret in secrets.items()
    }
    return render_template(
        "clubs/phones.html",
        visit=visit(),
        links=links,
        qr=qr_of,
        unreachable=request.host if names_this_machine(request.host) else "",
        problem=problem,
    )


@blueprint.post("/club/<club_id>/phones/<deed>")
@policy.club_manager
@policy.ordinary
@refusals_on(show)
def change(club_id: str, deed: str) -> ResponseReturnValue:
    """Make or unmake a manager, remove a phone, end others' access."""
    access, other = clubs().access, request.form.get("device", "")
    deeds = {
        "give": lambda: access.give(club_id, other),
        "take-back": lambda: access.take_back(club_id, other),
        "let-out": lambda: access.leave(club_id, other),
        "end-all-others": lambda: access.end_all_others(club_id, known_device()),
        "end-watching": lambda: access.end_watching(club_id),
    }
    if deed not in deeds:
        raise BadRequest
    deeds[deed]()
    return redirect(url_for("club_access.show", club_id=club_id), 303)


@blueprint.post("/club/<club_id>/name")
@policy.club_member
@policy.ordinary
def call(club_id: str) -> Response:
    """Say whose phone this is."""
    clubs().access.call(club_id, known_device(), _parse_name())
    return redirect(url_for("club.show", club_id=club_id), 303)


@blueprint.post("/club/<club_id>/leave")
@policy.club_member
@policy.ordinary
@refusals_on(show)
def leave(club_id: str) -> ResponseReturnValue:
    """Leave the club on this phone."""
    clubs().access.leave(club_id, known_device())
    return redirect(url_for("club.home"), 303)


def _parse_name() -> str:
    return parse_label(request.form.get("name", ""), _LONGEST_NAME)
