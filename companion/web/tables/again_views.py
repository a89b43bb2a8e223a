"""Another game at once: the same people, the same rules, one tap."""

from flask import Blueprint, redirect, url_for
from werkzeug import Response

from companion.web.security.limits import NEW_TABLES
from companion.web.security.policy import limited, no_secret, scorer, set_policy
from companion.web.security.table_guard import state
from companion.web.ui.next_table import open_next

blueprint = Blueprint("again", __name__, url_prefix="/t/<table_id>")
set_policy(blueprint, scorer, no_secret, limited(NEW_TABLES))


@blueprint.post("/again")
def again(table_id: str) -> Response:
    """Play again; a second tap by someone else leads to the same table."""
    if not state().game.is_over:
        return redirect(url_for("home.new", again=table_id), 303)
    return redirect(url_for("play.show", table_id=open_next(state())), 303)
