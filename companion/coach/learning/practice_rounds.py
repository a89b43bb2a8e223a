"""A round: ten questions of a skill or two, and how each was answered."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median
from typing import Any, NamedTuple, Self

from companion.coach.drills.practice import NAMED, Practice
from companion.coach.drills.skills import Skill
from companion.coach.learning.attempt import Attempt
from companion.coach.learning.memory import parse_moment

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

    def to_json(self) -> dict[str, Any]:
        """What is kept of it."""
        return {
            "page": self.page,
            "skills": self.skills,
            "answers": [[str(each.practice), *each[1:]] for each in self.answers],
            "at": self.at and self.at.isoformat(),
            "opened": self.opened,
        }

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Self:
        """The round kept so; raises `ValueError`, `TypeError` or `LookupError`."""
        return cls(
            str(kept["page"]),
            tuple(map(Skill, kept["skills"])),
            tuple(_answered(*each) for each in kept["answers"] if each[0] in NAMED),
            parse_moment(kept["at"]),
            tuple(map(Skill, kept["opened"])),
        )


def _answered(
    name: str,
    level: int,
    is_right: bool,
    milliseconds: int | None,
    usual_time: int | None,
    game: str,
    broken: str,
    stood: int | None = None,
) -> Answered:
    timed = None if milliseconds is None else int(milliseconds)
    before = None if usual_time is None else int(usual_time)
    # Kept before levels were told apart: it was the usual one.
    usual = int(level if stood is None else stood)
    return Answered(
        NAMED[name], int(level), bool(is_right), timed, before, str(game), str(broken), usual
    )


def usual_time_of(answers: Iterable[Answered]) -> float | None:
    """How long right answers took in the middle, in milliseconds; None where none was timed."""
    # A wrong answer says nothing of how quickly somebody counts.
    right = (answer.milliseconds for answer in answers if answer.is_right)
    timed = [milliseconds for milliseconds in right if milliseconds is not None]
    return median(timed) if timed else None
