"""What a grown-up sees of their learners: in figures, in pictures, and one by one."""

from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from flask import session

from companion.coach.drills.practice import PRACTICES, Practice, practices_by, skills_of
from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.skills import Skill
from companion.coach.learning.practice_trend import Stretch, by_day_or_week, in_all
from companion.learners.learner_classes import ClassMember
from companion.pictures.charts import Trend
from companion.pictures.shapes import Box
from companion.rules.errors import Refusal
from companion.web.clock import now, today
from companion.web.learners.progress_page import Progress, draw_accuracy
from companion.web.ui.practice_session import FIRST_GROUND, class_service, learners

_CHART = Box(4, 4, 176, 44)


def own_class() -> str:
    """The id of this device's class; empty before its first learner."""
    return str(session.get("class", ""))


def keep_class(class_id: str) -> None:
    """Let this device be the grown-up's of that class."""
    session["class"] = class_id
    session.permanent = True


class ClassLine(NamedTuple):
    """A learner of a class in a row: on how many days they practised this week, and how it goes."""

    member: ClassMember
    days: int
    upcoming: Practice
    latest: Stretch | None
    #: How right the latest answers were, day by day or week by week; None before any.
    chart: Trend | None
    #: The level of each skill that their game asks for; of what was never asked there is none.
    levels: list[tuple[Skill, int | None]]


def class_rows() -> list[ClassLine]:
    """All learners of this device's class, by name."""
    members = class_service().members(own_class())
    monday = today() - timedelta(today().weekday())
    days = class_service().days(members, datetime.combine(monday, time(), UTC))
    return [_row(member, days[member.number]) for member in members]


def progress_of(member: ClassMember) -> Progress:
    """The progress of one of them, as they see it themselves, but for what is theirs to do."""
    learner = member.learner
    return Progress(learner, learners().attempts(learner.id), _practices(member), learner.name)


def _row(member: ClassMember, days: int) -> ClassLine:
    schedule, practices = member.learner.schedule, _practices(member)
    standings, skills = schedule.standings, skills_of(practices)
    return ClassLine(
        member,
        days,
        schedule.next(now(), practices),
        in_all(member.latest),
        draw_accuracy(by_day_or_week(member.latest), _CHART),
        [(skill, schedule.level(skill) if skill in standings else None) for skill in skills],
    )


def _practices(member: ClassMember) -> tuple[Practice, ...]:
    """What the game asks that the learner practised last; before any, that to begin with."""
    try:
        return practices_by(book_named(member.game or FIRST_GROUND).rules) or PRACTICES
    except Refusal:
        return PRACTICES
