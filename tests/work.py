"""Work: what a function costs, counted rather than timed: a busy machine changes nothing."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls_of(do: Callable[[], object]) -> int:
    """The calls that it takes to do that."""
    calls = 0

    def count(_frame: FrameType, event: str, _of: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        do()
    finally:
        sys.setprofile(before)
    return calls
