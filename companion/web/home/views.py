"""Home, the rules to read, and a table as a whole: opened and deleted."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flask import (
    Blueprint,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug import Response

from companion.clubs.club import Club
from companion.i18n import Text
from companion.record.header import Header
from companion.record.house_rules_link import HouseRules
from companion.record.statements import HandLed
from companion.rules.errors import Refusal, UnknownGame
from companion.rules.games import GAMES, game_named
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_options import TableOptions
from companion.tables.table_state import TableState
from companion.web.home import home_page, new_table_page, rules_page, sources_page
from companion.web.problems import status_of
from companion.web.security import device_session
from companion.web.security.club_guard import clubs, kept_club
from companion.web.security.device_session import table_service
from companion.web.security.limits import NEW_TABLES
from companion.web.security.policy import (
    anyone,
    limited,
    no_secret,
    ordinary,
    scorer,
    set_policy,
    watcher,
)
from companion.web.security.table_guard import state, visit
from companion.web.ui import club_seating_form
from companion.web.ui.club_seating_form import Then
from companion.web.ui.new_table_form import NewTableForm, form_after, form_again, parse_form

blueprint = Blueprint("home", __name__)
set_policy(blueprint, anyone, no_secret, ordinary)


@blueprint.get("/")
def show() -> str:
    """Start a table, or go on with one."""
    known = device_session.known_device()
    # A stranger is in no club, and nobody is where there is no server.
    own = clubs().service.of_device(known) if known and not current_app.config["IS_ALONE"] else ()
    return render_template("home/home.html", page=home_page.home_page(_known_states()), clubs=own)


@blueprint.get("/rules")
def rules() -> str:
    """The rules of all games."""
    return render_template("home/games.html", games=rules_page.games_with_facts())


@blueprint.get("/sources")
def sources() -> str:
    """The works that the games are taken from, and what each says and leaves open."""
    return render_template("home/sources.html", works=sources_page.works())


@blueprint.get("/rules/<game_id>")
def rules_of(game_id: str) -> str:
    """One game as its sources play it."""
    try:
        page = rules_page.rules_page(game_named(game_id))
    except UnknownGame:
        abort(404)
    return render_template("home/rules.html", page=page)


@blueprint.get("/t/<table_id>/rules")
@watcher
def rules_of_table(table_id: str) -> str:
    """What one table plays, its house rules marked."""
    header = table_service().look(table_id).header
    page = rules_page.rules_page(header.preset, header)
    return render_template("home/rules.html", page=page, table_id=table_id)


@blueprint.get("/new")
def new() -> str | tuple[str, int]:
    """The form for a new table; `?by=` is a game with the house rules that the address says.

    `?again=` offers another game at that table.
    """
    if again := request.args.get("again"):
        return _rendered(form_again(visit(again).state))
    if club_id := request.args.get("club"):
        club = kept_club(club_id)
        return _rendered(club_seating_form.form_of(club), club=club)
    states = _known_states()
    form = form_after(states[0]) if states else NewTableForm()
    if "by" in request.args:
        return _by_house_rules(form)
    if (game := request.args.get("game", "")) in GAMES:
        form = form.playing(game)
    return _rendered(form)


def _by_house_rules(form: NewTableForm) -> str | tuple[str, int]:
    """The form by the rules that the address says, or why they cannot be."""
    said = ((name, value) for name, value in request.args.items(multi=True) if name != "by")
    try:
        told = HouseRules.read(request.args["by"], said)
    except Refusal as refusal:
        return _rendered(form, refusal.message), status_of(refusal)
    # The house rules of the last table stay with it.
    return _rendered(replace(form.playing(told.game), rules=told.as_query()))


@blueprint.post("/new")
@limited(NEW_TABLES)
def open_table() -> Response | tuple[str, int]:
    """Open a table, and lead its first hand where the form says who does.

    With `same` all is as at the table that it goes on from.
    """
    form = parse_form(request.form)
    if form.again:
        before = visit(form.again).state
        form = form_again(before) if "same" in request.form else form
    belongs = _belongs(form)
    try:
        table_id = _open(form, belongs)
    except Refusal as refusal:
        return _rendered(form, refusal.message), status_of(refusal)
    device_session.remember_table(table_id)
    if form.draws_lots:
        device_session.show_lot(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.get("/t/<table_id>/delete")
@scorer
def delete(table_id: str) -> str:
    """The question before a table is deleted for good."""
    return render_template("home/ask_removal.html", state=state())


@blueprint.post("/t/<table_id>/delete")
@scorer
def remove(table_id: str) -> Response:
    """Delete the table with everything that was entered at it."""
    table_service().remove(table_id)
    device_session.forget_table(table_id)
    return redirect(url_for("home.show"), 303)


def _belongs(form: NewTableForm) -> Callable[[Header], Then]:
    """What tells by its header to which club the table belongs that is to be opened.

    Raises `NoSuchClub` or `OnlyClubKeepers`.
    """
    if form.club:
        return partial(club_seating_form.seated, kept_club(form.club))
    if form.again and not current_app.config["IS_ALONE"]:
        return partial(club_seating_form.as_before, form.again)
    return lambda _: club_seating_form.to_none


def _open(form: NewTableForm, belongs: Callable[[Header], Then]) -> str:
    header = form.header
    leader = form.leader(len(header.players))
    everybody = frozenset(range(len(header.players)))
    counts_first = form.counts_first and not form.is_pegs_only
    # What does not stand is refused before it counts.
    header.start()
    then = belongs(header)
    table_id = table_service().open(
        header,
        is_pegs_only=form.is_pegs_only,
        again_from=form.again or None,
        keeper=device_session.device(),
        table_options=TableOptions.at_first(header, everybody if counts_first else frozenset()),
        then=then,
    )
    if leader is not None:
        lead = HandLed(header.players[leader])
        table_service().enter(
            table_id, lead, RequestStamp(0, "first lead", device_session.device())
        )
    return table_id


def _rendered(form: NewTableForm, problem: Text | None = None, club: Club | None = None) -> str:
    if form.club and club is None:
        club = kept_club(form.club)
    names = club_seating_form.names_of(club) if club else new_table_page.names_at(_known_states())
    page = new_table_page.new_table_page(form, names)
    return render_template("home/new.html", page=page, problem=problem, club=club)


def _known_states() -> list[TableState]:
    """The tables of this device, the latest first."""
    held = {
        table_id: device_session.held_secret(table_id) for table_id in device_session.known_tables()
    }
    visits = table_service().visits(held, device_session.known_device())
    return [visit.state for visit in visits.values()]
