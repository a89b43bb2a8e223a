"""What the page of progress shows, as ready values: how right, how quick, what comes next."""

from collections.abc import Callable, Iterable
from datetime import datetime
from math import ceil
from statistics import median
from typing import Any

from companion.coach.schedule import Attempt, Practice, Schedule, Stretch, by_day, by_week
from companion.coach.skills import Skill, drills_for
from companion.pictures.charts import Trend, draw_trend
from companion.pictures.shape import Box
from companion.tables.learners import Learner
from companion.web.pages.shared.dates import describe_day
from companion.words import Text, message

#: More days than these are shown week by week.
_MOST_DAYS = 14
_PLOT = Box(46, 10, 340, 110)
_SMALL = Box(4, 4, 116, 36)
_By = Callable[[Iterable[Attempt]], tuple[Stretch, ...]]


def progress_page(
    learner: Learner | None, attempts: tuple[Attempt, ...], now: datetime
) -> dict[str, Any]:
    """How practice went and what comes next."""
    schedule = Schedule() if learner is None else learner.schedule
    upcoming = schedule.next(now)
    by = by_week if len({each.at.date() for each in attempts}) > _MOST_DAYS else by_day
    stretches = by(attempts)
    return {
        "learner": learner,
        "upcoming": describe_practice(upcoming),
        "reason": _reason(schedule, upcoming, now),
        # What one dot stands for.
        "stretch": "week" if by is by_week else "day",
        "rows": [_figures(stretch) for stretch in stretches],
        "total": _total(attempts),
        "accuracy": _accuracy(stretches, _PLOT),
        "speed": _speed(stretches),
        "skills": [_skill(skill, schedule, attempts, by) for skill in Skill],
    }


def describe_practice(practice: Practice) -> Text:
    """A practice as people say it: `What does it count? · Doubles`"""
    kind, skill = practice
    return message("practise.practice", drill=kind.heading, skill=skill.heading)


def _reason(schedule: Schedule, upcoming: Practice, now: datetime) -> Text:
    due = schedule.due(upcoming)
    standing = schedule.standings.get(upcoming.skill)
    if due is None:
        return message("progress.next.new")
    if due > now:
        return message("progress.next.soonest")
    if standing is not None and standing.in_a_row < 0:
        return message("progress.next.went-wrong")
    return message("progress.next.due")


def _skill(
    skill: Skill, schedule: Schedule, attempts: tuple[Attempt, ...], by: _By
) -> dict[str, Any]:
    """A skill: how it stands, how it went, and where it is practised."""
    own = tuple(each for each in attempts if each.practice.skill is skill)
    stretches = by(own)
    return {
        "skill": skill,
        "level": schedule.level(skill),
        "drill": drills_for(skill)[0],
        "total": _total(own),
        "chart": _accuracy(stretches, _SMALL),
        "rows": [_figures(stretch) for stretch in stretches],
    }


def _accuracy(stretches: tuple[Stretch, ...], box: Box) -> Trend | None:
    """How right the answers were, in hundredths."""
    values = [(each.begins.toordinal(), 100 * each.accuracy) for each in stretches]
    return draw_trend(values, 100, box) if values else None


def _speed(stretches: tuple[Stretch, ...]) -> Trend | None:
    """How long right answers took, in seconds; None where none was timed."""
    timed = [
        (each.begins.toordinal(), each.milliseconds / 1000)
        for each in stretches
        if each.milliseconds is not None
    ]
    slowest = max((seconds for _, seconds in timed), default=0.0)
    return draw_trend(timed, max(1, ceil(slowest)), _PLOT) if timed else None


def _total(attempts: tuple[Attempt, ...]) -> dict[str, Any] | None:
    if not attempts:
        return None
    right = [attempt for attempt in attempts if attempt.is_right]
    timed = [each.milliseconds for each in right if each.milliseconds is not None]
    time, begins = median(timed) if timed else None, attempts[0].at.date()
    return _figures(Stretch(begins, len(attempts), len(right), time))


def _figures(stretch: Stretch) -> dict[str, Any]:
    """The answers of a stretch as people read them: how many, how right, how quick."""
    time = None
    if stretch.milliseconds is not None:
        time = message("progress.seconds", number=f"{stretch.milliseconds / 1000:.1f}")
    return {
        "begins": describe_day(stretch.begins),
        "answered": stretch.answered,
        "right": message("progress.percent", number=f"{100 * stretch.accuracy:.0f}"),
        # None where no right answer was timed.
        "time": time,
    }
