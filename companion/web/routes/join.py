"""Joining a table by link or code, and who keeps score at it."""

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.tables.access import LOOK_ALIKES
from companion.tables.errors import NoSuchLink, NotAllowed
from companion.tables.rows import LeadsTo
from companion.web.device import access_service, device, hold_secret, remember_table, table_service
from companion.web.forms import parse_name
from companion.web.guard import members
from companion.web.pages.table.join_page import join_page, parse_code
from companion.words import Text, listed, message

blueprint = Blueprint("join", __name__)

Answer = Response | tuple[str, int] | str

_LONGEST_NAME = 40


@blueprint.get("/j/<secret>")
def enter(secret: str) -> Answer:
    """Follow a link: its secret moves into the signed cookie and out of the address."""
    try:
        invitation = access_service().invitation(secret)
    except NoSuchLink:
        return _leads_nowhere()
    if invitation.leads_to is LeadsTo.KEEP:
        session["invited"] = secret
        return redirect(url_for("join.invited"), 303)
    hold_secret(invitation.table_id, secret)
    shows = "board.show" if invitation.leads_to is LeadsTo.BOARD else "play.show"
    return redirect(url_for(shows, table_id=invitation.table_id), 303)


@blueprint.get("/join")
def invited() -> Answer:
    """The invitation to keep score: whose phone is this?"""
    try:
        invitation = access_service().invitation(session.get("invited", ""))
    except NoSuchLink:
        return _leads_nowhere()
    table_id = invitation.table_id
    if table_service().look(table_id).seen_by(device()).keeps:
        return redirect(url_for("play.show", table_id=table_id), 303)
    return _whose(table_id, url_for("join.keep"), message("join.keep"))


@blueprint.post("/join")
def keep() -> Answer:
    """Keep score on this phone from now on."""
    try:
        table_id = access_service().keep(session.pop("invited", ""), device(), _parse_name())
    except NoSuchLink:
        return _leads_nowhere()
    remember_table(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.post("/code")
def by_code() -> Answer:
    """Watch the table whose code was typed."""
    try:
        invitation = access_service().invitation_by_code(parse_code(request.form.get("code", "")))
    except NoSuchLink:
        return _no_such_code(request.form.get("code", "")), 404
    hold_secret(invitation.table_id, invitation.secret)
    return redirect(url_for("play.show", table_id=invitation.table_id), 303)


@blueprint.get("/t/<table_id>/ask")
def asking(table_id: str) -> Answer:
    """The question to the keepers: whose phone would keep score too?"""
    return _whose(table_id, url_for("join.ask", table_id=table_id), message("watch.ask"))


@blueprint.post("/t/<table_id>/ask")
def ask(table_id: str) -> Answer:
    """Ask those who keep score to let this phone do so too."""
    access_service().ask(table_id, device(), _parse_name())
    remember_table(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.get("/t/<table_id>/join")
def show(table_id: str) -> Answer:
    """The table's links, its code, and who keeps score."""
    return _shown(table_id)


@blueprint.post("/t/<table_id>/join/<deed>")
def change(table_id: str, deed: str) -> Answer:
    """Say whose phone this is; give, take back or hand over keeping; end others' access."""
    other = request.form.get("device", "")
    deeds = {
        "name": lambda: access_service().call(table_id, device(), _parse_name()),
        "give": lambda: access_service().give(table_id, other),
        "take-back": lambda: access_service().take_back(table_id, other),
        "hand-over": lambda: access_service().hand_over(table_id, device(), other),
        "stop": lambda: access_service().take_back(table_id, device()),
        "end-all-others": lambda: access_service().end_all_others(table_id, device()),
        "end-watching": lambda: access_service().end_watching(table_id),
    }
    if deed not in deeds:
        raise BadRequest
    try:
        deeds[deed]()
    except NotAllowed as refusal:
        return _shown(table_id, refusal.message), 422
    leaves = deed in ("hand-over", "stop")
    return redirect(url_for("play.show" if leaves else "join.show", table_id=table_id), 303)


def _shown(table_id: str, problem: Text | None = None) -> str:
    state = table_service().look(table_id)
    page = join_page(state, members(), access_service().links(table_id), request.host, problem)
    return render_template("join/join.html", page=page)


def _whose(table_id: str, action: str, verb: Text) -> str:
    header = table_service().look(table_id).header
    return render_template("join/whose.html", header=header, action=action, verb=verb)


def _no_such_code(typed: str) -> str:
    look_alikes = sorted({*parse_code(typed)} & {*LOOK_ALIKES})
    confused = listed(look_alikes, "or") if look_alikes else None
    return render_template("join/code.html", typed=typed[:20], confused=confused)


def _leads_nowhere() -> tuple[str, int]:
    title, sentence = message("join.nowhere-title"), message("join.nowhere")
    return render_template("problem.html", title=title, sentence=sentence), 404


def _parse_name() -> str:
    said = request.form.get("other", "") or request.form.get("who", "")
    return parse_name(said)[:_LONGEST_NAME]
