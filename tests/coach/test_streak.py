"""The streak: days in a row with their puzzle solved, and one day of rest in each week."""

from datetime import date, timedelta

import pytest

from companion.coach.analysis.puzzle import Streak, streak_of

#: A Monday.
FIRST = date(2026, 11, 30)


def told(days: str, *, until: int | None = None) -> Streak:
    """The streak on the last of these days: x is solved, a dot is not; weeks begin with |."""
    marks = days.replace("|", "")
    solved = {FIRST + timedelta(number) for number, mark in enumerate(marks) if mark == "x"}
    return streak_of(solved, FIRST + timedelta((until or len(marks)) - 1))


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        (".", Streak(0, has_rest=True)),
        ("x", Streak(1, has_rest=True)),
        ("xxx", Streak(3, has_rest=True)),
        # Today is open: nothing is missed yet.
        ("xx.", Streak(2, has_rest=True)),
        # One missed day a week is a rest. It keeps the streak and does not count.
        ("x.x", Streak(2, has_rest=False)),
        ("xxx.xxx|xxx.xxx", Streak(12, has_rest=False)),
        ("x.xxxxx|xx", Streak(8, has_rest=True)),
        # The second one in a week ends it.
        ("x.x.x", Streak(2, has_rest=False)),
        ("x..x", Streak(1, has_rest=True)),
        ("xx..", Streak(2, has_rest=False)),
        ("xx...", Streak(0, has_rest=True)),
        # Sunday and Monday are of two weeks.
        ("xxxxxx.|.xx", Streak(8, has_rest=False)),
        ("xxxxx..|.xx", Streak(2, has_rest=True)),
        # What was missed before the first day of it was no rest.
        (".xx.x", Streak(3, has_rest=False)),
        ("..xx", Streak(2, has_rest=True)),
    ],
)
def test_a_streak_survives_one_missed_day_in_each_week(days: str, streak: Streak) -> None:
    assert told(days) == streak


def test_what_is_solved_later_for_an_earlier_day_mends_it() -> None:
    assert told("x..xx").days == 2
    assert told("x.xxx").days == 4
