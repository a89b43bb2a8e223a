"""The table page and what is done on it."""

from collections.abc import Callable

from flask import Blueprint, current_app, redirect, render_template, request, url_for
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
from companion.tables.errors import CountFirst, NotTheCount, StaleTap
from companion.tables.members import Members
from companion.tables.notices import Revision
from companion.tables.state import RequestStamp, TableState
from companion.web.device import remember_table, table_service
from companion.web.forms import draw_lots, parse_number, parse_reason, parse_tile, stamp
from companion.web.guard import members, state
from companion.web.live.fragments import Fragment, Fragments
from companion.web.pages.shared.count_first import claimants, counted_by, is_asked
from companion.web.pages.table.picked import NOTHING, Picked
from companion.web.pages.table.table_page import describe_entered, table_page
from companion.web.routes.alerts import alerts_at
from companion.words import current, message

blueprint = Blueprint("play", __name__, url_prefix="/t/<table_id>")

Answer = Response | tuple[str, int] | str


@blueprint.get("")
def show(table_id: str) -> Answer:
    """The table as it stands; `?tile=` or `?on=` picks up a tile or an end first."""
    remember_table(table_id)
    picked = Picked(
        tile=parse_tile(request.args.get("tile")),
        on=parse_tile(request.args.get("on")),
        seat=request.args.get("who", type=int),
        is_told="told" in request.args,
    )
    return _rendered(state(), members(), picked)


@blueprint.post("/lead")
def lead(table_id: str) -> Answer:
    """Lead a hand: `who` is a seat, or `lot` to have one drawn."""

    def statement(state: TableState) -> Statement:
        players = state.header.players
        who = request.form.get("who", "")
        seat = draw_lots(len(players)) if who == "lot" else parse_number(who)
        if not 0 <= seat < len(players):
            raise BadRequest
        return HandLed(players[seat])

    return _enter(table_id, statement)


@blueprint.post("/set")
def set_tile(table_id: str) -> Answer:
    """Set a tile: where all open ends that fit are alike, one tap; else `on` names the end."""
    tile = parse_tile(request.form.get("tile"))
    if tile is None:
        raise BadRequest
    host = parse_tile(request.form.get("on"))

    def statement(state: TableState) -> Statement:
        game = state.game
        if is_asked(state) and not _said_count():
            right_claim(game, tile, host)
            raise CountFirst(message("refused.count-first"))
        return TileSet(_acting(game), tile, host, _claim(game, tile, host))

    return _enter(table_id, statement, tile=tile, on=host)


@blueprint.post("/claim")
def claim(table_id: str) -> Answer:
    """Claim points that were missed: `who` says what the count was, and is right."""

    def statement(state: TableState) -> Statement:
        counted = counted_by(state)
        if counted is None or not counted.at_stake:
            raise BadRequest
        if parse_number(request.form.get("said", "")) != counted.total:
            raise NotTheCount(message("claim.not-the-count"))
        seat = parse_number(request.form.get("who", ""))
        sides = {claimant.seat: claimant.side for claimant in claimants(state, counted)}
        if seat not in sides:
            raise BadRequest
        return PointsRuled(state.game.seating.side_names[sides[seat]], counted.at_stake, "muggins")

    return _enter(table_id, statement)


@blueprint.post("/draw")
def draw(table_id: str) -> Answer:
    """Draw `tiles` from the boneyard."""
    tiles = max(1, parse_number(request.form.get("tiles", "1")))
    return _enter(table_id, lambda state: TilesDrawn(_acting(state.game), tiles))


@blueprint.post("/pass")
def pass_turn(table_id: str) -> Answer:
    """Pass."""
    return _enter(table_id, _passing)


@blueprint.post("/passes")
def pass_all(table_id: str) -> Answer:
    """Pass for everybody, one after another, where no tile that nobody has seen fits."""

    def change(stamp: RequestStamp) -> TableState:
        own, passes = stamp.key, 1
        state = table_service().enter_seeing(table_id, _passing, stamp)
        # A tap that is sent again after all this goes no further: it has the same keys.
        while state.version == stamp.seen + 1 and state.game.hand_is_on:
            passes += 1
            stamp = stamp._replace(seen=state.version, key=f"{own[:40]}.{passes}")
            state = table_service().enter_seeing(table_id, _passing, stamp)
        return state

    return _answer(table_id, change)


