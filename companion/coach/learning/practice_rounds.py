"""A round: ten questions of a skill or two, and how each was answered."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median
from typing import NamedTuple, Self

from companion.coach.drills.practice import Practice
from companion.coach.drills.skills import Skill
from companion.coach.learning.attempt import Attempt

#: So many questions are a round.
ROUND = 10
#: A round that was left for so long is not gone on with.
_LAPSES = timedelta(hours=1)
#: The name of what is of any drill: a page's rounds, a sheet.
MIXED = "mixed"


class Answered(NamedTuple):
    """An answer within a round."""

    practice: Practice
    level: int
    is_right: bool
    milliseconds: int | None
    #: How long the practice took before, in milliseconds, where it was timed at that level.
    usual_time: int | None
    game: str
    #: The rule that it broke, by its name in the game's book.
    broken: str
    #: The level at which the skill stood then; a question from a link may be of another one.
    stood: int

    @property
    def is_usual(self) -> bool:
        """Whether the question was as hard as the skill stood."""
        return self.level == self.stood


@dataclass(frozen=True)
class PracticeRound:
    """A round of a page, as far as it is answered."""

    #: `mixed`, or a drill by its name.
    page: str
    #: What it is about.
    skills: tuple[Skill, ...]
    answers: tuple[Answered, ...] = ()
    #: When it was answered last.
    at: datetime | None = None
    #: The skills that opened meanwhile.
    opened: tuple[Skill, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all is answered."""
        return len(self.answers) >= ROUND

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(answer.is_right for answer in self.answers)

    @property
    def milliseconds(self) -> float | None:
        """How long a right answer took, as many being quicker; None where none was timed."""
        return usual_time_of(self.answers)

    def goes_on(self, page: str, now: datetime) -> bool:
        """Whether the next question of a page belongs to it."""
        is_fresh = self.at is None or now - self.at < _LAPSES
        return page == self.page and is_fresh and not self.is_over

    def after(
        self, attempt: Attempt, usual_time: int | None, stood: int, opened: Iterable[Skill]
    ) -> Self:
        """The round after one more answer.

        The practice took so long before, and its skill stood at that level.
        """
        practice, milliseconds = attempt.practice, attempt.milliseconds
        answer = Answered(
            practice, attempt.level, attempt.is_right, milliseconds, usual_time, attempt.game,
            attempt.broken, stood,
        )  # fmt: skip
        answers = (*self.answers, answer)
        return replace(self, answers=answers, at=attempt.at, opened=(*self.opened, *opened))


def usual_time_of(answers: Iterable[Answered]) -> float | None:
    """How long right answers took in the middle, in milliseconds; None where none was timed."""
    # A wrong answer says nothing of how quickly someone counts.
    right = (answer.milliseconds for answer in answers if answer.is_right)
    timed = [milliseconds for milliseconds in right if milliseconds is not None]
    return median(timed) if timed else None
