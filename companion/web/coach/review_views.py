"""The review of a game: each turn beside the best that it could have been."""

from flask import Blueprint, render_template, request
from werkzeug.exceptions import NotFound

from companion.web.coach.review_page import game_review, hand_review
from companion.web.security.device_session import table_service
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import limited, no_secret, set_policy, watcher
from companion.web.security.table_guard import state

blueprint = Blueprint("review", __name__, url_prefix="/t/<table_id>")
set_policy(blueprint, watcher, no_secret, limited(COMPUTING))


@blueprint.get("/review")
def game(table_id: str) -> str:
    """The game: what each player missed, what to practise, and the way to each hand."""
    page = game_review(table_service().read(table_id), request.args.get("part", type=int))
    return render_template(
        "coach/review_game.html", page=page, is_pegs_only=state().is_pegs_only, table_id=table_id
    )


@blueprint.get("/review/<int(max=1000000):number>")
def hand(table_id: str, number: int) -> str:
    """One settled hand, each turn beside the best that it could have been."""
    page = hand_review(table_service().read(table_id), number)
    if page is None:
        raise NotFound
    return render_template("coach/review_hand.html", page=page, table_id=table_id)
