"""A number with the tables that it comes from, so that a page can link to their records."""

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import NamedTuple


class CountedNumber(NamedTuple):
    """A number, and the tables that it comes from, in order."""

    number: float = 0
    tables: tuple[str, ...] = ()

    @classmethod
    def of(cls, tables: Iterable[str]) -> "CountedNumber":
        """The number of these tables."""
        found = tuple(tables)
        return cls(len(found), found)

    @classmethod
    def total(cls, numbers: Sequence[float], tables: Sequence[str]) -> "CountedNumber":
        """The sum of these numbers, with the tables that add to it."""
        return cls(sum(numbers), tuple(compress(tables, numbers)))

    @classmethod
    def most(cls, numbers: Sequence[float], tables: Sequence[str]) -> "CountedNumber":
        """The largest of these numbers, with all tables that reach it; 0 if there is none."""
        number = max(numbers, default=0)
        reached = (number and each == number for each in numbers)
        return cls(number, tuple(compress(tables, reached)))


def ratio(part: CountedNumber, whole: CountedNumber) -> float | None:
    """A part divided by the whole; None if the whole is 0."""
    return part.number / whole.number if whole.number else None
