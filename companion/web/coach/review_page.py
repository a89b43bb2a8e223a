"""The review of a game, and of one hand of it turn by turn."""

from typing import NamedTuple

from companion.coach.analysis.hand_review import Review, ReviewedTurn, review_hand
from companion.i18n import Text, message
from companion.record.replay import cut_into_hands, laid_by
from companion.referee.scoring_text import describe_points, unit_of
from companion.rules.settings import Rules
from companion.tables.latest_records import ReplayedRecord
from companion.web.coach.surge_page import ShownTurn, shown_turn
from companion.web.ui.hand_entries import HandStory, hand_at
from companion.web.ui.paging import PagePart, cut, part_of

#: The hands that are looked through for one page: each takes as long as a tap.
_MOST_REVIEWED = 40


class TurnBeside(NamedTuple):
    """A turn as it was, and a better one where there was one."""

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
    """Some hands of a game, each with its review, None while it is not settled."""

    part: PagePart
    hands: list[tuple[HandStory, Review | None]]

    @property
    def whole(self) -> Review:
        """The turns of all of them."""
        reviews = (review for _, review in self.hands if review)
        return Review(tuple(turn for review in reviews for turn in review.turns))

    @property
    def costliest(self) -> tuple[HandStory, TurnBeside] | None:
        """The turn that missed most, the earliest of several; None where none missed a point."""
        better = ((hand, turn) for hand, review in self.hands if review for turn in review.better)
        found = max(better, key=lambda each: each[1].missed, default=None)
        return (found[0], TurnBeside.of(*found)) if found and found[1].missed else None


def game_review(record: ReplayedRecord, wanted: int | None = None) -> GameReview:
    """The review of a game; of a long one a part, the last one where none is wanted."""
    cuts = cut_into_hands(record.entries)
    part = part_of(cut(len(cuts), _MOST_REVIEWED), wanted)
    shown = (hand_at(record.start, record.entries, at + 1, cuts[at]) for at in part.places)
    return GameReview(part, [(hand, review_hand(hand.entries)) for hand in shown])


def scored_in(rules: Rules) -> str:
    """What scores are counted in; empty where counts give no points."""
    return unit_of(rules) if rules.worth(5) else ""
