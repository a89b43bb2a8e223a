"""Tonight in a club, on a phone and on the television: every table, who plays next, who is free."""

from flask import Blueprint, Response

from companion.web.clubs.tonight_page import mark_of_tonight, tonight_page
from companion.web.security.club_guard import club, needs_a_server, visit
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import club_member, limited, no_secret, set_policy
from companion.web.ui.polling import shown

blueprint = Blueprint("club_tonight", __name__, url_prefix="/club/<club_id>/tonight")
set_policy(blueprint, club_member, no_secret, limited(COMPUTING))
blueprint.before_request(needs_a_server)


@blueprint.get("")
def show(club_id: str) -> Response:
    """All tables of the club's day; for a phone that has seen it so (`?seen=`) nothing."""
    return _shown("clubs/_tonight.html", "clubs/tonight.html")


@blueprint.get("/board")
def board(club_id: str) -> Response:
    """The same for the television."""
    return _shown("clubs/_tonight_board.html", "clubs/tonight_board.html")


def _shown(part: str, whole: str) -> Response:
    return shown(part, whole, lambda: mark_of_tonight(club()), lambda: tonight_page(visit()))
