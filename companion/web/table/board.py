"""The big board: a table for a television or a tablet across the room."""

from flask import Blueprint, render_template

from companion.tables.sitting import Sitting
from companion.web.devices import desk
from companion.web.table.board_page import BoardPage

blueprint = Blueprint("board", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/board")
def show(table_id: str) -> str:
    """The table as it stands, to be looked at only."""
    return render_template("board/page.html", page=page_of(desk().look(table_id)))


def page_of(sitting: Sitting) -> BoardPage:
    """The board of a table; the race needs the whole record once the game is over."""
    is_told = sitting.game.is_over and sitting.refused is None
    return BoardPage(sitting, written=desk().read(sitting.id) if is_told else None)


def fragment_of(sitting: Sitting) -> str:
    """The element `#board` alone, as it is pushed to boards that are open."""
    return render_template("board/board.html", page=page_of(sitting))
