"""Chance that can be had again: the same words give the same choices everywhere."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Choices that follow from a few words, alike on every machine and every Python."""

    def __init__(self, *words: object) -> None:
        digest = sha256("/".join(map(str, words)).encode()).digest()
        # Of all that `Random` offers only `random()` is promised never to change.
        self._next = Random(int.from_bytes(digest[:8], "big")).random

    def below(self, number: int) -> int:
        """A whole number from 0 up to, but not, `number`."""
        return int(self._next() * number)

    def between(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def happens(self, likelihood: float) -> bool:
        """Whether something happens that is so likely, from 0 to 1."""
        return self._next() < likelihood

    def one_of(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def some_of(self, options: Sequence[T], number: int) -> list[T]:
        """So many of the options, or all there are, in no order."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(min(number, len(left)))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """All the options in no order."""
        return self.some_of(options, len(options))
