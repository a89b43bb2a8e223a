"""The end of a game, or how it stands so far: who won, the race, the best turn."""

from flask import Blueprint, render_template

from companion.web.devices import desk
from companion.web.guard import company
from companion.web.records.finish_page import FinishPage

blueprint = Blueprint("finish", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/end")
def show(table_id: str) -> str:
    """How the game ended, or how it stands so far."""
    page = FinishPage(desk().look(table_id), desk().read(table_id))
    return render_template(
        "finish/finish.html", page=page, table_id=table_id, keeps=company().keeps
    )
