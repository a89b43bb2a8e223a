"""Another game at once: the same people, the same rules, one tap."""

from flask import Blueprint, redirect, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug import Response

from companion.web.security import policy
from companion.web.security.table_guard import known_device, members, state
from companion.web.tables.table_page import render_table
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
    after, token = after_game(table_id, known_device()), generate_csrf()
    return render_table("tables/_after.html", state(), members(), after=after, token=token)


@blueprint.post("/again")
def again(table_id: str) -> Response:
    """Play again, or go on with a game that is on; another tap leads to the same table."""
    there = open_next(state()) if state().game.is_over else table_id
    return redirect(url_for("play.show", table_id=there), 303)
