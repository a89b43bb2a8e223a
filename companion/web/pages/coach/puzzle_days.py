"""The days of the puzzle, and those solved: the device remembers them in its signed cookie."""

from datetime import date, timedelta
from typing import NamedTuple

from flask import session

from companion.coach.puzzle import FIRST_DAY
from companion.web.pages.shared.dates import short_month
from companion.words import Text

#: A cookie has little room.
_MOST_DAYS = 60
#: So many days back are offered; older ones are found by their address.
_DAYS_OFFERED = 30


class Day(NamedTuple):
    """A day in the list of puzzles."""

    day: date
    month: Text
    is_solved: bool
    is_shown: bool


def latest_days(today: date, shown: date) -> list[Day]:
    """The latest days, today first."""
    solved = solved_days()
    days = (today - timedelta(back) for back in range(_DAYS_OFFERED))
    return [
        Day(day, short_month(day), day in solved, day == shown) for day in days if day >= FIRST_DAY
    ]


def solved_days() -> set[date]:
    """The days whose puzzle was solved on this device, as far back as it remembers."""
    return {date.fromordinal(day) for day in session.get("solved", [])}


def remember_solved(day: date) -> None:
    """Keep that the puzzle of a day was solved."""
    days = {each.toordinal() for each in solved_days()}
    if day.toordinal() not in days:
        session["solved"] = sorted({*days, day.toordinal()})[-_MOST_DAYS:]
        session.permanent = True


def days_in_a_row(today: date) -> int:
    """How many days in a row were solved, up to today, or to yesterday while today's is open."""
    days = solved_days()
    day = today if today in days else today - timedelta(1)
    first = day
    while day in days:
        day -= timedelta(1)
    return (first - day).days
