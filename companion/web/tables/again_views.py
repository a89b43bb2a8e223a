"""Another game at once: the same people, the same rules, one tap."""

from flask import Blueprint, redirect, render_template, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug import Response

from companion.tables.play_again import next_after
from companion.web.security import policy
from companion.web.security.table_guard import known_device, members, state, table_service
from companion.web.ui.after_game import after_game
from companion.web.ui.next_table import open_next

blueprint = Blueprint("again", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.scorer, policy.limited(policy.NEW_TABLES))


@blueprint.get("/after")
@policy.watcher
@policy.ordinary
def show(table_id: str) -> str:
    """What can follow the game, for the phone that asks."""
    if not state().game.is_over:
        return ""
    return render_template(
        "tables/_after.html",
        state=state(),
        members=members(),
        token=generate_csrf(),
        after=after_game(table_id, known_device()),
        next_game=next_after(table_service(), table_id),
    )


@blueprint.post("/again")
def again(table_id: str) -> Response:
    """Play again, or go on with a game that is on; another tap leads to the same table."""
    there = open_next(state()) if state().game.is_over else table_id
    return redirect(url_for("play.show", table_id=there), 303)
