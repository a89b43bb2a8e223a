"""Tonight in a club, on a phone and on the television: every table, who plays next, who is free."""

from flask import Blueprint, Response

from companion.web.asked_again import shown
from companion.web.club_guard import club, needs_a_server, visit
from companion.web.pages.club.tonight_page import mark_of_tonight, tonight_page

blueprint = Blueprint("club_tonight", __name__, url_prefix="/club/<club_id>/tonight")
blueprint.before_request(needs_a_server)


@blueprint.get("")
def show(club_id: str) -> Response:
    """All tables of the club's day; for a phone that has seen it so (`?seen=`) nothing."""
    return _shown("club/_tonight.html", "club/tonight.html")


@blueprint.get("/board")
def board(club_id: str) -> Response:
    """The same for the television."""
    return _shown("club/_tonight_board.html", "club/tonight_board.html")


def _shown(part: str, whole: str) -> Response:
    return shown(part, whole, lambda: mark_of_tonight(club()), lambda: tonight_page(visit()))
