"""Another game at once: the same people, the same rules, one tap."""

from flask import Blueprint, redirect, url_for
from werkzeug import Response

from companion.record.statements import HandLed
from companion.tables.again import next_after, play_again
from companion.tables.errors import StaleTap
from companion.tables.state import RequestStamp, TableState
from companion.web.device import device, remember_table, table_service
from companion.web.forms import draw_lots
from companion.web.guard import state
from companion.web.quotas import spend_table

blueprint = Blueprint("again", __name__, url_prefix="/t/<table_id>")


@blueprint.post("/again")
def again(table_id: str) -> Response:
    """Play again; whoever taps after somebody else comes to the same table."""
    if not state().game.is_over:
        return redirect(url_for("home.new", again=table_id), 303)
    next_id = next_after(table_service(), table_id)
    if next_id is None:
        spend_table()
        next_id = play_again(table_service(), state(), device())
        _lead(next_id, state())
    remember_table(next_id)
    return redirect(url_for("play.show", table_id=next_id), 303)


def _lead(table_id: str, before: TableState) -> None:
    """Let lots decide who leads the first hand, as at any new table."""
    players = before.header.players
    lead = HandLed(players[draw_lots(len(players))])
    try:
        table_service().enter(table_id, lead, RequestStamp(0, "first lead", device()))
    except StaleTap:
        # The phone that was quicker has led it.
        return
