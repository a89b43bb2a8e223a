"""How thorough the tests are: a sample of the examples, or all of them by `--thorough`."""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

THOROUGH = "COMPANION_TESTS_THOROUGH"
#: One in so many examples is tried, unless all are asked for.
_SAMPLE = 10
_FEWEST = 3

T = TypeVar("T")

#: A test that runs with `--thorough` only. Other tests look at the same more cheaply.
thorough = pytest.mark.thorough


def is_thorough() -> bool:
    """Whether all examples are asked for."""
    return THOROUGH in os.environ


def sampled(number: int) -> int:
    """How many of so many examples to try."""
    return number if is_thorough() else max(number // _SAMPLE, min(number, _FEWEST))


def some(cases: Iterable[T], number: int) -> list[T]:
    """So many of them, evenly spread and the same in every run, or all if all are asked for."""
    every = [*cases]
    if is_thorough() or number >= len(every):
        return every
    return [every[at * len(every) // number] for at in range(number)]


def examples(number: int) -> settings:
    """So many examples at most, the same in every run, however long one takes."""
    return settings(
        max_examples=sampled(number),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
