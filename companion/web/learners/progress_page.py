"""How practice went, as its page shows it: in all, day by day or week by week, skill by skill."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any

from companion.coach.drills.practice import Practice
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Skill, drills_for
from companion.coach.learning.attempt import Attempt
from companion.coach.learning.open_skills import OpenSkills
from companion.coach.learning.practice_trend import Stretch, by_day, by_week, stretch_of
from companion.coach.learning.schedule import Schedule
from companion.i18n import Text, message
from companion.learners.learner_service import Learner
from companion.pictures.charts import Trend, draw_trend
from companion.pictures.shapes import Box
from companion.web.clock import now
from companion.web.learners.practice_calendar import practice_calendar
from companion.web.ui.date_text import describe_day
from companion.web.ui.next_practice import describe_coming, describe_reason
from companion.web.ui.position_sources import practices_here
from companion.web.ui.practice_session import class_service, learner, learners

#: More days than these of practice are shown week by week.
_MOST_DAYS = 14
_PLOT = Box(46, 10, 340, 110)
_SMALL = Box(4, 4, 116, 36)


def progress_page(
    shown: Learner | None = None, practices: tuple[Practice, ...] = ()
) -> dict[str, Any]:
    """How practice went and what comes next: on this device, or for who shows it to somebody.

    `practices` are those to choose from, if not this device's.
    """
    known = shown or learner()
    attempts = learners().attempts(known.id) if known else ()
    kept = known.schedule if known else Schedule()
    practices = practices or practices_here()
    # Who looks on is told of the learner by name.
    name = shown.name if shown else ""
    upcoming, opening = kept.next(now(), practices), kept.opening(now(), practices)
    is_long = len({each.at.date() for each in attempts}) > _MOST_DAYS
    by = by_week if is_long else by_day
    stretches = by(attempts)
    by_skill = {skill: [e for e in attempts if e.practice.skill is skill] for skill in Skill}
    return {
        "learner": known,
        # By what code others see it, and how many do.
        "shown": class_service().shown(known.id) if known and not shown else None,
        "upcoming": upcoming.heading,
        "reason": describe_reason(kept, upcoming, now(), name),
        # The skill that opens next, and when; None where all are open.
        "coming": describe_coming(opening, name),
        # What one dot stands for.
        "stretch": "week" if is_long else "day",
        "rows": list(map(_figures, stretches)),
        "total": _total(attempts),
        "calendar": practice_calendar(attempts),
        "accuracy": _accuracy(stretches, _PLOT),
        "speed": _speed(stretches),
        "levels": LEVELS,
        # Each skill: how it stands, how it went, and where it is practised.
        "skills": [
            {
                "skill": skill,
                "level": kept.level(skill),
                # None where it is open.
                "closed": _describe_closed(skill, opening, practices, name),
                "drill": drills_for(skill)[0],
                "total": _total(own),
                "chart": _accuracy(by(own), _SMALL),
                "rows": list(map(_figures, by(own))),
            }
            for skill, own in by_skill.items()
        ],
    }


def _describe_closed(
    skill: Skill, opening: OpenSkills, practices: Iterable[Practice], name: str
) -> Text | None:
    """Why a skill is not asked in mixed rounds; None where it is."""
    if skill in opening.skills:
        return None
    if skill is opening.coming:
        return describe_coming(opening, name)
    if any(practice.skill is skill for practice in practices):
        return message("progress.opens.later")
    return message("progress.opens.elsewhere.of" if name else "progress.opens.elsewhere")


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
