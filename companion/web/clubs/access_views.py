"""Who may enter a club: its links, and the phones that joined."""

from collections.abc import Iterable
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.clubs.club import ClubMember
from companion.clubs.club_history import By
from companion.clubs.leagues.club_league import League
from companion.db.club_models import ClubRole
from companion.i18n import Text, listed, message
from companion.league.competition import EntrantKind
from companion.league.match_card import Name
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server
from companion.web.security.table_guard import device, known_device
from companion.web.ui.forms import parse_label

blueprint = Blueprint("club_access", __name__)
policy.set_policy(blueprint, policy.anyone, policy.limited(policy.GUESSES))
blueprint.before_request(needs_a_server)

_LONGEST_NAME = 40
#: The roles that a manager gives; a captain's phone follows the link of its team.
_ROLES = {str(role): role for role in ClubRole if role is not ClubRole.CAPTAIN}


@blueprint.get("/c/<secret>")
@policy.secret_address
def enter(secret: str) -> Response:
    """Follow a link: its secret moves into the signed cookie and out of the address."""
    clubs().access.invitation(secret, known_device())
    session["invited-club"] = secret
    return redirect(url_for("club_access.invited"), 303)


@blueprint.get("/club/join")
def invited(problem: Text | None = None) -> str:
    """The invitation: which club it is, and whose phone this is."""
    invitation = clubs().access.invitation(session.get("invited-club", ""), known_device())
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
    secrets, leagues = clubs().access.links(club_id), clubs().leagues.all_of(club())
    links = {
        kind: url_for("club_access.enter", secret=secret, _external=True)
        for kind, secret in secrets.items()
    }

    def links_of(phone: ClubMember) -> Text:
        of_teams = [message("club.of-captains-of", team=name) for name in teams_of(phone, leagues)]
        scorers = [message("club.of-scores")] if phone.scores else []
        return listed([*scorers, *of_teams, message("club.of-watches")])

    return render_template(
        "clubs/phones.html",
        links=links,
        leagues=[each for each in leagues if each.competition.kind is EntrantKind.TEAM],
        teams_of=partial(teams_of, leagues=leagues),
        links_of=links_of,
        new=request.args.get("new"),
        removed=clubs().phones.removed(club_id),
        problem=problem,
    )


def teams_of(phone: ClubMember, leagues: Iterable[League]) -> list[Name]:
    """The names of the teams that a phone is a captain of."""
    return [each.names[number] for each in leagues for of, number in phone.teams if of == each.id]


@blueprint.post("/club/<club_id>/phones/<deed>")
@policy.club_manager
@policy.ordinary
@refusals_on(show)
def change(club_id: str, deed: str) -> ResponseReturnValue:
    """Give a phone a role, remove it, let it back in; hand the club over; begin with new links."""
    phones, form = clubs().phones.by(By(known_device())), request.form
    other, role = form.get("device", ""), _ROLES.get(form.get("role", ""))
    if deed in ("make", "begin-again") and role is None:
        raise BadRequest
    deeds = {
        "make": lambda: phones.make(club_id, other, role or ClubRole.WATCHER),
        "remove": lambda: phones.remove(club_id, other, renews="renews" in form),
        "let-back": lambda: phones.let_back(club_id, other),
        "hand-over": lambda: phones.hand_over(club_id, other),
        "begin-again": lambda: phones.begin_again(club_id, role or ClubRole.WATCHER),
    }
    renewed = _renewed(other, role) if deed == "begin-again" or "renews" in form else None
    (deeds.get(deed) or abort(400))()
    return redirect(url_for("club_access.show", club_id=club_id, new=renewed), 303)


def _renewed(other: str, role: ClubRole | None) -> ClubRole | None:
    """The role whose link is new: of all phones of that role, or of the one that goes."""
    phone = club().seen_by(other)
    return phone.role if phone else role


@blueprint.post("/club/<club_id>/name")
@policy.club_member
@policy.ordinary
def call(club_id: str) -> Response:
    """Say whose phone this is."""
    clubs().phones.call(club_id, known_device(), _parse_name())
    return redirect(url_for("club.show", club_id=club_id), 303)


@blueprint.post("/club/<club_id>/leave")
@policy.club_member
@policy.ordinary
@refusals_on(show)
def leave(club_id: str) -> ResponseReturnValue:
    """Leave the club on this phone."""
    clubs().phones.leave(club_id, known_device())
    return redirect(url_for("club.home"), 303)


def _parse_name() -> str:
    return parse_label(request.form.get("name", ""), _LONGEST_NAME)
