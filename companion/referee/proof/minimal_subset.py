"""The fewest of many causes that still explain something.

One cause can hide another, so leaving out one after another is not enough: a cause may be needed
only because of another that is not.
"""

from collections.abc import Callable, Sequence
from itertools import chain, combinations, islice
from typing import TypeVar

#: The most sets of causes to try.
_MOST_TRIED = 400

_Cause = TypeVar("_Cause")


def fewest(
    causes: Sequence[_Cause], explains: Callable[[tuple[_Cause, ...]], bool]
) -> tuple[_Cause, ...]:
    """The fewest of these causes that explain it; the first of several sets as small."""
    enough = _without_needless(tuple(causes), explains)
    smaller = chain.from_iterable(combinations(causes, size) for size in range(len(enough)))
    tried = islice(smaller, _MOST_TRIED)
    return next((found for found in tried if explains(found)), enough)


def _without_needless(
    causes: tuple[_Cause, ...], explains: Callable[[tuple[_Cause, ...]], bool]
) -> tuple[_Cause, ...]:
    """Some of these causes that explain it, none of which can be left out alone."""
    # Most are needless, so many are left out at once while that works.
    many = len(causes) // 2 or len(causes)
    while many:
        for at in range(0, len(causes), many):
            rest = causes[:at] + causes[at + many :]
            if explains(rest):
                return _without_needless(rest, explains)
        many //= 2
    return causes
