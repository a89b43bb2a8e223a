"""What a grown-up sees of their learners: in figures, in pictures, and one by one."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

from flask import session

from companion.coach.drills.practice import PRACTICES, Practice, practices_by
from companion.coach.drills.practice_positions import LEVELS, book_named
from companion.coach.drills.skills import Skill
from companion.coach.learning.practice_trend import by_day, by_week, stretch_of
from companion.i18n import message
from companion.learners.learner_classes import ClassMember
from companion.pictures.charts import Trend, draw_trend
from companion.pictures.shapes import Box
from companion.rules.errors import Refusal
from companion.web.clock import now, today
from companion.web.learners.progress_page import progress_page
from companion.web.ui.practice_session import FIRST_GROUND, class_service

#: More days than these of practice are drawn week by week.
_MOST_DAYS = 14
_CHART = Box(4, 4, 176, 44)


def own_class() -> str:
    """The id of this device's class; empty before its first learner."""
    return str(session.get("class", ""))


def keep_class(class_id: str) -> None:
    """Let this device be the grown-up's of that class."""
    session["class"] = class_id
    session.permanent = True


def class_page() -> dict[str, Any]:
    """All learners of this device's class, by name."""
    members = class_service().members(own_class())
    monday = today() - timedelta(today().weekday())
    days = class_service().days(members, datetime.combine(monday, time(), UTC))
    rows = [_row(member, days[member.number]) for member in members]
    return {"members": rows, "most": LEVELS}


def learner_page(member: ClassMember) -> dict[str, Any]:
    """The progress of one of them, as they see it themselves, but for what is theirs to do."""
    return progress_page(member.learner, _practices(member))


def _row(member: ClassMember, days: int) -> dict[str, Any]:
    schedule, latest = member.learner.schedule, member.latest
    stretch = stretch_of(latest[0].at.date(), latest) if latest else None
    seconds = stretch.milliseconds if stretch else None
    return {
        "number": member.number,
        "name": member.learner.name,
        "answered": member.answered,
        "right": stretch and message("progress.percent", number=f"{100 * stretch.accuracy:.0f}"),
        "time": seconds and message("progress.seconds", number=f"{seconds / 1000:.1f}"),
        "days": days,
        "upcoming": schedule.next(now(), _practices(member)).heading,
        "chart": _chart(member),
        # Of what was never asked there is no level.
        "levels": [
            (skill, schedule.level(skill) if skill in schedule.standings else None)
            for skill in _skills(member)
        ],
    }


def _chart(member: ClassMember) -> Trend | None:
    """How right the latest answers were, day by day or week by week; None before any."""
    is_long = len({each.at.date() for each in member.latest}) > _MOST_DAYS
    stretches = (by_week if is_long else by_day)(member.latest)
    values = [(each.begins.toordinal(), 100 * each.accuracy) for each in stretches]
    return draw_trend(values, 100, _CHART) if values else None


def _skills(member: ClassMember) -> list[Skill]:
    """The skills that the learner's game asks for."""
    asked = {practice.skill for practice in _practices(member)}
    return [skill for skill in Skill if skill in asked]


def _practices(member: ClassMember) -> tuple[Practice, ...]:
    """What the game asks that the learner practised last; before any, that to begin with."""
    try:
        return practices_by(book_named(member.game or FIRST_GROUND).rules) or PRACTICES
    except Refusal:
        return PRACTICES
