"""How practice went by day or week."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import NamedTuple

from companion.coach.learning.memory import Attempt
from companion.coach.learning.practice_rounds import usual_time_of
from companion.i18n import Text, message

#: After more days of practice than these, weeks are shown.
_MOST_DAYS = 14
_WEEK = timedelta(weeks=1)
#: From so many answers on a day is shown darker, then darkest.
_DARKER = 10, 30


class Stretch(NamedTuple):
    """The answers of a day or a week, the one that begins on this date."""

    begins: date
    answered: int
    right: int
    #: The median time of a right answer; None if none was timed.
    milliseconds: float | None

    @property
    def accuracy(self) -> float:
        """The share of right answers, from 0 to 1."""
        return self.right / self.answered

    @property
    def percent(self) -> Text:
        """The same in words: `64 %`"""
        return message("progress.percent", number=f"{100 * self.accuracy:.0f}")

    @property
    def time(self) -> Text | None:
        """How long a right answer took, in words."""
        return describe_seconds(self.milliseconds)


def describe_seconds(milliseconds: float | None) -> Text | None:
    """How long an answer took: `3.2 s`; None if nobody timed it."""
    if milliseconds is None:
        return None
    return message("progress.seconds", number=f"{milliseconds / 1000:.1f}")


def is_long(attempts: Iterable[Attempt]) -> bool:
    """Whether there were so many days of practice that weeks are shown."""
    return len({attempt.at.date() for attempt in attempts}) > _MOST_DAYS


def stretches(attempts: Iterable[Attempt], *, are_weeks: bool) -> tuple[Stretch, ...]:
    """A stretch for each day with answers, or for each week from Monday on, the earliest first."""

    def begins(attempt: Attempt) -> date:
        day = attempt.at.date()
        return day - timedelta(day.weekday()) if are_weeks else day

    ordered = groupby(sorted(attempts, key=begins), begins)
    return tuple(_stretch_of(day, [*answers]) for day, answers in ordered)


def in_all(attempts: Sequence[Attempt]) -> Stretch | None:
    """All these answers as one stretch, the first one first; None if there are none."""
    return _stretch_of(attempts[0].at.date(), attempts) if attempts else None


def _stretch_of(begins: date, attempts: Sequence[Attempt]) -> Stretch:
    """These answers as the stretch that begins on that date."""
    right = sum(attempt.is_right for attempt in attempts)
    return Stretch(begins, len(attempts), right, usual_time_of(attempts))


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
    """So many weeks up to this one, each of seven days."""
    answers = Counter(answered_on)
    monday = today - timedelta(today.weekday())
    return tuple(
        tuple(
            Day(day, answers[day], is_today=day == today, is_ahead=day > today)
            for day in (begins + timedelta(place) for place in range(7))
        )
        for begins in (monday - number * _WEEK for number in reversed(range(weeks)))
    )
