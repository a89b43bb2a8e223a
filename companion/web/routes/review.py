"""The review: each turn of a settled hand beside the best that it could have been."""

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from companion.web.device import table_service
from companion.web.guard import state
from companion.web.pages.coach.review_page import game_review, hand_review

blueprint = Blueprint("review", __name__, url_prefix="/t/<table_id>/review")


@blueprint.get("")
def show(table_id: str) -> str:
    """The game: what each player missed, what to practise, and the way to each hand."""
    page = game_review(table_service().read(table_id))
    is_pegs_only = state().is_pegs_only
    return render_template(
        "review/game.html", page=page, is_pegs_only=is_pegs_only, table_id=table_id
    )


@blueprint.get("/<int(max=1000000):number>")
def of_hand(table_id: str, number: int) -> str:
    """One hand, turn by turn."""
    page = hand_review(table_service().read(table_id), number)
    if page is None:
        raise NotFound
    return render_template("review/hand.html", page=page, table_id=table_id)
