"""Home, a new table, and the names of the people at one."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.record.statements import HandLed
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.tables.customs import Customs
from companion.tables.errors import NoSuchTable, StaleTap
from companion.tables.sitting import Sitting, Tap
from companion.web.devices import desk, device, known_tables, remember_table
from companion.web.front.home_page import TableCard
from companion.web.front.new_table import (
    Form,
    NewTablePage,
    form_after,
    form_again,
    form_said,
    name_typed,
    names_known,
)
from companion.web.front.rules_page import BASE, RulesPage
from companion.web.front.worked_count import welcome
from companion.web.guard import company_at
from companion.web.taps import tap

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def show() -> str:
    """Start a table, or go on with one."""
    cards = [TableCard.of(sitting) for sitting in _known_sittings()]
    return render_template(
        "home/home.html",
        running=[card for card in cards if not card.is_over],
        finished=[card for card in cards if card.is_over],
        pages=[RulesPage(preset) for preset in GAMES.values()],
        hero=welcome(BASE.rules),
    )


@blueprint.get("/new")
def new() -> str:
    """The form for a new table; `?again=` offers another game at that table."""
    if again := request.args.get("again"):
        company_at(again)
        return _rendered(form_again(desk().look(again)))
    sittings = _known_sittings()
    form = form_after(sittings[0]) if sittings else Form()
    if (game := request.args.get("game", "")) in GAMES:
        form = form.playing(game)
    return _rendered(form)


@blueprint.post("/new")
def open_table() -> Response | tuple[str, int]:
    """Open a table, and lead its first hand where the form says who does."""
    form = form_said(request.form)
    if form.again:
        company_at(form.again)
    try:
        table_id = _open(form)
    except Refusal as refusal:
        return _rendered(form, refusal.sentence), 422
    remember_table(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.get("/t/<table_id>/names")
def names(table_id: str) -> str:
    """The names of the people at a table, to be changed."""
    sitting = desk().look(table_id)
    return _rendered_names(sitting, sitting.header.players)


@blueprint.post("/t/<table_id>/names")
def rename(table_id: str) -> Response | tuple[str, int]:
    """Give the people at a table other names; what was played stays theirs."""
    seats = range(len(desk().look(table_id).header.players))
    typed = tuple(name_typed(request.form.get(f"name-{seat}", "")) for seat in seats)
    try:
        desk().rename(table_id, typed, tap())
    except Refusal as refusal:
        status = 409 if isinstance(refusal, StaleTap) else 422
        return _rendered_names(desk().look(table_id), typed, refusal.sentence), status
    return redirect(url_for("play.show", table_id=table_id), 303)


def _open(form: Form) -> str:
    header = form.header
    leader = form.leader(len(header.players))
    everybody = frozenset(range(len(header.players)))
    counts_first = form.counts_first and not form.is_pegs_only
    table_id = desk().open(
        header,
        is_pegs_only=form.is_pegs_only,
        again_from=form.again or None,
        keeper=device(),
        customs=Customs(everybody) if counts_first else None,
    )
    if leader is not None:
        lead = HandLed(header.players[leader])
        desk().enter(table_id, lead, Tap(0, "first lead", device()))
    return table_id


def _rendered(form: Form, problem: str = "") -> str:
    sittings = _known_sittings()
    page = NewTablePage(form, names_known(sittings), bool(sittings), problem)
    return render_template("home/new.html", page=page)


def _rendered_names(sitting: Sitting, typed: tuple[str, ...], problem: str = "") -> str:
    return render_template("home/names.html", sitting=sitting, names=typed, problem=problem)


def _known_sittings() -> list[Sitting]:
    """The tables of this device, the latest first."""
    found = []
    for table_id in known_tables():
        try:
            company_at(table_id)
            found.append(desk().look(table_id))
        except NoSuchTable:
            continue
    return found
