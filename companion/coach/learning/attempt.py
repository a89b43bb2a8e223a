"""An answer as practice remembers it."""

from datetime import datetime
from typing import NamedTuple

from fsrs import Rating

from companion.coach.drills.skills import Practice

#: An answer within this part of the level's time was easy.
_EASY = 0.5


class Attempt(NamedTuple):
    """An answer: when, to what practice and how hard a question, and how long it took."""

    at: datetime
    practice: Practice
    level: int
    is_right: bool
    #: None if the page didn't know.
    milliseconds: int | None = None
    #: The game of the question, as its key names it.
    game: str = ""
    #: The page whose round it belongs to, `mixed` or a drill; empty if there is no round.
    page: str = ""
    #: The rule that a wrong answer broke, by its name in the game's book.
    broken: str = ""
    #: Whether a hint was used: then the answer is never quick, however soon it came.
    took_hint: bool = False

    @property
    def is_quick(self) -> bool:
        """Whether it took no hint and no longer than its level allows; true if untimed."""
        most = self.practice.kind.time_at(self.level)
        return not self.took_hint and (self.milliseconds is None or self.milliseconds <= most)

    @property
    def rating(self) -> Rating:
        """How well it went, as FSRS asks for it."""
        if not self.is_right:
            return Rating.Again
        most = _EASY * self.practice.kind.time_at(self.level)
        if not self.took_hint and self.milliseconds is not None and self.milliseconds <= most:
            return Rating.Easy
        return Rating.Good if self.is_quick else Rating.Hard
