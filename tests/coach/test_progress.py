"""Progress: accuracy and speed by day, by week and by skill."""

from datetime import UTC, date, datetime, timedelta

from companion.coach.drills.skills import DrillKind, Practice, Skill
from companion.coach.learning.memory import Attempt
from companion.coach.learning.practice_trend import Stretch, stretches

COUNT = Practice(DrillKind.COUNT, Skill.DOUBLES)
SCORE = Practice(DrillKind.SCORE, Skill.DOUBLES)
NEED = Practice(DrillKind.NEED, Skill.MOD_FIVE_CHANGES)
FRIDAY = datetime(2026, 3, 6, 22, 30, tzinfo=UTC)

ATTEMPTS = (
    Attempt(FRIDAY, COUNT, 1, True, 6000),
    Attempt(FRIDAY, COUNT, 1, False, 90_000),
    Attempt(FRIDAY, SCORE, 1, True, 4000),
    Attempt(FRIDAY + timedelta(days=3), COUNT, 2, True, 3000),
    Attempt(FRIDAY + timedelta(days=3), NEED, 1, False),
)


def test_each_day_has_its_accuracy_and_the_time_of_its_right_answers() -> None:
    friday, monday = stretches(ATTEMPTS, are_weeks=False)
    assert friday == Stretch(date(2026, 3, 6), answered=3, right=2, milliseconds=5000)
    assert friday.accuracy == 2 / 3
    assert monday == Stretch(date(2026, 3, 9), answered=2, right=1, milliseconds=3000)


def test_a_week_begins_on_monday() -> None:
    assert [each.begins for each in stretches(ATTEMPTS, are_weeks=True)] == [
        date(2026, 3, 2),
        date(2026, 3, 9),
    ]


def test_who_answered_nothing_has_no_progress() -> None:
    assert stretches((), are_weeks=False) == ()
