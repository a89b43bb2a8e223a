"""What was missed in the hands of a game: each turn beside the best that it could have been."""

from typing import NamedTuple

from companion.coach.analysis.hand_review import Review, ReviewedTurn
from companion.web.ui.hand_entries import HandStory


class GameReview(NamedTuple):
    """Some hands of a game, each with its review; None if it is not settled."""

    hands: list[tuple[HandStory, Review | None]]

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
