"""The calendar of practice on the page of progress: six weeks, each day with its answers."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from companion.coach.learning.attempt import Attempt
from companion.coach.learning.practice_days import Day, weeks_until
from companion.i18n import Text, message
from companion.web.clock import today
from companion.web.ui.date_text import describe_day

_WEEKS = 6
#: From so many answers on a day is shown darker, then darkest.
_SOME, _MANY = 10, 30


def practice_calendar(attempts: Sequence[Attempt]) -> dict[str, Any]:
    """Six weeks up to today, and how many days of them had practice."""
    weeks = weeks_until(today(), (each.at.date() for each in attempts), _WEEKS)
    practised = sum(day.answered > 0 for week in weeks for day in week)
    return {
        "weekdays": [
            (message(f"date.weekday-{day}"), message(f"date.short-weekday-{day}"))
            for day in range(1, 8)
        ],
        "weeks": [[_shown(day) for day in week] for week in weeks],
        "caption": message("progress.calendar.caption", count=practised, weeks=_WEEKS),
    }


def _shown(day: Day) -> dict[str, Any]:
    shade = 1 + (day.answered >= _SOME) + (day.answered >= _MANY) if day.answered else 0
    return {
        "day": _short(day.date),
        "answered": day.answered,
        # How dark: 0 without an answer, up to 3.
        "shade": shade,
        "is_today": day.is_today,
        "is_ahead": day.is_ahead,
        "said": message(
            "progress.calendar.today" if day.is_today else "progress.calendar.day",
            count=day.answered,
            day=describe_day(day.date),
        ),
    }


def _short(day: date) -> Text | int:
    """The number of the day; the first of a month with its name."""
    return describe_day(day) if day.day == 1 else day.day
