"""Progress: how right and how quick the answers were, by day or week and by skill."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta, tzinfo
from statistics import median
from typing import NamedTuple

from companion.coach.schedule import Practice


class Attempt(NamedTuple):
    """An answer as it is remembered. `level` is how hard the question was."""

    at: datetime
    practice: Practice
    level: int
    is_right: bool
    #: How long it took; None where the page could not tell.
    milliseconds: int | None = None


class Stretch(NamedTuple):
    """The answers of a day or a week, the one that begins on this date."""

    begins: date
    answered: int
    right: int
    #: How long a right answer took, as many being quicker as slower; None where none was timed.
    milliseconds: float | None

    @property
    def accuracy(self) -> float:
        """The share of right answers, from 0 to 1."""
        return self.right / self.answered


def by_day(attempts: Iterable[Attempt], zone: tzinfo = UTC) -> tuple[Stretch, ...]:
    """A stretch for each day with answers, the earliest first."""
    return _stretches(attempts, lambda attempt: attempt.at.astimezone(zone).date())


def by_week(attempts: Iterable[Attempt], zone: tzinfo = UTC) -> tuple[Stretch, ...]:
    """A stretch for each week with answers, from Monday on, the earliest first."""

    def monday(attempt: Attempt) -> date:
        day = attempt.at.astimezone(zone).date()
        return day - timedelta(days=day.weekday())

    return _stretches(attempts, monday)


def _stretches(
    attempts: Iterable[Attempt], begins: Callable[[Attempt], date]
) -> tuple[Stretch, ...]:
    found: dict[date, list[Attempt]] = {}
    for attempt in attempts:
        found.setdefault(begins(attempt), []).append(attempt)
    return tuple(_stretch(day, found[day]) for day in sorted(found))


def _stretch(begins: date, attempts: list[Attempt]) -> Stretch:
    right = [attempt for attempt in attempts if attempt.is_right]
    # A wrong answer says nothing of how quickly somebody counts.
    timed = [each.milliseconds for each in right if each.milliseconds is not None]
    return Stretch(begins, len(attempts), len(right), median(timed) if timed else None)
