"""What the page of progress shows, as ready values: how right, how quick, what comes next."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from math import ceil
from statistics import median
from typing import NamedTuple

from companion.coach.progress import Attempt, Stretch, by_day, by_skill, by_week
from companion.coach.schedule import Practice, Schedule
from companion.coach.skills import DRILLS, SKILLS, Kind, Skill, drills_for
from companion.pictures.shape import Box
from companion.pictures.trend import Trend, draw_trend
from companion.tables.learners import Learner

#: More days than these are told week by week.
_MOST_DAYS = 14
_PLOT = Box(46, 10, 340, 110)
_SMALL = Box(4, 4, 116, 36)


class Row(NamedTuple):
    """A day or a week in figures, as people read them."""

    begins: str
    answered: int
    right: str
    seconds: str


class SkillRow(NamedTuple):
    """A skill: how it stands, how it went, and where it is practised."""

    skill: Skill
    title: str
    sentence: str
    level: int
    drill: Kind
    answered: int = 0
    right: str = ""
    seconds: str = ""
    chart: Trend | None = None
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class ProgressPage:
    """Everything that the page of progress shows."""

    learner: Learner | None
    attempts: tuple[Attempt, ...]
    now: datetime
    problem: str = ""
    #: What was typed where it was refused.
    typed: str = ""

    @property
    def schedule(self) -> Schedule:
        """What was practised, and when it comes back."""
        return Schedule() if self.learner is None else self.learner.schedule

    @property
    def is_named(self) -> bool:
        """Whether a name was picked."""
        return self.learner is not None and bool(self.learner.name)

    # What comes next

    @property
    def upcoming(self) -> Practice:
        """What comes next."""
        return self.schedule.next(self.now)

    @property
    def next_told(self) -> str:
        """It, as people say it."""
        kind, skill = self.upcoming
        return f"{DRILLS[kind].title} · {SKILLS[skill].title}"

    @property
    def next_reason(self) -> str:
        """Why it is this one."""
        due = self.schedule.due(self.upcoming)
        standing = self.schedule.standings.get(self.upcoming.skill)
        if due is None:
            return "You have not been asked that yet."
        if due > self.now:
            return "Nothing waits to be repeated, so this is what comes back soonest."
        if standing is not None and standing.in_a_row < 0:
            return "It went wrong lately, so it comes back."
        return "It is time to repeat it, before it is forgotten."

    # How it went

    @property
    def stretch_name(self) -> str:
        """What one dot stands for."""
        return "week" if self._by is by_week else "day"

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The answers, day by day or week by week."""
        return self._by(self.attempts)

    @property
    def _by(self) -> Callable[[Iterable[Attempt]], tuple[Stretch, ...]]:
        days = {attempt.at.date() for attempt in self.attempts}
        return by_week if len(days) > _MOST_DAYS else by_day

    @property
    def rows(self) -> tuple[Row, ...]:
        """The stretches in figures."""
        return tuple(map(_row, self.stretches))

    @property
    def accuracy(self) -> Trend:
        """How right the answers were, in hundredths."""
        return _accuracy(self.stretches, _PLOT)

    @property
    def speed(self) -> Trend | None:
        """How long right answers took, in seconds; None where none was timed."""
        timed = [
            (each.begins.toordinal(), each.milliseconds / 1000)
            for each in self.stretches
            if each.milliseconds is not None
        ]
        if not timed:
            return None
        return draw_trend(timed, max(1, ceil(max(seconds for _, seconds in timed))), _PLOT)

    @property
    def total(self) -> Row:
        """All answers in figures."""
        return _told("", self.attempts)

    @cached_property
    def skills(self) -> list[SkillRow]:
        """Every skill, in the order in which they are taught."""
        found = {each.skill: each.stretches for each in by_skill(self.attempts, self._by)}
        return [self._skill(skill, found.get(skill, ())) for skill in Skill]

    def _skill(self, skill: Skill, stretches: tuple[Stretch, ...]) -> SkillRow:
        note = SKILLS[skill]
        row = SkillRow(
            skill, note.title, note.sentence, self.schedule.level(skill), drills_for(skill)[0]
        )
        if not stretches:
            return row
        own = [attempt for attempt in self.attempts if attempt.practice.skill is skill]
        _, answered, right, seconds = _told("", own)
        return row._replace(
            answered=answered,
            right=right,
            seconds=seconds,
            chart=_accuracy(stretches, _SMALL),
            rows=tuple(map(_row, stretches)),
        )


def _accuracy(stretches: tuple[Stretch, ...], box: Box) -> Trend:
    values = [(each.begins.toordinal(), 100 * each.accuracy) for each in stretches]
    return draw_trend(values, 100, box)


def _row(stretch: Stretch) -> Row:
    begins, answered, right, milliseconds = stretch
    return Row(
        f"{begins.day} {begins:%b}", answered, _share(right, answered), _seconds(milliseconds)
    )


def _told(begins: str, attempts: Iterable[Attempt]) -> Row:
    every = tuple(attempts)
    right = [attempt for attempt in every if attempt.is_right]
    timed = [each.milliseconds for each in right if each.milliseconds is not None]
    return Row(
        begins,
        len(every),
        _share(len(right), len(every)),
        _seconds(median(timed) if timed else None),
    )


def _share(right: int, answered: int) -> str:
    return f"{100 * right / answered:.0f} %" if answered else ""


def _seconds(milliseconds: float | None) -> str:
    return f"{milliseconds / 1000:.1f} s" if milliseconds is not None else ""
