"""The table page and what is done on it."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from htmx_flask import request as htmx_request
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.referee.options import right_claim
from companion.rules.choices import Announce
from companion.rules.errors import Refusal, WhichEnd
from companion.rules.game import Game
from companion.rules.tile import Tile
from companion.tables.company import Company
from companion.tables.errors import NotTheCount, StaleTap
from companion.tables.sitting import Sitting, Tap
from companion.web.devices import desk, remember_table
from companion.web.front.new_table import draw_lots
from companion.web.guard import company
from companion.web.table.count_first import claimants, counted_by, is_asked
from companion.web.table.strips import Strips
from companion.web.table.table_page import TablePage
from companion.web.taps import number_said, reason_said, tap, tile_said

blueprint = Blueprint("play", __name__, url_prefix="/t/<table_id>")

Answer = Response | tuple[str, int] | str


@blueprint.get("")
def show(table_id: str) -> Answer:
    """The table as it stands; `?tile=` or `?on=` picks up a tile or an end first."""
    sitting = desk().look(table_id)
    remember_table(table_id)
    page = TablePage(
        sitting,
        company(),
        chosen=tile_said(request.args.get("tile")),
        on=tile_said(request.args.get("on")),
        left_seat=request.args.get("who", type=int),
        is_told="told" in request.args,
    )
    return _rendered(page)


@blueprint.post("/lead")
def lead(table_id: str) -> Answer:
    """Lead a hand: `who` is a seat, or `lot` to have one drawn."""

    def statement(game: Game) -> Statement:
        players = game.seating.players
        who = request.form.get("who", "")
        seat = draw_lots(len(players)) if who == "lot" else number_said(who)
        if not 0 <= seat < len(players):
            raise BadRequest
        return HandLed(players[seat])

    return _enter(table_id, statement)


@blueprint.post("/set")
def set_tile(table_id: str) -> Answer:
    """Set a tile: where all open ends that fit are alike, one tap; else `on` names the end."""
    tile = tile_said(request.form.get("tile"))
    if tile is None:
        raise BadRequest
    host = tile_said(request.form.get("on"))
    sitting = desk().look(table_id)
    if is_asked(sitting) and not _said_count():
        return _asked(sitting, TileSet(_acting(sitting.game), tile, host))

    def statement(game: Game) -> Statement:
        return TileSet(_acting(game), tile, host, _claim(game, tile, host))

    return _enter(table_id, statement, tile=tile, on=host)


@blueprint.post("/claim")
def claim(table_id: str) -> Answer:
    """Claim points that were missed: `who` says what the count was, and is right."""

    def statement(game: Game) -> Statement:
        counted = counted_by(desk().look(table_id))
        if counted is None or not counted.at_stake:
            raise BadRequest
        if number_said(request.form.get("said", "")) != counted.total:
            raise NotTheCount("That is not the count either.")
        seat = number_said(request.form.get("who", ""))
        sides = {seat: side for seat, _, side in claimants(desk().look(table_id), counted)}
        if seat not in sides:
            raise BadRequest
        return PointsRuled(game.seating.side_names[sides[seat]], counted.at_stake, "muggins")

    return _enter(table_id, statement)


@blueprint.post("/draw")
def draw(table_id: str) -> Answer:
    """Draw `tiles` from the boneyard."""
    tiles = max(1, number_said(request.form.get("tiles", "1")))
    return _enter(table_id, lambda game: TilesDrawn(_acting(game), tiles))


@blueprint.post("/pass")
def pass_turn(table_id: str) -> Answer:
    """Pass."""
    return _enter(table_id, _passing)


@blueprint.post("/passes")
def pass_all(table_id: str) -> Answer:
    """Pass for everybody, one after another, where no tile that nobody has seen fits."""

    def change(tap: Tap) -> Sitting:
        own, passes = tap.key, 1
        sitting = desk().enter_seeing(table_id, _passing, tap)
        # A tap that is sent again after all this goes no further: it has the same keys.
        while sitting.version == tap.seen + 1 and sitting.game.hand_is_on:
            passes += 1
            tap = tap._replace(seen=sitting.version, key=f"{own[:40]}.{passes}")
            sitting = desk().enter_seeing(table_id, _passing, tap)
        return sitting

    return _answer(table_id, change)


@blueprint.post("/left")
def left(table_id: str) -> Answer:
    """Tell what is left in a hand: its tiles, or only their pips."""
    tiles = tuple(tile for text in request.form.getlist("left") if (tile := tile_said(text)))
    pips = request.form.get("pips", "").strip()

    def statement(game: Game) -> Statement:
        seat = number_said(request.form.get("who", ""))
        if not 0 <= seat < len(game.seating.players):
            raise BadRequest
        player = game.seating.players[seat]
        return PipsLeft(player, number_said(pips)) if pips else TilesLeft(player, tiles)

    return _enter(table_id, statement)


@blueprint.post("/ruling")
def rule_points(table_id: str) -> Answer:
    """Points for a side by agreement of the table, or pegged without tiles."""
    points = number_said(request.form.get("points", ""))
    reason = reason_said(request.form.get("reason", ""))

    def statement(game: Game) -> Statement:
        side = number_said(request.form.get("side", ""))
        if not 0 <= side < len(game.scores):
            raise BadRequest
        return PointsRuled(game.seating.side_names[side], points, reason)

    return _enter(table_id, statement)


@blueprint.post("/undo")
def undo(table_id: str) -> Answer:
    """Take the last change back."""
    return _answer(table_id, lambda tap: desk().undo(table_id, tap))


@blueprint.post("/redo")
def redo(table_id: str) -> Answer:
    """Make the change again that was taken back."""
    return _answer(table_id, lambda tap: desk().redo(table_id, tap))


def _enter(
    table_id: str,
    statement: Callable[[Game], Statement],
    *,
    tile: Tile | None = None,
    on: Tile | None = None,
) -> Answer:
    """Enter what the form says, as the table stands when it is entered."""

    def change(tap: Tap) -> Sitting:
        return desk().enter_seeing(table_id, statement, tap)

    return _answer(table_id, change, tile=tile, on=on)


def _answer(
    table_id: str,
    change: Callable[[Tap], Sitting],
    *,
    tile: Tile | None = None,
    on: Tile | None = None,
) -> Answer:
    """Make a change; show the table after it, or as it is with the reason for the refusal."""
    try:
        sitting = change(tap())
    except Refusal as refusal:
        status = 409 if isinstance(refusal, StaleTap) else 422
        sitting = desk().look(table_id)
        page = TablePage(
            sitting,
            company(),
            problem=_why_not(refusal, sitting),
            refused=None if isinstance(refusal, StaleTap) else tile,
            chosen=tile if isinstance(refusal, WhichEnd) else None,
            on=on,
        )
        return _rendered(page), status
    if htmx_request.htmx:
        return _rendered(TablePage(sitting, company()))
    return redirect(url_for("play.show", table_id=table_id), 303)


def _why_not(refusal: Refusal, sitting: Sitting) -> str:
    """What the person hears who was refused; who was too late hears what came first."""
    came_first = TablePage(sitting, company()).entered
    if isinstance(refusal, StaleTap) and came_first:
        return f"The table moved on: {came_first}. Look again, then decide."
    return refusal.sentence


def _asked(sitting: Sitting, tile: TileSet) -> Answer:
    """Ask for the count before the tile is entered; a tile that cannot go is told why."""
    try:
        right_claim(sitting.game, tile.tile, tile.host)
        page = TablePage(sitting, company(), asked=tile)
    except Refusal as refusal:
        chosen = tile.tile if isinstance(refusal, WhichEnd) else None
        page = TablePage(sitting, company(), problem=refusal.sentence, chosen=chosen, on=tile.host)
    return _rendered(page), 422


def fragment_of(sitting: Sitting, company: Company) -> str:
    """The element `#table` alone, as it is pushed to all phones of one standing."""
    page = TablePage(sitting, company)
    return render_template("table/table.html", page=page, table_id=sitting.id)


def _rendered(page: TablePage) -> str:
    table_id = page.sitting.id
    if htmx_request.htmx:
        return render_template("table/table.html", page=page, table_id=table_id)
    strips = Strips.of(page.sitting, page.company)
    return render_template("table/page.html", page=page, strips=strips, table_id=table_id)


def _passing(game: Game) -> Statement:
    return TurnPassed(_acting(game))


def _acting(game: Game) -> str:
    """Who acts: the player whose turn it is, so that nobody has to be named."""
    seat = game.turn if game.turn is not None else 0
    return game.seating.players[seat]


def _said_count() -> bool:
    return bool(request.form.get("said") or request.form.get("typed"))


def _claim(game: Game, tile: Tile, host: Tile | None) -> int | None:
    """The count announced or answered; where neither is asked for, none.

    In an announced game it was said rightly unless the form has other news.
    """
    said = request.form.get("typed") or request.form.get("said") or "right"
    is_announced = game.rules.announce is Announce.REQUIRED and game.hand_is_on
    if said == "silent" or (said == "right" and not is_announced):
        return None
    if said == "right":
        return right_claim(game, tile, host)
    if (claim := number_said(said)) < 0:
        raise BadRequest
    return claim
