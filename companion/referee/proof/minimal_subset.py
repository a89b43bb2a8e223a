"""Causes: of many things that explain something together, the fewest that do.

One cause can hide another, so leaving out one after another is not enough:
what was needed beside the one may be needless without it.
"""

from collections.abc import Callable, Sequence
from itertools import chain, combinations, islice
from typing import TypeVar

#: More sets than these are not tried; of what is left then no single one can be left out.
_MOST_TRIED = 400

_Cause = TypeVar("_Cause")


def fewest(
    causes: Sequence[_Cause], explains: Callable[[tuple[_Cause, ...]], bool]
) -> tuple[_Cause, ...]:
    """The fewest of these that explain it, where all do; of sets as small, the first."""
    enough = _without_needless(tuple(causes), explains)
    smaller = chain.from_iterable(combinations(causes, size) for size in range(len(enough)))
    tried = islice(smaller, _MOST_TRIED)
    return next((found for found in tried if explains(found)), enough)


def _without_needless(
    causes: tuple[_Cause, ...], explains: Callable[[tuple[_Cause, ...]], bool]
) -> tuple[_Cause, ...]:
    """Some of these that explain it, of which no single one can be left out.

    Most are needless, so many are left out at once as long as that goes.
    """
    many = len(causes) // 2 or len(causes)
    while many:
        for at in range(0, len(causes), many):
            rest = causes[:at] + causes[at + many :]
            if explains(rest):
                return _without_needless(rest, explains)
        many //= 2
    return causes
