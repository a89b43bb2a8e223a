"""The review of a hand: each turn beside the best that it could have been."""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, url_for
from werkzeug import Response as Redirect
from werkzeug.exceptions import NotFound

from companion.coach.analysis.hand_review import ReviewedTurn, review_hand
from companion.i18n import Text, message
from companion.record.replay import cut_into_hands, laid_by
from companion.referee.scoring_text import describe_points, unit_of
from companion.web.coach.surge_page import ShownTurn, shown_turn
from companion.web.security import policy
from companion.web.security.table_guard import table_service
from companion.web.ui.hand_entries import HandStory, hand_at

blueprint = Blueprint("review", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.watcher, policy.limited(policy.COMPUTING))


@blueprint.get("/review")
def game(table_id: str) -> Redirect:
    """The page of the whole game, which also tells what was missed in it."""
    return redirect(url_for("finish.show", table_id=table_id, _anchor="review"))


@blueprint.get("/review/<int(max=1000000):number>")
def hand(table_id: str, number: int) -> str:
    """One settled hand, each turn beside the best that it could have been."""
    record = table_service().read(table_id)
    cuts = cut_into_hands(record.entries)
    if not 0 < number <= len(cuts):
        raise NotFound
    story = hand_at(record.start, record.entries, number, cuts[number - 1])
    review, rules = review_hand(story.entries), record.start.rules
    return render_template(
        "coach/review_hand.html",
        table_id=table_id,
        record=record,
        story=story,
        review=review,
        turns=[TurnBeside.of(story, turn) for turn in review.turns] if review else [],
        unit=unit_of(rules) if rules.worth(5) else "",
        has_next=number < len(cuts),
    )


class TurnBeside(NamedTuple):
    """A turn as it was, and a better one if there was one."""

    reviewed: ReviewedTurn
    earned: Text | None
    missed: Text | None
    better: ShownTurn | None

    @classmethod
    def of(cls, story: HandStory, reviewed: ReviewedTurn) -> "TurnBeside":
        """A turn of this hand."""
        turn, rules = reviewed.turn, reviewed.turn.game.rules
        missed = message("review.more", points=describe_points(rules, reviewed.missed))
        laid = laid_by(story.entries[: turn.number])
        return cls(
            reviewed,
            describe_points(rules, turn.points) if turn.points else None,
            missed if reviewed.missed else None,
            shown_turn(turn.game, laid, reviewed.best) if reviewed.sentence else None,
        )
