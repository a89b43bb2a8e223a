"""The review of a game: each turn beside the best that it could have been."""

from flask import Blueprint, render_template, request
from werkzeug.exceptions import NotFound

from companion.coach.analysis.hand_review import review_hand
from companion.record.replay import cut_into_hands
from companion.web.coach.review_page import TurnBeside, game_review, scored_in
from companion.web.security.device_session import table_service
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import limited, no_secret, set_policy, watcher
from companion.web.security.table_guard import state
from companion.web.ui.hand_entries import hand_at

blueprint = Blueprint("review", __name__, url_prefix="/t/<table_id>")
set_policy(blueprint, watcher, no_secret, limited(COMPUTING))


@blueprint.get("/review")
def game(table_id: str) -> str:
    """The game: what each player missed, what to practise, and the way to each hand."""
    record = table_service().read(table_id)
    return render_template(
        "coach/review_game.html",
        table_id=table_id,
        record=record,
        page=game_review(record, request.args.get("part", type=int)),
        unit=scored_in(record.start.rules),
        is_pegs_only=state().is_pegs_only,
    )


@blueprint.get("/review/<int(max=1000000):number>")
def hand(table_id: str, number: int) -> str:
    """One settled hand, each turn beside the best that it could have been."""
    record = table_service().read(table_id)
    cuts = cut_into_hands(record.entries)
    if not 0 < number <= len(cuts):
        raise NotFound
    story = hand_at(record.start, record.entries, number, cuts[number - 1])
    review = review_hand(story.entries)
    return render_template(
        "coach/review_hand.html",
        table_id=table_id,
        record=record,
        story=story,
        review=review,
        turns=[TurnBeside.of(story, turn) for turn in review.turns] if review else [],
        unit=scored_in(record.start.rules),
        has_next=number < len(cuts),
    )
