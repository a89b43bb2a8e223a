"""A table on a page or on a big board, and what is tapped there."""

from functools import partial
from urllib.parse import quote

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request
from werkzeug.exceptions import BadRequest

from companion.i18n import current, message
from companion.record import statements
from companion.record.statements import Statement, TileSet, clean_reason
from companion.referee.explain.why_and_what_if import right_claim
from companion.rules.choices import Announce
from companion.rules.errors import Refusal, WhichEnd
from companion.rules.game import Game
from companion.rules.tile import Tile
from companion.tables.errors import CountFirst
from companion.tables.request_stamp import RequestStamp, StaleTap
from companion.tables.table_state import ClaimedCount, Members, TableState
from companion.web.live.fragments import Fragment, Fragments
from companion.web.security import policy
from companion.web.security.club_guard import club_id_of, own_club_of
from companion.web.security.table_guard import (
    known_device,
    let_in,
    members,
    remember_table,
    show_lot,
    state,
    table_service,
    take_lot,
)
from companion.web.tables import alerts
from companion.web.tables.big_board_page import render_board
from companion.web.tables.table_page import describe_entered, describe_entered_since, render_table
from companion.web.tables.turn_line import NOTHING, Lot, Picked, lot_of
from companion.web.ui.after_game import after_game
from companion.web.ui.count_first import (
    NoClaim,
    counted_by,
    counts_that_score,
    hides_counts,
    is_asked,
    judge_claim,
)
from companion.web.ui.forms import draw_lots, parse_number, parse_tile, parse_typed, stamp

blueprint = Blueprint("play", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.watcher, policy.ordinary)


@blueprint.get("")
def show(table_id: str) -> ResponseReturnValue:
    """The table; `?tile=` or `?on=` picks one up, `?about=` asks about an entry of the hand."""
    remember_table(table_id)
    picked = Picked(
        tile=parse_tile(request.args.get("tile")),
        on=parse_tile(request.args.get("on")),
        seat=request.args.get("who", type=int),
        about=request.args.get("about", type=int),
    )
    return _rendered(state(), members(), picked, lot_of(state()) if take_lot(table_id) else None)


@blueprint.get("/board")
@policy.limited(policy.COMPUTING)
def board(table_id: str) -> str:
    """The table for a television across the room, only for watching."""
    return render_board("tables/board_page.html", state())


@blueprint.get("/strips")
def show_alerts(table_id: str) -> str:
    """The alerts alone."""
    told = alerts.alerts_for(state(), members())
    return render_template("tables/_alerts.html", alerts=told, table_id=table_id).strip()


