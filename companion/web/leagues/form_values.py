"""What forms of leagues say: days, times, numbers and choices, each read with care."""

from datetime import date, time
from enum import StrEnum
from typing import TypeVar

from companion.i18n import message
from companion.league.errors import BadCompetition
from companion.league.match_format import Side

#: The sides of a match as forms name them, home first.
SIDES = {"home": Side.HOME, "away": Side.AWAY}
NAMED = {side: name for name, side in SIDES.items()}
#: Nobody plays in any other, and calendars reckon with them.
_YEARS = range(1950, 2200)
Option = TypeVar("Option", bound=StrEnum)


def parse_day(text: str) -> date | None:
    """A day as the browser sends it; None for none. Raises `BadCompetition`."""
    if not text.strip():
        return None
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise BadCompetition(message("league.refused.day")) from None
    if day.year not in _YEARS:
        raise BadCompetition(message("league.refused.day"))
    return day


def parse_time(text: str) -> time:
    """A time of day as the browser sends it; raises `BadCompetition`."""
    try:
        return time.fromisoformat(text.strip()).replace(second=0, microsecond=0, tzinfo=None)
    except ValueError:
        raise BadCompetition(message("league.refused.time")) from None


def parse_between(text: str, least: int, most: int) -> int:
    """A whole number between these two, both included; raises `BadCompetition`."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most):
        raise BadCompetition(message("league.refused.number-between", least=least, most=most))
    return int(text)


def parse_choice(choices: type[Option], text: str) -> Option:
    """One of these; raises `BadCompetition`."""
    try:
        return choices(text)
    except ValueError:
        raise BadCompetition(message("league.refused.unreadable")) from None
