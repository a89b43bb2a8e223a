"""Home, and opening a table."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.record.header import Header
from companion.record.statements import HandLed
from companion.rules.errors import Refusal, WrongPlayers
from companion.rules.games import GAMES, Partners, Preset
from companion.rules.settings import SETTINGS
from companion.tables.errors import NoSuchTable
from companion.tables.sitting import Sitting, Tap
from companion.web.devices import desk, device, known_tables, remember_table

blueprint = Blueprint("home", __name__)

_SEATS = 4


@dataclass(frozen=True)
class Form:
    """What was said about a new table, as it was typed."""

    game: str
    names: tuple[str, ...]
    partners: bool
    target: str
    lead: str
    is_pegs_only: bool
    settings: dict[str, str]

    @property
    def preset(self) -> Preset:
        """The game chosen; the first one where none or an unknown one was."""
        return GAMES.get(self.game, next(iter(GAMES.values())))


@blueprint.get("/")
def show() -> str:
    """Start a table, or go on with one."""
    return render_template("home/home.html", sittings=_known_sittings(), games=GAMES.values())


@blueprint.get("/new")
def new() -> str:
    """The form for a new table."""
    return _rendered(_form_from(request.args), "")


@blueprint.post("/new")
def open_table() -> Response | tuple[str, int]:
    """Open a table and lead its first hand."""
    form = _form_from(request.form)
    try:
        table_id = _open(form)
    except Refusal as refusal:
        return _rendered(form, refusal.sentence), 422
    remember_table(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


def _open(form: Form) -> str:
    header = _header(form)
    seating = header.seating
    table_id = desk().open(header, is_pegs_only=form.is_pegs_only)
    lead = form.lead
    if lead == "lot" or form.is_pegs_only:
        seat = secrets.randbelow(len(seating.players))
    elif lead.isdigit() and int(lead) < len(seating.players):
        seat = int(lead)
    else:
        return table_id
    desk().enter(table_id, HandLed(seating.players[seat]), Tap(0, "first lead", device()))
    return table_id


def _header(form: Form) -> Header:
    names = tuple(name for name in form.names if name)
    if len(names) < 2:
        raise WrongPlayers("A table needs two names at least.")
    preset = form.preset
    changes = {
        name: value
        for name, value in form.settings.items()
        if value and value != preset.rules.written(name, len(names))
    }
    if form.target and form.target != str(preset.rules.target):
        changes["target"] = form.target
    if form.is_pegs_only:
        # Without tiles no hand is ever settled, so the target ends the game by itself.
        changes["game-ends"] = "at-once"
    partners = preset.partners is Partners.ALWAYS or (
        form.partners and preset.partners is Partners.OPTIONAL and len(names) == _SEATS
    )
    header = Header(preset.id, names, partners or None, tuple(changes.items()))
    header.start()
    return header


def _form_from(said: Mapping[str, str]) -> Form:
    names = tuple(" ".join(said.get(f"name-{seat}", "").split()) for seat in range(_SEATS))
    return Form(
        game=said.get("game", "race-horse"),
        names=names,
        partners=bool(said.get("partners")),
        target=said.get("target", "").strip(),
        lead=said.get("lead", "lot"),
        is_pegs_only=bool(said.get("pegs-only")),
        settings={name: said.get(f"rule-{name}", "").strip() for name in SETTINGS},
    )


def _rendered(form: Form, problem: str) -> str:
    known = dict.fromkeys(name for sitting in _known_sittings() for name in sitting.header.players)
    return render_template(
        "home/new.html",
        form=form,
        problem=problem,
        games=GAMES.values(),
        settings=SETTINGS.values(),
        known_names=list(known)[:12],
    )


def _known_sittings() -> list[Sitting]:
    """The tables of this device: running ones first, the latest first."""
    found = []
    for table_id in known_tables():
        try:
            found.append(desk().look(table_id))
        except NoSuchTable:
            continue
    return sorted(found, key=lambda sitting: sitting.game.is_over)
