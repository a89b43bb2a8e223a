"""The review of a game: each turn beside the best that it could have been."""

from typing import NamedTuple

from flask import Blueprint, render_template, request
from werkzeug.exceptions import NotFound

from companion.coach.analysis.hand_review import Review, ReviewedTurn, review_hand
from companion.i18n import Text, message
from companion.record.replay import cut_into_hands, laid_by
from companion.referee.scoring_text import describe_points, unit_of
from companion.rules.settings import Rules
from companion.tables.table_state import ReplayedRecord
from companion.web.coach.surge_page import ShownTurn, shown_turn
from companion.web.security import policy
from companion.web.security.table_guard import state, table_service
from companion.web.ui.hand_entries import HandStory, hand_at
from companion.web.ui.paging import PagePart, cut, part_of

blueprint = Blueprint("review", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.watcher, policy.limited(policy.COMPUTING))

#: The most hands that are searched for one page: each takes as long as a tap.
_MOST_REVIEWED = 40


@blueprint.get("/review")
def game(table_id: str) -> str:
    """The game: what each player missed, what to practise, and the way to each hand."""
    record = table_service().read(table_id)
    return render_template(
        "coach/review_game.html",
        table_id=table_id,
        record=record,
        page=_game_review(record, request.args.get("part", type=int)),
        unit=_scored_in(record.start.rules),
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
        unit=_scored_in(record.start.rules),
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


class GameReview(NamedTuple):
    """Some hands of a game, each with its review, None if it is not settled."""

    part: PagePart
    hands: list[tuple[HandStory, Review | None]]

    @property
    def whole(self) -> Review:
        """The turns of all of them."""
        reviews = (review for _, review in self.hands if review)
        return Review(tuple(turn for review in reviews for turn in review.turns))

    @property
    def costliest(self) -> tuple[HandStory, TurnBeside] | None:
        """The turn that missed most, of several the earliest; None if no turn missed a point."""
        better = ((hand, turn) for hand, review in self.hands if review for turn in review.better)
        found = max(better, key=lambda each: each[1].missed, default=None)
        return (found[0], TurnBeside.of(*found)) if found and found[1].missed else None


def _game_review(record: ReplayedRecord, wanted: int | None = None) -> GameReview:
    """The review of a game; of a long one a part, by default the last."""
    cuts = cut_into_hands(record.entries)
    part = part_of(cut(len(cuts), _MOST_REVIEWED), wanted)
    shown = (hand_at(record.start, record.entries, at + 1, cuts[at]) for at in part.places)
    return GameReview(part, [(hand, review_hand(hand.entries)) for hand in shown])


def _scored_in(rules: Rules) -> str:
    return unit_of(rules) if rules.worth(5) else ""
