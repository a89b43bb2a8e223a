"""The way from the threads to the loop."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any


class Outbox:
    """What threads want done in the loop, in order."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[tuple[Callable[..., object], Any]] = deque()
        self._is_awake = False

    def put(self, act: Callable[..., object], what: Any) -> None:
        """Let the loop do it soon; from any thread, without waiting."""
        self._waiting.append((act, what))
        # Once for all that are put in together.
        if not self._is_awake:
            self._is_awake = True
            self._loop.call_soon_threadsafe(self._empty)

    def _empty(self) -> None:
        self._is_awake = False
        while self._waiting:
            act, what = self._waiting.popleft()
            act(what)
