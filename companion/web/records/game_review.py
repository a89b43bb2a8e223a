"""What was missed in the hands of a game: each turn beside the best that it could have been."""

from typing import NamedTuple

from companion.coach.analysis.hand_review import Review, ReviewedTurn, review_hand
from companion.web.ui.hand_entries import HandStory


class GameReview(NamedTuple):
    """Some hands of a game, each with its review; None if it is not settled."""

    hands: list[tuple[HandStory, Review | None]]

    @classmethod
    def of(cls, hands: list[HandStory], *, has_tiles: bool) -> "GameReview":
        """The review of these hands; without tiles there is nothing to look back on."""
        return cls([(hand, review_hand(hand.entries) if has_tiles else None) for hand in hands])

    @property
    def whole(self) -> Review:
        """The turns of all of them."""
        reviews = (review for _, review in self.hands if review)
        return Review(tuple(turn for review in reviews for turn in review.turns))

    @property
    def costliest(self) -> tuple[HandStory, ReviewedTurn] | None:
        """The turn that missed most, of several the earliest; None if no turn missed a point."""
        better = ((hand, turn) for hand, review in self.hands if review for turn in review.better)
        found = max(better, key=lambda each: each[1].missed, default=None)
        return found if found and found[1].missed else None
