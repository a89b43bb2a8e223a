"""How thorough the tests are: a sample of the examples, or all of them by `--thorough`."""

import os

from hypothesis import HealthCheck, settings

THOROUGH = "COMPANION_TESTS_THOROUGH"
#: One in so many examples is tried, unless all are asked for.
_SAMPLE = 6
_FEWEST = 3


def is_thorough() -> bool:
    """Whether all examples are asked for."""
    return THOROUGH in os.environ


def sampled(number: int) -> int:
    """How many of so many examples to try."""
    return number if is_thorough() else max(number // _SAMPLE, min(number, _FEWEST))


def examples(number: int) -> settings:
    """So many examples at most, the same in every run, however long one takes."""
    return settings(
        max_examples=sampled(number),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
