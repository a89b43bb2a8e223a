"""The tables of a club: entered from its page, taken in, let go."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.clubs.errors import NoSuchClub
from companion.i18n import Text
from companion.rules.errors import Refusal
from companion.tables.errors import NoSuchTable
from companion.web.clubs.club_table_page import belonging
from companion.web.problems import status_of
from companion.web.security.club_guard import clubs, kept_club, needs_a_server
from companion.web.security.device_session import (
    known_device,
    remember_table,
    table_service,
)
from companion.web.security.limits import NEW_TABLES
from companion.web.security.policy import (
    club_manager,
    club_member,
    limited,
    no_secret,
    ordinary,
    scorer,
    set_policy,
)
from companion.web.security.table_guard import state
from companion.web.ui.forms import parse_number
from companion.web.ui.match_link import to_match
from companion.web.ui.next_table import open_next

blueprint = Blueprint("club_tables", __name__)
set_policy(blueprint, scorer, no_secret, ordinary)
blueprint.before_request(needs_a_server)


@blueprint.get("/club/<club_id>/t/<record_id>")
@club_member
def enter(club_id: str, record_id: str) -> Response:
    """Go to a table of the club: who keeps its book keeps score there, others watch."""
    clubs().access.enter_table(club_id, record_id, known_device())
    remember_table(record_id)
    return redirect(url_for("play.show", table_id=record_id), 303)


@blueprint.post("/club/<club_id>/again")
@club_manager
@limited(NEW_TABLES)
def again(club_id: str) -> Response:
    """Play on with the people of a table that was finished, or go to one that was not."""
    record_id = request.form.get("table", "")
    if clubs().tables.club_of(record_id) != club_id:
        raise NoSuchTable(record_id)
    before = table_service().look(record_id)
    next_id = open_next(before) if before.game.is_over else record_id
    return redirect(url_for("club_tables.enter", club_id=club_id, record_id=next_id), 303)


@blueprint.get("/t/<table_id>/club")
def belongs(table_id: str, problem: Text | None = None) -> str:
    """The club to which a table belongs, or those that could take it in, with who sat where."""
    own = clubs().service.of_device(known_device())
    found = belonging(state(), own, request.values)
    match = to_match(found.club.id, table_id) if found.club else None
    return render_template(
        "clubs/belongs.html", state=state(), belongs=found, to_match=match, problem=problem
    )


@blueprint.post("/t/<table_id>/club")
def take_in(table_id: str) -> ResponseReturnValue:
    """Let a table belong to a club, each seat to a player of it or to somebody new."""
    club_id = request.form.get("club", "")
    kept_club(club_id)
    said = [request.form.get(f"seat-{seat}", "") for seat in range(len(state().header.players))]
    seats = [parse_number(each) if each else None for each in said]
    if any(number is not None and number < 1 for number in seats):
        raise BadRequest
    try:
        clubs().tables.take_in(club_id, table_id, seats)
    except Refusal as refusal:
        return belongs(table_id, refusal.message), status_of(refusal)
    return redirect(url_for("club_tables.belongs", table_id=table_id), 303)


@blueprint.post("/t/<table_id>/club/let-go")
def let_go(table_id: str) -> Response:
    """Let a table belong to no club."""
    club_id = clubs().tables.club_of(table_id)
    if club_id is None:
        raise NoSuchClub
    kept_club(club_id)
    clubs().tables.let_go(table_id)
    return redirect(url_for("club_tables.belongs", table_id=table_id), 303)
