"""How practice went, as its page shows it: in all, day by day or week by week, skill by skill."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import NamedTuple

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Practice, Skill, skills_of
from companion.coach.learning.memory import Attempt, SkillLevel
from companion.coach.learning.practice_trend import (
    Day,
    Stretch,
    in_all,
    is_long,
    stretches,
    weeks_until,
)
from companion.coach.learning.schedule import OpenSkills, Schedule
from companion.i18n import Text, message
from companion.learners.learner_service import Learner
from companion.pictures.charts import Trend, draw_trend
from companion.pictures.shapes import Box
from companion.web.clock import now, today
from companion.web.ui.next_practice import describe_coming, describe_reason

_WEEKS = 6
_PLOT = Box(46, 10, 340, 110)
_SMALL = Box(4, 4, 116, 36)


class SkillProgress(NamedTuple):
    """How good someone is at a skill, and how it went."""

    skill: Skill
    standing: SkillLevel
    #: Why it is not asked in mixed rounds; None if it is.
    closed: Text | None
    total: Stretch | None
    chart: Trend | None
    rows: tuple[Stretch, ...]


@dataclass(frozen=True)
class Progress:
    """How practice went and what comes next, with these practices to choose from."""

    learner: Learner | None
    attempts: tuple[Attempt, ...]
    practices: tuple[Practice, ...]
    #: The learner's name in sentences; empty if they look at their own progress.
    name: str = ""
    #: The number of answers for a full mark of a chart.
    levels = LEVELS

    @property
    def schedule(self) -> Schedule:
        """What comes next for the learner."""
        return self.learner.schedule if self.learner else Schedule()

    @property
    def upcoming(self) -> Practice:
        """What comes next."""
        return self.schedule.next(now(), self.practices)

    @property
    def reason(self) -> Text:
        """Why that is next."""
        return describe_reason(self.schedule, self.upcoming, now(), self.name)

    @cached_property
    def opening(self) -> OpenSkills:
        """Which skills are open."""
        return self.schedule.opening(now(), self.practices)

    @property
    def coming(self) -> Text | None:
        """The skill that opens next, and when; None if all are open."""
        return describe_coming(self.opening, self.name)

    @property
    def total(self) -> Stretch | None:
        """All answers; None before the first."""
        return in_all(self.attempts)

    @property
    def stretch(self) -> str:
        """What one dot stands for."""
        return "week" if is_long(self.attempts) else "day"

    @cached_property
    def rows(self) -> tuple[Stretch, ...]:
        """The answers day by day, or week by week."""
        return stretches(self.attempts, are_weeks=is_long(self.attempts))

    @cached_property
    def weeks(self) -> tuple[tuple[Day, ...], ...]:
        """Six weeks up to today, each day with its answers."""
        return weeks_until(today(), (each.at.date() for each in self.attempts), _WEEKS)

    @property
    def practised(self) -> int:
        """How many days of them had practice."""
        return sum(day.answered > 0 for week in self.weeks for day in week)

    @property
    def accuracy(self) -> Trend | None:
        """The share of right answers, in percent."""
        return draw_accuracy(self.rows, _PLOT)

    @property
    def speed(self) -> Trend | None:
        """How long right answers took, in seconds; None if none was timed."""
        timed = [
            (each.begins.toordinal(), each.milliseconds / 1000)
            for each in self.rows
            if each.milliseconds is not None
        ]
        slowest = max((seconds for _, seconds in timed), default=0.0)
        return draw_trend(timed, max(1, ceil(slowest)), _PLOT) if timed else None

    @property
    def skills(self) -> list[SkillProgress]:
        """Skill by skill: those of the practices, and what was practised elsewhere."""
        known = {*skills_of(self.practices), *(each.practice.skill for each in self.attempts)}
        return [self._of_skill(skill) for skill in Skill if skill in known]

    def _of_skill(self, skill: Skill) -> SkillProgress:
        own = [each for each in self.attempts if each.practice.skill is skill]
        rows = stretches(own, are_weeks=is_long(self.attempts))
        standing, chart = self.schedule.standing(skill), draw_accuracy(rows, _SMALL)
        return SkillProgress(skill, standing, self._closed(skill), in_all(own), chart, rows)

    def _closed(self, skill: Skill) -> Text | None:
        if skill in self.opening.skills:
            return None
        if skill is self.opening.coming:
            return self.coming
        if skill in (order := skills_of(self.practices)):
            before = order[order.index(skill) - 1]
            return message("progress.opens.later", skill=before.heading)
        return message("progress.opens.elsewhere.of" if self.name else "progress.opens.elsewhere")


def draw_accuracy(stretches: Sequence[Stretch], box: Box) -> Trend | None:
    """The share of right answers, in percent; None without any."""
    values = [(each.begins.toordinal(), 100 * each.accuracy) for each in stretches]
    return draw_trend(values, 100, box) if values else None