@blueprint.post("/left")
def left(table_id: str) -> Answer:
    """Tell what is left in a hand: its tiles, or only their pips."""
    tiles = tuple(tile for text in request.form.getlist("left") if (tile := parse_tile(text)))
    pips = request.form.get("pips", "").strip()

    def statement(state: TableState) -> Statement:
        seat = parse_number(request.form.get("who", ""))
        if not 0 <= seat < len(state.header.players):
            raise BadRequest
        player = state.header.players[seat]
        return PipsLeft(player, parse_number(pips)) if pips else TilesLeft(player, tiles)

    return _enter(table_id, statement)


@blueprint.post("/ruling")
def rule_points(table_id: str) -> Answer:
    """Points for a side by agreement of the table, or pegged without tiles."""
    points = parse_number(request.form.get("points", ""))
    reason = parse_reason(request.form.get("reason", ""))

    def statement(state: TableState) -> Statement:
        side = parse_number(request.form.get("side", ""))
        if not 0 <= side < len(state.game.scores):
            raise BadRequest
        return PointsRuled(state.game.seating.side_names[side], points, reason)

    return _enter(table_id, statement)


@blueprint.post("/undo")
def undo(table_id: str) -> Answer:
    """Take the last change back."""
    return _answer(table_id, lambda stamp: table_service().undo(table_id, stamp))


@blueprint.post("/redo")
def redo(table_id: str) -> Answer:
    """Make the change again that was taken back."""
    return _answer(table_id, lambda stamp: table_service().redo(table_id, stamp))


def _enter(
    table_id: str,
    statement: Callable[[TableState], Statement],
    *,
    tile: Tile | None = None,
    on: Tile | None = None,
) -> Answer:
    """Enter what the form says, as the table stands when it is entered."""

    def change(stamp: RequestStamp) -> TableState:
        return table_service().enter_seeing(table_id, statement, stamp)

    return _answer(table_id, change, tile=tile, on=on)


def _answer(
    table_id: str,
    change: Callable[[RequestStamp], TableState],
    *,
    tile: Tile | None = None,
    on: Tile | None = None,
) -> Answer:
    """Make a change; show the table after it, or as it is with the reason for the refusal."""
    tapped = stamp()
    try:
        state = change(tapped)
    except StaleTap as refusal:
        return _late(refusal, tapped.device, on), 409
    except Refusal as refusal:
        state = table_service().look(table_id)
        asks = isinstance(refusal, CountFirst) and tile is not None
        picked = Picked(
            problem=None if asks else refusal.message,
            refused=None if asks else tile,
            counting=TileSet(_acting(state.game), tile, on) if asks and tile else None,
            tile=tile if isinstance(refusal, WhichEnd) else None,
            on=None if asks else on,
        )
        return _rendered(state, state.seen_by(tapped.device), picked), 422
    if htmx_request.htmx:
        return _rendered(state, state.seen_by(tapped.device))
    return redirect(url_for("play.show", table_id=table_id), 303)


def _late(refusal: StaleTap, device: str, on: Tile | None) -> str:
    """The table as it stands, for somebody who was too late: they hear what came first."""
    state = refusal.state
    assert state is not None
    members = state.seen_by(device)

    revision = Revision(state.version, state.access)

    def render() -> Fragment:
        came_first = describe_entered(state)
        late = message("refused.stale-after", entered=came_first) if came_first else None
        picked = Picked(problem=late or refusal.message, on=on)
        return Fragment(revision, _rendered(state, members, picked))

    if not htmx_request.htmx:
        return render().html
    fragments: Fragments = current_app.extensions["fragments"]
    return fragments.kept((state.id, on, current().language), revision, render).html


def _rendered(state: TableState, members: Members, picked: Picked = NOTHING) -> str:
    page = table_page(state, members, picked)
    if htmx_request.htmx:
        return render_template("table/table.html", page=page)
    alerts = alerts_at(state, members)
    return render_template("table/page.html", page=page, alerts=alerts, table_id=state.id)


def _passing(state: TableState) -> Statement:
    return TurnPassed(_acting(state.game))


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
    if (claim := parse_number(said)) < 0:
        raise BadRequest
    return claim
