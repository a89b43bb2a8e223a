"""A streak: the days in a row whose puzzle was solved, with a day of rest in each week."""

from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

_DAY = timedelta(1)


class Streak(NamedTuple):
    """How many days of it were solved; a day of rest keeps it and does not count.

    `has_rest` is whether a day of this week may still be missed.
    """

    days: int
    has_rest: bool


def streak_of(solved: Collection[date], today: date) -> Streak:
    """The streak up to today, or up to yesterday while today is open.

    It survives one missed day in each week from Monday to Sunday. The second one ends it, and what
    was solved before that counts no more.
    """
    day, days = today, 0
    missed, rests = set[date](), set[date]()
    if day not in solved:
        day -= _DAY
    while day in solved or _week_of(day) not in missed:
        if day in solved:
            # What was missed after it was a rest; what was missed before the first day was none.
            days, rests = days + 1, {*missed}
        else:
            missed.add(_week_of(day))
        day -= _DAY
    return Streak(days, _week_of(today) not in rests)


def _week_of(day: date) -> date:
    return day - timedelta(day.weekday())
