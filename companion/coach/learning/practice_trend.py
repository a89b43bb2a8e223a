"""How practice went by day or week."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from statistics import median
from typing import NamedTuple

from companion.coach.learning.attempt import Attempt


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
    return _stretches(attempts, lambda attempt: attempt.at.date())


def by_week(attempts: Iterable[Attempt]) -> tuple[Stretch, ...]:
    """A stretch for each week with answers, from Monday on, the earliest first."""
    return _stretches(attempts, lambda each: each.at.date() - timedelta(each.at.weekday()))


def _stretches(
    attempts: Iterable[Attempt], begins: Callable[[Attempt], date]
) -> tuple[Stretch, ...]:
    ordered = sorted(attempts, key=begins)
    return tuple(stretch_of(day, [*answers]) for day, answers in groupby(ordered, begins))


def stretch_of(begins: date, attempts: Sequence[Attempt]) -> Stretch:
    """These answers as the stretch that begins on that date."""
    right = [attempt for attempt in attempts if attempt.is_right]
    # A wrong answer says nothing of how quickly somebody counts.
    timed = [each.milliseconds for each in right if each.milliseconds is not None]
    return Stretch(begins, len(attempts), len(right), median(timed) if timed else None)
