"""How a skill stands: how hard its questions are, and when they become harder or easier."""

from typing import NamedTuple, Self

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Skill
from companion.coach.learning.attempt import Attempt

#: So many right and quick answers without a wrong one, and the questions become harder.
_RIGHT_TO_RISE = 4
#: So many wrong ones in a row, and they become easier.
_WRONG_TO_FALL = 2
#: So many of the last answers show whether someone is ready for more, and so many are right then.
LATEST = 5
ENOUGH = 4


class SkillLevel(NamedTuple):
    """How a skill stands with someone."""

    #: How hard its questions are, from the skill's lowest level to `LEVELS`.
    level: int
    #: The right and quick answers since the last wrong one; wrong ones in a row are below 0.
    in_a_row: int = 0
    #: Whether each of the latest answers was right, the last one last.
    latest: tuple[bool, ...] = ()

    @classmethod
    def at_first(cls, skill: Skill) -> Self:
        """How it stands with whoever never practised it."""
        return cls(skill.lowest_level)

    @property
    def is_ready(self) -> bool:
        """Whether it goes well enough for another skill beside it."""
        return sum(self.latest) >= ENOUGH

    @property
    def misses(self) -> int:
        """How many of the latest answers were wrong."""
        return self.latest.count(False)

    def after(self, attempt: Attempt, most: int = LEVELS) -> "SkillLevel":
        """The standing after one more answer of the skill, which rises to this level at most."""
        latest = (*self.latest, attempt.is_right)[-LATEST:]
        in_a_row, lowest = self._in_a_row(attempt), attempt.practice.skill.lowest_level
        if in_a_row >= _RIGHT_TO_RISE and self.level < most:
            return SkillLevel(self.level + 1, 0, latest)
        if in_a_row <= -_WRONG_TO_FALL and self.level > lowest:
            return SkillLevel(self.level - 1, 0, latest)
        return SkillLevel(self.level, in_a_row, latest)

    def _in_a_row(self, attempt: Attempt) -> int:
        if not attempt.is_right:
            # Who fails at more than is asked of them has not got worse.
            is_told = attempt.level <= self.level
            return min(self.in_a_row, 0) - is_told
        # A slow answer, or one to an easier question, ends a run of misses and no more.
        return max(self.in_a_row, 0) + (attempt.is_quick and attempt.level >= self.level)
