"""Joining a table by link or code, and who keeps score at it."""

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.tables.door import LOOK_ALIKES
from companion.tables.errors import NoSuchLink, NotAllowed
from companion.tables.rows import LeadsTo
from companion.web.devices import desk, device, door, hold_secret, remember_table
from companion.web.front.new_table import name_typed
from companion.web.guard import company
from companion.web.table.join_page import JoinPage, code_typed, invitations

blueprint = Blueprint("join", __name__)

Answer = Response | tuple[str, int] | str

_LONGEST_NAME = 40


@blueprint.get("/j/<secret>")
def enter(secret: str) -> Answer:
    """Follow a link: its secret moves into the signed cookie and out of the address."""
    try:
        invitation = door().invitation(secret)
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
        invitation = door().invitation(session.get("invited", ""))
    except NoSuchLink:
        return _leads_nowhere()
    table_id = invitation.table_id
    if door().company(table_id, device()).keeps:
        return redirect(url_for("play.show", table_id=table_id), 303)
    return _whose(table_id, url_for("join.keep"), "Keep score here too")


@blueprint.post("/join")
def keep() -> Answer:
    """Keep score on this phone from now on."""
    try:
        table_id = door().keep(session.pop("invited", ""), device(), _name_said())
    except NoSuchLink:
        return _leads_nowhere()
    remember_table(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.post("/code")
def by_code() -> Answer:
    """Watch the table whose code was typed."""
    try:
        invitation = door().invitation_by_code(code_typed(request.form.get("code", "")))
    except NoSuchLink:
        return _no_such_code(request.form.get("code", "")), 404
    hold_secret(invitation.table_id, invitation.secret)
    return redirect(url_for("play.show", table_id=invitation.table_id), 303)


@blueprint.get("/t/<table_id>/ask")
def asking(table_id: str) -> Answer:
    """The question to the keepers: whose phone would keep score too?"""
    return _whose(table_id, url_for("join.ask", table_id=table_id), "Ask to keep score")


@blueprint.post("/t/<table_id>/ask")
def ask(table_id: str) -> Answer:
    """Ask those who keep score to let this phone do so too."""
    door().ask(table_id, device(), _name_said())
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
        "name": lambda: door().call(table_id, device(), _name_said()),
        "give": lambda: door().give(table_id, other),
        "take-back": lambda: door().take_back(table_id, other),
        "hand-over": lambda: door().hand_over(table_id, device(), other),
        "stop": lambda: door().take_back(table_id, device()),
        "end-all-others": lambda: door().end_all_others(table_id, device()),
        "end-watching": lambda: door().end_watching(table_id),
    }
    if deed not in deeds:
        raise BadRequest
    try:
        deeds[deed]()
    except NotAllowed as refusal:
        return _shown(table_id, refusal.sentence), 422
    leaves = deed in ("hand-over", "stop")
    return redirect(url_for("play.show" if leaves else "join.show", table_id=table_id), 303)


def _shown(table_id: str, problem: str = "") -> str:
    page = JoinPage(
        desk().look(table_id),
        company(),
        invitations(door().links(table_id)),
        problem=problem,
        host=request.host,
    )
    return render_template("join/join.html", page=page, table_id=table_id)


def _whose(table_id: str, action: str, verb: str) -> str:
    sitting = desk().look(table_id)
    return render_template("join/whose.html", sitting=sitting, action=action, verb=verb)


def _no_such_code(said: str) -> str:
    look_alikes = sorted({*code_typed(said)} & {*LOOK_ALIKES})
    return render_template("join/code.html", said=said[:20], look_alikes=look_alikes)


def _leads_nowhere() -> tuple[str, int]:
    return render_template(
        "problem.html",
        title="This link leads nowhere",
        sentence="It was changed, or its table is gone. Ask for the table's link or code again.",
    ), 404


def _name_said() -> str:
    said = request.form.get("other", "") or request.form.get("who", "")
    return name_typed(said)[:_LONGEST_NAME]
