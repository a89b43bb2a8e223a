"""Answers, and the schedule after them."""

from datetime import UTC, datetime, timedelta

from companion.coach.drills.skills import DrillKind, Practice, Skill, practices_in
from companion.coach.learning.memory import Attempt
from companion.coach.learning.practice_rounds import MIXED
from companion.coach.learning.schedule import Schedule

START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
COUNT = Practice(DrillKind.COUNT, Skill.PLAIN_SUMS)
SCORE = Practice(DrillKind.SCORE, Skill.PLAIN_SUMS)
DOUBLE = Practice(DrillKind.COUNT, Skill.DOUBLES)
SCORED_DOUBLE = Practice(DrillKind.SCORE, Skill.DOUBLES)
GAME = "race-horse"
QUICK, SLOW = 1_000, 100_000


def answered(
    practice: Practice,
    is_right: bool,
    at: datetime = START,
    milliseconds: int | None = None,
    level: int = 0,
    page: str = "",
) -> Attempt:
    return Attempt(at, practice, level, is_right, milliseconds, GAME, page)


def after(schedule: Schedule, *attempts: Attempt) -> Schedule:
    for attempt in attempts:
        schedule = schedule.after(attempt)
    return schedule


def practised(
    schedule: Schedule, questions: int, *, at: datetime = START, wrong: frozenset[int] = frozenset()
) -> tuple[Schedule, list[Practice]]:
    """So many mixed questions, quickly answered, these wrong."""
    asked = []
    for number in range(questions):
        practice = schedule.next(at, practices_in(GAME))
        level = schedule.level(practice.skill)
        asked.append(practice)
        schedule = schedule.after(answered(practice, number not in wrong, at, QUICK, level, MIXED))
        at += timedelta(seconds=10)
    return schedule, asked
