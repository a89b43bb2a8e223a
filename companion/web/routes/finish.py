"""The end of a game, or how it stands so far: who won, the race, the best turn."""

from flask import Blueprint, render_template

from companion.web.device import table_service
from companion.web.guard import members
from companion.web.pages.record.finish_page import finish_page

blueprint = Blueprint("finish", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/end")
def show(table_id: str) -> str:
    """How the game ended, or how it stands so far."""
    page = finish_page(table_service().look(table_id), table_service().read(table_id))
    return render_template(
        "finish/finish.html", page=page, table_id=table_id, keeps=members().keeps
    )
