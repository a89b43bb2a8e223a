"""An answer as practice remembers it."""

from datetime import datetime
from typing import NamedTuple

from fsrs import Rating

from companion.coach.drills.level_times import is_easy, is_in_time
from companion.coach.drills.practice import Practice


class Attempt(NamedTuple):
    """An answer: when, to what practice and how hard a question, and how long it took."""

    at: datetime
    practice: Practice
    level: int
    is_right: bool
    #: None where the page did not know.
    milliseconds: int | None = None
    #: The game of the question, as its key names it.
    game: str = ""
    #: The page whose round it belongs to, `mixed` or a drill; empty where it belongs to none.
    page: str = ""
    #: The rule that a wrong answer broke, by its name in the game's book.
    broken: str = ""
    #: Whether a hint was asked for: such an answer is never quick, however soon it came.
    took_hint: bool = False

    @property
    def is_quick(self) -> bool:
        """Whether it took no hint, and no longer than its level asks for."""
        return not self.took_hint and is_in_time(self.practice.kind, self.level, self.milliseconds)

    @property
    def rating(self) -> Rating:
        """How well it went, as FSRS asks for it."""
        if not self.is_right:
            return Rating.Again
        if not self.took_hint and is_easy(self.practice.kind, self.level, self.milliseconds):
            return Rating.Easy
        return Rating.Good if self.is_quick else Rating.Hard
