"""A number with the games that it comes from, so that a page can lead to their records."""

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import NamedTuple


class CountedNumber(NamedTuple):
    """A number, and the tables that it comes from, in their order."""

    number: float = 0
    tables: tuple[str, ...] = ()

    @classmethod
    def of(cls, tables: Iterable[str]) -> "CountedNumber":
        """How many tables these are."""
        found = tuple(tables)
        return cls(len(found), found)

    @classmethod
    def total(cls, numbers: Sequence[float], tables: Sequence[str]) -> "CountedNumber":
        """What tables come to together; those that add nothing are not among them."""
        return cls(sum(numbers), tuple(compress(tables, numbers)))

    @classmethod
    def most(cls, numbers: Sequence[float], tables: Sequence[str]) -> "CountedNumber":
        """The most that a table came to, and all those that came to so much; nought of none."""
        number = max(numbers, default=0)
        reached = (number and each == number for each in numbers)
        return cls(number, tuple(compress(tables, reached)))


def ratio(part: CountedNumber, whole: CountedNumber) -> float | None:
    """What part it is of the whole, from 0 to 1 for what is a share; None of nothing."""
    return part.number / whole.number if whole.number else None
