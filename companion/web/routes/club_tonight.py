"""Tonight in a club, on a phone and on the television: every table, who plays next, who is free."""

from flask import Blueprint, Response, make_response, render_template, request
from htmx_flask import request as htmx_request

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
    is_part = htmx_request.htmx and not htmx_request.htmx.history_restore_request
    if is_part and request.args.get("seen") == mark_of_tonight(club()):
        response = Response(status=204)
    else:
        page = tonight_page(visit())
        response = make_response(render_template(part if is_part else whole, page=page))
    response.cache_control.no_store = True
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response
