"""What became of a game: who won, the race, and the review of each turn."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from companion.exports.bg_stats import bg_stats_link
from companion.web.club_guard import own_club_of
from companion.web.device import table_service
from companion.web.guard import members, state
from companion.web.pages.club.table_page import to_match
from companion.web.pages.coach.review_page import game_review, hand_review
from companion.web.pages.record import record_page
from companion.web.pages.record.played import play_of
from companion.web.pages.record.result_sheet import result_sheet
from companion.web.pages.shared.dates import describe_date
from companion.web.pages.shared.evening import describe_evening
from companion.words import message

blueprint = Blueprint("finish", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/end")
def show(table_id: str) -> str:
    """How the game ended, or how it stands so far: who won, the race, the best turn."""
    page, club = _finish(table_id), own_club_of(table_id)
    return render_template(
        "finish/finish.html",
        page=page,
        table_id=table_id,
        keeps=members().keeps,
        club=club,
        to_match=to_match(club.id, table_id) if club else None,
        # The way to another app, once there is a result to bring there.
        bg_stats=bg_stats_link(play) if (play := play_of(table_id, page["written"])) else None,
    )


@blueprint.get("/end.svg")
def draw(table_id: str) -> Response:
    """The result and the race as a picture."""
    foot = message("finish.by-companion", date=describe_date(datetime.now(UTC)))
    sheet = result_sheet(_finish(table_id), [foot])
    return Response(render_template("ruling/ruling.svg", sheet=sheet), mimetype="image/svg+xml")


@blueprint.get("/review")
def review(table_id: str) -> str:
    """The game: what each player missed, what to practise, and the way to each hand."""
    page = game_review(table_service().read(table_id), request.args.get("part", type=int))
    return render_template(
        "review/game.html", page=page, is_pegs_only=state().is_pegs_only, table_id=table_id
    )


@blueprint.get("/review/<int(max=1000000):number>")
def review_hand(table_id: str, number: int) -> str:
    """One settled hand, each turn beside the best that it could have been."""
    page = hand_review(table_service().read(table_id), number)
    if page is None:
        raise NotFound
    return render_template("review/hand.html", page=page, table_id=table_id)


def _finish(table_id: str) -> dict[str, Any]:
    part, evening = request.args.get("part", type=int), describe_evening(state())
    return record_page.finish_page(state(), table_service().read(table_id), part, evening)
