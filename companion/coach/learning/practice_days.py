"""The days of practice as a calendar has them: weeks from Monday to Sunday, answers a day."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

_WEEK = timedelta(weeks=1)
#: From so many answers on a day is shown darker, then darkest.
_DARKER = 10, 30


class Day(NamedTuple):
    """A day, and how many answers were given on it."""

    date: date
    answered: int
    #: Whether it is today; or a day that is still to come.
    is_today: bool = False
    is_ahead: bool = False

    @property
    def shade(self) -> int:
        """How dark it is shown: 0 without an answer, up to 3."""
        return 1 + sum(self.answered >= least for least in _DARKER) if self.answered else 0


def weeks_until(
    today: date, answered_on: Iterable[date], weeks: int
) -> tuple[tuple[Day, ...], ...]:
    """So many weeks up to the one with today in it, each of seven days."""
    answers = Counter(answered_on)
    monday = today - timedelta(today.weekday())
    return tuple(
        tuple(
            Day(day, answers[day], is_today=day == today, is_ahead=day > today)
            for day in (begins + timedelta(place) for place in range(7))
        )
        for begins in (monday - number * _WEEK for number in reversed(range(weeks)))
    )
