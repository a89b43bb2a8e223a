"""Whose request gets a thread next."""

import math
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from companion.web.serving.outbox import Outbox

_MOST_WAITING = 4000


class Turns:
    """The threads of this process: houses take turns, and none of them can take all."""

    def __init__(
        self, outbox: Outbox, threads: int, most_at_once: int, most_waiting: float = math.inf
    ) -> None:
        self._outbox = outbox
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="answers")
        self._free = threads
        #: How many threads one house has at most, and how many of its requests may wait.
        self._most_at_once = most_at_once
        self._most_waiting = most_waiting
        self._working: Counter[str] = Counter()
        self._waiting: dict[str, deque[Callable[[], object]]] = {}
        self._all_waiting = 0

    def has_room(self, house: str) -> bool:
        """Whether another request of that house may wait."""
        waiting = len(self._waiting.get(house, ()))
        return waiting < self._most_waiting and self._all_waiting < _MOST_WAITING

    def take(self, house: str, work: Callable[[], object]) -> None:
        """Do it in a thread, as soon as it is that house's turn."""
        if self._free and self._working[house] < self._most_at_once:
            self._begin(house, work)
        else:
            self._waiting.setdefault(house, deque()).append(work)
            self._all_waiting += 1

    def _begin(self, house: str, work: Callable[[], object]) -> None:
        def act() -> None:
            try:
                work()
            finally:
                self._outbox.put(self._end, house)

        self._free -= 1
        self._working[house] += 1
        self._pool.submit(act)

    def _end(self, house: str) -> None:
        self._free += 1
        self._working[house] -= 1
        if not self._working[house]:
            del self._working[house]
        for next_house in self._waiting:
            if self._working[next_house] < self._most_at_once:
                self._begin_waiting(next_house)
                return

    def _begin_waiting(self, house: str) -> None:
        # Behind all others, if it has more.
        queue = self._waiting.pop(house)
        work = queue.popleft()
        self._all_waiting -= 1
        if queue:
            self._waiting[house] = queue
        self._begin(house, work)
