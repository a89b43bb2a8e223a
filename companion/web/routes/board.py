"""The big board: a table for a television or a tablet across the room."""

from flask import Blueprint, render_template

from companion.web.device import table_service
from companion.web.pages.table.board_page import board_page

blueprint = Blueprint("board", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/board")
def show(table_id: str) -> str:
    """The table as it stands, to be looked at only."""
    return render_template("board/page.html", page=board_page(table_service().look(table_id)))
