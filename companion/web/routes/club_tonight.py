"""Tonight in a club, on a phone and on the television: every table, who plays next, who is free."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request
from werkzeug.exceptions import NotFound

from companion.clubs.errors import NoSuchLeague, NoSuchMatch
from companion.rules.errors import Refusal
from companion.web.club_guard import club, clubs, needs_a_server, visit
from companion.web.device import device, remember_table, table_service
from companion.web.forms import parse_number
from companion.web.pages.club.tonight_page import mark_of_tonight, tonight_page
from companion.web.problems import status_of
from companion.web.quotas import spend_table
from companion.words import Text

blueprint = Blueprint("club_tonight", __name__, url_prefix="/club/<club_id>/tonight")
blueprint.before_request(needs_a_server)


@blueprint.get("")
def show(club_id: str, problem: Text | None = None) -> Response:
    """All tables of the club's day; for a phone that has seen it so (`?seen=`) nothing."""
    return _shown("club/_tonight.html", "club/tonight.html", problem)


@blueprint.get("/board")
def board(club_id: str) -> Response:
    """The same for the television."""
    return _shown("club/_tonight_board.html", "club/tonight_board.html")


@blueprint.post("/open")
def open_table(club_id: str) -> ResponseReturnValue:
    """Open the next game of a match, with its rules and its people; keep score there."""
    form = request.form
    number, at = (parse_number(form.get(name, "")) for name in ("match", "board"))
    try:
        new = clubs().matches.new_table(club_id, form.get("league", ""), number, at)
        spend_table()
        table_id = table_service().open(new.header, keeper=device(), then=new.then)
    except (NoSuchLeague, NoSuchMatch):
        raise NotFound from None
    except Refusal as refusal:
        response = show(club_id, refusal.message)
        response.status_code = status_of(refusal)
        return response
    remember_table(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


def _shown(part: str, whole: str, problem: Text | None = None) -> Response:
    is_part = htmx_request.htmx and not htmx_request.htmx.history_restore_request
    if is_part and request.args.get("seen") == mark_of_tonight(club()):
        response = Response(status=204)
    else:
        page = tonight_page(visit())
        response = make_response(
            render_template(part if is_part else whole, page=page, problem=problem)
        )
    response.cache_control.no_store = True
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response
