"""What comes next in practice, and why, in words."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from companion.coach.drills.skills import Practice, Skill
from companion.coach.learning.memory import LATEST
from companion.coach.learning.schedule import ENOUGH, OpenSkills, Schedule
from companion.i18n import Text, listed, message


def describe_skills(skills: Iterable[Skill]) -> Text:
    """The skills of a round: `Plain sums and Doubles`"""
    return listed(skill.heading for skill in skills)


def describe_coming(opening: OpenSkills, name: str = "") -> Text | None:
    """Which skill opens next, and when; None where all are open.

    To someone else it speaks of the learner by `name`.
    """
    if opening.coming is None:
        return None
    coming, newest = opening.coming.heading, opening.newest.heading
    if opening.is_ready:
        return message("progress.opens.tomorrow", skill=coming)
    named: dict[str, Any] = {"skill": coming, "newest": newest, "enough": ENOUGH, "latest": LATEST}
    if name:
        return message("progress.opens.when.of", name=name, **named)
    return message("progress.opens.when", **named)


def describe_reason(schedule: Schedule, practice: Practice, now: datetime, name: str = "") -> Text:
    """Why a practice comes now; to someone else it speaks of the learner by `name`."""
    why, named = _why(schedule, practice, now)
    if name:
        return message(f"progress.next.{why}.of", name=name, **named)
    return message(f"progress.next.{why}", **named)


def _why(schedule: Schedule, practice: Practice, now: datetime) -> tuple[str, dict[str, Any]]:
    """The reason, and what its sentence names."""
    if practice not in schedule.asked:
        return "new", {}
    if practice not in schedule.cards:
        skill = practice.skill
        return "rose", {"skill": skill.heading, "level": schedule.level(skill)}
    if not schedule.is_due(practice, now):
        return "longest-ago", {}
    return ("went-wrong" if schedule.standing(practice.skill).in_a_row < 0 else "due"), {}
