"""How practice went, as its page shows it: in all, day by day or week by week, skill by skill."""

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import Any

from companion.coach.schedule import (
    Attempt,
    Practice,
    Schedule,
    Stretch,
    by_day,
    by_week,
    stretch_of,
)
from companion.coach.skills import Skill, drills_for
from companion.pictures.charts import Trend, draw_trend
from companion.pictures.shape import Box
from companion.web.clock import now
from companion.web.pages.coach.grounds import practices_here
from companion.web.pages.coach.learning import describe_practice, learner, learners
from companion.web.pages.shared.dates import describe_day
from companion.words import Text, message

#: More days than these of practice are shown week by week.
_MOST_DAYS = 14
_PLOT = Box(46, 10, 340, 110)
_SMALL = Box(4, 4, 116, 36)


def progress_page() -> dict[str, Any]:
    """How practice went on this device and what comes next."""
    known = learner()
    attempts = learners().attempts(known.id) if known else ()
    kept = known.schedule if known else Schedule()
    upcoming = kept.next(now(), practices_here())
    is_long = len({each.at.date() for each in attempts}) > _MOST_DAYS
    by = by_week if is_long else by_day
    stretches = by(attempts)
    by_skill = {skill: [e for e in attempts if e.practice.skill is skill] for skill in Skill}
    return {
        "learner": known,
        "upcoming": describe_practice(upcoming),
        "reason": _reason(kept, upcoming, now()),
        # What one dot stands for.
        "stretch": "week" if is_long else "day",
        "rows": list(map(_figures, stretches)),
        "total": _total(attempts),
        "accuracy": _accuracy(stretches, _PLOT),
        "speed": _speed(stretches),
        # Each skill: how it stands, how it went, and where it is practised.
        "skills": [
            {
                "skill": skill,
                "level": kept.level(skill),
                "drill": drills_for(skill)[0],
                "total": _total(own),
                "chart": _accuracy(by(own), _SMALL),
                "rows": list(map(_figures, by(own))),
            }
            for skill, own in by_skill.items()
        ],
    }


def _reason(kept: Schedule, upcoming: Practice, at: datetime) -> Text:
    due, standing = kept.due(upcoming), kept.standings.get(upcoming.skill)
    if due is None:
        return message("progress.next.new")
    if due > at:
        return message("progress.next.soonest")
    if standing is not None and standing.in_a_row < 0:
        return message("progress.next.went-wrong")
    return message("progress.next.due")


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


def _total(attempts: Sequence[Attempt]) -> dict[str, Any] | None:
    return _figures(stretch_of(attempts[0].at.date(), attempts)) if attempts else None


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
