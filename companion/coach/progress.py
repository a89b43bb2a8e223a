"""Progress: how right and how quick the answers were, by day or week."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from statistics import median
from typing import NamedTuple

from companion.coach.schedule import Attempt


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


def by_day(attempts: Iterable[Attempt]) -> tuple[Stretch, ...]:
    """A stretch for each day with answers, the earliest first."""
    return _stretches((attempt.at.date(), attempt) for attempt in attempts)


def by_week(attempts: Iterable[Attempt]) -> tuple[Stretch, ...]:
    """A stretch for each week with answers, from Monday on, the earliest first."""
    return _stretches((each.at.date() - timedelta(each.at.weekday()), each) for each in attempts)


def _stretches(attempts: Iterable[tuple[date, Attempt]]) -> tuple[Stretch, ...]:
    found: dict[date, list[Attempt]] = {}
    for begins, attempt in attempts:
        found.setdefault(begins, []).append(attempt)
    return tuple(stretch_of(begins, found[begins]) for begins in sorted(found))


def stretch_of(begins: date, attempts: Sequence[Attempt]) -> Stretch:
    """These answers as the stretch that begins on that date."""
    right = [attempt for attempt in attempts if attempt.is_right]
    # A wrong answer says nothing of how quickly somebody counts.
    timed = [each.milliseconds for each in right if each.milliseconds is not None]
    return Stretch(begins, len(attempts), len(right), median(timed) if timed else None)
