"""Home, the rules to read, and a table as a whole: opened, named, switched, deleted."""

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug import Response

from companion.record.statements import HandLed
from companion.rules.errors import Refusal, UnknownGame
from companion.rules.games import GAMES, game_named
from companion.tables.amendments import Amendment
from companion.tables.proposals import Proposal
from companion.tables.rows import ChangeKind
from companion.tables.state import RequestStamp, TableOptions, TableState
from companion.web import device
from companion.web.device import proposal_service, table_service
from companion.web.forms import parse_name, stamp
from companion.web.guard import members, state, visit
from companion.web.pages.home import home_page, rules_page
from companion.web.pages.home.home_page import Form
from companion.web.pages.shared.count_first import can_play_muggins
from companion.web.problems import status_of
from companion.web.routes.record import to_proposal
from companion.words import Text

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def show() -> str:
    """Start a table, or go on with one."""
    return render_template("home/home.html", page=home_page.home_page(_known_states()))


@blueprint.get("/rules")
def rules() -> str:
    """The rules of all games."""
    return render_template("rules/index.html", games=rules_page.games_with_facts())


@blueprint.get("/rules/<game_id>")
def rules_of(game_id: str) -> str:
    """One game as its sources play it."""
    try:
        page = rules_page.rules_page(game_named(game_id))
    except UnknownGame:
        abort(404)
    return render_template("rules/rules.html", page=page)


@blueprint.get("/t/<table_id>/rules")
def rules_of_table(table_id: str) -> str:
    """What one table plays, its house rules marked."""
    header = table_service().look(table_id).header
    page = rules_page.rules_page(header.preset, header)
    return render_template("rules/rules.html", page=page, table_id=table_id)


@blueprint.get("/new")
def new() -> str:
    """The form for a new table; `?again=` offers another game at that table."""
    if again := request.args.get("again"):
        return _rendered(home_page.form_again(visit(again).state))
    states = _known_states()
    form = home_page.form_after(states[0]) if states else Form()
    if (game := request.args.get("game", "")) in GAMES:
        form = form.playing(game)
    return _rendered(form)


@blueprint.post("/new")
def open_table() -> Response | tuple[str, int]:
    """Open a table, and lead its first hand where the form says who does."""
    form = home_page.parse_form(request.form)
    if form.again:
        visit(form.again)
    try:
        table_id = _open(form)
    except Refusal as refusal:
        return _rendered(form, refusal.message), 422
    device.remember_table(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.get("/t/<table_id>/names")
def names(table_id: str) -> str:
    """The names of the people at a table, to be changed."""
    return _rendered_names(state(), state().header.players)


@blueprint.post("/t/<table_id>/names")
def rename(table_id: str) -> Response | tuple[str, int]:
    """Give the people at a table other names; what was played stays theirs."""
    seats = range(len(state().header.players))
    typed = tuple(parse_name(request.form.get(f"name-{seat}", "")) for seat in seats)
    try:
        table_service().rename(table_id, typed, stamp())
    except Refusal as refusal:
        page = _rendered_names(table_service().look(table_id), typed, refusal.message)
        return page, status_of(refusal)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.get("/t/<table_id>/customs")
def options(table_id: str) -> str:
    """All that the keepers of a table can switch, as it stands."""
    return _rendered_options(state(), state().table_options)


@blueprint.post("/t/<table_id>/customs")
def agree(table_id: str) -> Response | tuple[str, int]:
    """Keep what was switched, or propose it where another phone has to accept it."""
    before = table_service().look(table_id)
    wanted = _parse_options(before)
    options_change = before.table_options.change_to(wanted)
    if options_change:
        # What was entered since the form was opened has nothing to do with it.
        seen = stamp()._replace(seen=before.version)
        try:
            after = proposal_service().amend(table_id, Amendment.switch(options_change), seen)
        except Refusal as refusal:
            return _rendered_options(before, wanted, refusal.message), 422
        if isinstance(after, Proposal):
            return to_proposal(table_id, after)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.get("/t/<table_id>/delete")
def delete(table_id: str) -> str:
    """The question before a table is deleted for good."""
    return render_template("removal/ask.html", state=state())


@blueprint.post("/t/<table_id>/delete")
def remove(table_id: str) -> Response:
    """Delete the table with everything that was entered at it."""
    table_service().remove(table_id)
    device.forget_table(table_id)
    return redirect(url_for("home.show"), 303)


def _open(form: Form) -> str:
    header = form.header
    leader = form.leader(len(header.players))
    everybody = frozenset(range(len(header.players)))
    counts_first = form.counts_first and not form.is_pegs_only
    table_id = table_service().open(
        header,
        is_pegs_only=form.is_pegs_only,
        again_from=form.again or None,
        keeper=device.device(),
        table_options=TableOptions(everybody) if counts_first else None,
    )
    if leader is not None:
        lead = HandLed(header.players[leader])
        table_service().enter(table_id, lead, RequestStamp(0, "first lead", device.device()))
    return table_id


def _rendered(form: Form, problem: Text | None = None) -> str:
    page = home_page.new_table_page(form, _known_states())
    return render_template("home/new.html", page=page, problem=problem)


def _rendered_names(state: TableState, typed: tuple[str, ...], problem: Text | None = None) -> str:
    return render_template("home/names.html", state=state, names=typed, problem=problem)


def _known_states() -> list[TableState]:
    """The tables of this device, the latest first."""
    held = {table_id: device.held_secret(table_id) for table_id in device.known_tables()}
    visits = table_service().visits(held, session.get("device", ""))
    return [visit.state for visit in visits.values()]


def _parse_options(state: TableState) -> TableOptions:
    """The options that the form agrees on; where no tiles are entered, those that stand."""
    form = request.form
    consent = "consent" in form
    if state.is_pegs_only:
        return state.table_options._replace(consent=consent)
    counting = {*range(len(state.header.players))} & {*form.getlist("counts", type=int)}
    return TableOptions(frozenset(counting), "muggins" in form, "findings" in form, consent)


def _rendered_options(
    state: TableState, table_options: TableOptions, problem: Text | None = None
) -> str:
    pending = proposal_service().pending(state.id)
    return render_template(
        "options/options.html",
        state=state,
        table_options=table_options,
        can_play_muggins=can_play_muggins(state.game),
        can_ask_for_consent=state.table_options.consent or bool(members().other_keepers),
        switching_waits=any(each.amendment.kind is ChangeKind.SWITCHED for each in pending),
        problem=problem,
    )