@blueprint.post("/strips/<int(max=1000000):seq>/dismiss")
@policy.watcher
def dismiss(table_id: str, seq: int) -> ResponseReturnValue:
    """Dismiss what entry `seq` proves on this phone."""
    alerts.dismiss(table_id, seq)
    if htmx_request.htmx:
        return show_alerts(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.post(
    "/<any(lead, set, claim, unclaimed, draw, pass, passes, left, ruling, undo, redo):name>"
)
@policy.scorer_of_tap
def tap(table_id: str, name: str) -> ResponseReturnValue:
    """Do what was tapped; show the table after it, or as it is with the reason for the refusal."""
    try:
        tapped = stamp()
    except BadRequest:
        # If you may not send a form, you don't learn what is wrong with it.
        let_in(table_id)
        raise
    try:
        state = _change(table_id, name, tapped)
    except StaleTap as refusal:
        assert refusal.state is not None
        came = _what_came(refusal.state, tapped.seen)
        return _late(refusal, refusal.state, tapped.device, name), 409, came
    except Refusal as refusal:
        state = table_service().look(table_id)
        picked = _picked_after(refusal, state, name)
        return _rendered(state, state.seen_by(tapped.device), picked), 422
    is_by_lot = name == "lead" and request.form.get("who") == "lot"
    if htmx_request.htmx:
        lot = lot_of(state) if is_by_lot else None
        came = _what_came(state, tapped.seen + 1)
        return _rendered(state, state.seen_by(tapped.device), lot=lot), 200, came
    if is_by_lot:
        show_lot(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


def _change(table_id: str, name: str, tapped: RequestStamp) -> TableState:
    match name:
        case "undo":
            return table_service().undo(table_id, tapped)
        case "redo":
            return table_service().redo(table_id, tapped)
        case "unclaimed":
            return table_service().leave_unclaimed(table_id, tapped)
        case "passes":
            return _pass_all(table_id, tapped)
    return table_service().enter(table_id, partial(_parse_statement, name), tapped)


def _parse_statement(name: str, state: TableState) -> Statement | ClaimedCount:
    """The statement from the form of a tap, for the table as it is when it is entered."""
    form, game, players = request.form, state.game, state.header.players
    match name:
        case "lead" if form.get("who") == "lot":
            return statements.HandLed(players[draw_lots(len(players))])
        case "lead":
            return statements.HandLed(players[_parse_place("who", players)])
        case "set":
            return _parse_set(state)
        case "claim":
            return _parse_claimed(state)
        case "draw":
            drawn = max(1, parse_number(form.get("tiles", "1")))
            return statements.TilesDrawn(_acting(game), drawn)
        case "pass":
            return statements.TurnPassed(_acting(game))
        case "left":
            return _parse_left(players)
    # Points for a side by agreement of the table, or pegged without tiles.
    names, reason = game.seating.side_names, clean_reason(form.get("reason", ""))
    return statements.PointsRuled(names[_parse_place("side", names)], _parse_points(), reason)


def _parse_points() -> int:
    """The points of a button, or those that were typed, with the sign that was tapped."""
    form = request.form
    if "sign" not in form:
        return parse_number(form.get("points", ""))
    if not (typed := form.get("typed", "").strip()):
        raise Refusal(message("pegs.type-first"))
    return -parse_typed(typed) if form["sign"] == "-" else parse_typed(typed)


def _parse_set(state: TableState) -> Statement | ClaimedCount:
    """If all open ends that fit are equal, `tile` is enough; else `on` names the end."""
    tile, host, game = _parse_tile_set(), parse_tile(request.form.get("on")), state.game
    said = request.form.get("typed") or request.form.get("said") or ""
    if is_asked(state) and not said:
        right_claim(game, tile, host)
        raise CountFirst(message("refused.count-first"))
    played = TileSet(_acting(game), tile, host, _parse_claim(game, tile, host, said or "right"))
    # "Called correctly" is said of what nobody disputes. All else others may call, right or wrong.
    return ClaimedCount(played, 0) if hides_counts(state, said) and not is_asked(state) else played


def _parse_claimed(state: TableState) -> ClaimedCount:
    """The count that `who` calls, right or not."""
    if (counted := counted_by(state)) is None:
        raise NoClaim(message("claim.closed"))
    said = parse_number(request.form.get("said", ""))
    if not (who := request.form.get("who")):
        raise NoClaim(message("claim.who-first"))
    seat = parse_number(who)
    if seat not in counted.claimants or said not in counts_that_score(state.game.rules):
        raise BadRequest
    return judge_claim(state, counted, seat, said)


def _parse_left(players: tuple[str, ...]) -> Statement:
    """What is left in a hand: its tiles, or only their pips."""
    player = players[_parse_place("who", players)]
    if pips := request.form.get("pips", "").strip():
        return statements.PipsLeft(player, parse_typed(pips))
    tiles = map(parse_tile, request.form.getlist("left"))
    return statements.TilesLeft(player, tuple(tile for tile in tiles if tile))


def _pass_all(table_id: str, tapped: RequestStamp) -> TableState:
    """Pass for everyone, one after another, if no unseen tile fits."""
    own, passes, say = tapped.key, 1, partial(_parse_statement, "pass")
    state = table_service().enter(table_id, say, tapped)
    # A tap that is sent again after all this changes nothing more: it has the same keys.
    while state.version == tapped.seen + 1 and state.game.hand_is_on:
        passes += 1
        tapped = tapped._replace(seen=state.version, key=f"{own[:40]}.{passes}")
        state = table_service().enter(table_id, say, tapped)
    return state


def _picked_after(refusal: Refusal, state: TableState, name: str) -> Picked:
    if name != "set":
        return Picked(problem=refusal.message)
    tile, on = _parse_tile_set(), parse_tile(request.form.get("on"))
    if isinstance(refusal, CountFirst):
        return Picked(counting=TileSet(_acting(state.game), tile, on))
    if not isinstance(refusal, WhichEnd):
        return Picked(None, on, problem=refusal.message, refused=tile)
    # The refusal shows the count at each end: nothing for those who are to call it.
    said = request.form.get("said", "")
    asked = message("count.which-end", tile=tile) if hides_counts(state, said) else refusal.message
    return Picked(tile, on, problem=asked, refused=tile, said=said)


def _what_came(state: TableState, since: int) -> dict[str, str]:
    """What others entered since a version, for a phone whose taps waited: a header, if anything."""
    entered = describe_entered_since(state, since) if 0 <= since < state.version else None
    return {"Companion-Entered": quote(str(entered))} if entered else {}


def _late(refusal: StaleTap, state: TableState, device: str, name: str) -> str:
    """The table now, for someone who was too late: they learn what came first."""
    on = parse_tile(request.form.get("on")) if name == "set" else None

    def render() -> Fragment:
        came_first = describe_entered(state)
        late = message("refused.stale-after", entered=came_first) if came_first else None
        picked = Picked(problem=late or refusal.message, on=on)
        return Fragment(state.revision, _rendered(state, state.seen_by(device), picked))

    if not htmx_request.htmx:
        return render().html
    fragments: Fragments = current_app.extensions["fragments"]
    return fragments.kept((state.id, on, current().language), state.revision, render).html


def _rendered(
    state: TableState, members: Members, picked: Picked = NOTHING, lot: Lot | None = None
) -> str:
    if htmx_request.htmx:
        return render_table("tables/table.html", state, members, picked, lot=lot)
    told, after = alerts.alerts_for(state, members), after_game(state, known_device())
    own_club = own_club_of(state.id) if club_id_of(state.id) else None
    page, beside = "tables/table_page.html", {"table_id": state.id, "after": after, "lot": lot}
    return render_table(page, state, members, picked, alerts=told, own_club=own_club, **beside)


def _acting(game: Game) -> str:
    """The player whose turn it is: so nobody has to be named."""
    return game.seating.players[game.turn or 0]


def _parse_tile_set() -> Tile:
    return parse_tile(request.form.get("tile")) or abort(400)


def _parse_place(field: str, names: tuple[str, ...]) -> int:
    place = parse_number(request.form.get(field, ""))
    if not 0 <= place < len(names):
        raise BadRequest
    return place


def _parse_claim(game: Game, tile: Tile, host: Tile | None, said: str) -> int | None:
    """The count called or answered; None if neither is asked for."""
    # If counts are called, it was called correctly unless the form says otherwise.
    is_announced = game.rules.announce is Announce.REQUIRED and game.hand_is_on
    if said == "silent" or (said == "right" and not is_announced):
        return None
    if said == "right":
        return right_claim(game, tile, host)
    if (claim := parse_number(said)) < 0:
        raise BadRequest
    return claim
