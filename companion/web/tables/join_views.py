"""Joining a table by link or code, and who keeps score at it."""

from contextlib import suppress

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.db.short_codes import LOOK_ALIKES, code_as_typed
from companion.db.table_models import LeadsTo
from companion.i18n import Text, listed, message
from companion.learners.errors import NoSuchClass
from companion.tables.errors import NoSuchLink
from companion.web.problems import refusals_on
from companion.web.security import policy, table_guard
from companion.web.security.club_guard import clubs
from companion.web.ui.forms import parse_label
from companion.web.ui.practice_session import class_service

blueprint = Blueprint("join", __name__)
policy.set_policy(blueprint, policy.anyone, policy.limited(policy.GUESSES))

_LONGEST_NAME = 40
#: The links that are shown with a QR code; people read the code of six characters aloud.
_LINKS = (LeadsTo.WATCH, LeadsTo.KEEP, LeadsTo.BOARD)


@blueprint.get("/j/<secret>")
@policy.secret_address
def enter(secret: str) -> ResponseReturnValue:
    """Follow a link: its secret moves into the signed cookie and out of the address."""
    try:
        invitation = table_guard.access_service().invitation(secret)
    except NoSuchLink:
        # If a phone is removed, the scorers' links that it may know end.
        table_guard.check_may_come(*table_guard.known_tables())
        raise
    table_guard.check_may_come(invitation.table_id)
    if invitation.leads_to is LeadsTo.KEEP:
        session["invited"] = secret
        return redirect(url_for("join.invited"), 303)
    table_guard.hold_secret(invitation.table_id, secret)
    shows = "play.board" if invitation.leads_to is LeadsTo.BOARD else "play.show"
    return redirect(url_for(shows, table_id=invitation.table_id), 303)


@blueprint.get("/join")
def invited() -> ResponseReturnValue:
    """The invitation to keep score: whose phone is this?"""
    table_id = table_guard.access_service().invitation(session.get("invited", "")).table_id
    table_guard.check_may_come(table_id)
    if table_guard.table_service().look(table_id).seen_by(table_guard.device()).keeps:
        return _to_table(table_id)
    return _whose(table_id, url_for("join.keep"), message("join.keep"))


@blueprint.post("/join")
def keep() -> ResponseReturnValue:
    """Keep score on this phone from now on."""
    secret = session.pop("invited", "")
    table_guard.check_may_come(table_guard.access_service().invitation(secret).table_id)
    table_id = table_guard.access_service().keep(secret, table_guard.device(), _parse_name())
    table_guard.remember_table(table_id)
    return _to_table(table_id)


@blueprint.post("/code")
@policy.limited(policy.GUESSES, policy.GUESSES_OF_CODE)
def by_code() -> ResponseReturnValue:
    """Watch the table whose code was typed, or join that class."""
    typed = request.form.get("code", "")
    code = code_as_typed(typed)
    try:
        invitation = table_guard.access_service().invitation_by_code(code)
    except NoSuchLink:
        with suppress(NoSuchClass):
            found = class_service().look(code)
            return redirect(url_for("whole_class.join", code=found.row.code), 303)
        look_alikes = sorted({*code} & {*LOOK_ALIKES})
        confused = listed(look_alikes, "or") if look_alikes else None
        return render_template("tables/join_by_code.html", typed=typed[:20], confused=confused), 404
    table_guard.check_may_come(invitation.table_id)
    table_guard.hold_secret(invitation.table_id, invitation.secret)
    return _to_table(invitation.table_id)


@blueprint.get("/t/<table_id>/ask")
@policy.watcher
@policy.ordinary
def asking(table_id: str) -> ResponseReturnValue:
    """The question to the scorers: whose phone would keep score too?"""
    return _whose(table_id, url_for("join.ask", table_id=table_id), message("watch.ask"))


@blueprint.post("/t/<table_id>/ask")
@policy.watcher
@policy.ordinary
def ask(table_id: str) -> ResponseReturnValue:
    """Ask those who keep score to let this phone do so too."""
    table_guard.access_service().ask(table_id, table_guard.device(), _parse_name())
    table_guard.remember_table(table_id)
    return _to_table(table_id)


@blueprint.get("/t/<table_id>/join")
@policy.scorer
@policy.ordinary
def show(table_id: str, problem: Text | None = None) -> str | Response:
    """The table's links, its code, and who keeps score."""
    if current_app.config["IS_ALONE"]:
        # No other phone gets here; the page says what you can do instead.
        return redirect(url_for("hand_over.show", table_id=table_id))
    secrets = table_guard.access_service().links(table_id)
    return render_template(
        "tables/join.html",
        state=table_guard.state(),
        members=table_guard.members(),
        of_club=clubs().tables.club_of(table_id),
        links={
            kind: url_for("join.enter", secret=secrets[kind], _external=True) for kind in _LINKS
        },
        code=secrets[LeadsTo.CODE],
        problem=problem,
    )


@blueprint.post("/t/<table_id>/join/<deed>")
@policy.scorer
@policy.ordinary
@refusals_on(show)
def change(table_id: str, deed: str) -> ResponseReturnValue:
    """Say whose phone this is; give, remove or hand over keeping score; end others' access."""
    access, own = table_guard.access_service(), table_guard.device()
    other = request.form.get("device", "")
    deeds = {
        "name": lambda: access.call(table_id, own, _parse_name()),
        "give": lambda: access.give(table_id, other),
        "take-back": lambda: access.take_back(table_id, other),
        "hand-over": lambda: access.hand_over(table_id, own, other),
        "stop": lambda: access.take_back(table_id, own),
        "end-all-others": lambda: access.end_all_others(table_id, own),
        "end-watching": lambda: access.end_watching(table_id),
    }
    if deed not in deeds:
        raise BadRequest
    deeds[deed]()
    if deed in ("hand-over", "stop"):
        return _to_table(table_id)
    return redirect(url_for("join.show", table_id=table_id), 303)


def _to_table(table_id: str) -> Response:
    return redirect(url_for("play.show", table_id=table_id), 303)


def _whose(table_id: str, action: str, verb: Text) -> str:
    header = table_guard.table_service().look(table_id).header
    return render_template("tables/whose.html", header=header, action=action, verb=verb)


def _parse_name() -> str:
    return parse_label(request.form.get("other", "") or request.form.get("who", ""), _LONGEST_NAME)
