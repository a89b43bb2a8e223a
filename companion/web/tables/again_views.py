"""Another game at once: the same people, the same rules, one tap."""

from flask import Blueprint, redirect, url_for
from werkzeug import Response

from companion.web.security import policy
from companion.web.security.table_guard import state
from companion.web.ui.next_table import open_next

blueprint = Blueprint("again", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.scorer, policy.limited(policy.NEW_TABLES))


@blueprint.post("/again")
def again(table_id: str) -> Response:
    """Play again, or go on with a game that is on; another tap leads to the same table."""
    there = open_next(state()) if state().game.is_over else table_id
    return redirect(url_for("play.show", table_id=there), 303)
