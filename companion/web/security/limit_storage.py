"""Where limits are counted that hold for all processes together: in the database."""

import time
from math import ceil
from typing import Any

from limits.storage import Storage
from limits.storage.base import SlidingWindowCounterSupport, TimestampedSlidingWindow

from companion.db.errors import DatabaseTrouble
from companion.db.rate_counter import RateCounter

SCHEME = "tally"


class TallyStorage(TimestampedSlidingWindow, SlidingWindowCounterSupport, Storage):
    """A storage of the limits library on a `tally`, for sliding windows alone.

    Of each name there are two counts: of the span of time that is now, and of the one before.
    """

    STORAGE_SCHEME = [SCHEME]  # noqa: RUF012

    def __init__(self, uri: str | None = None, *, tally: RateCounter, **options: Any) -> None:
        super().__init__(uri, **options)
        self._tally = tally

    @property
    def base_exceptions(self) -> type[Exception]:
        """What it raises where nothing can be counted now."""
        return DatabaseTrouble

    def acquire_sliding_window_entry(
        self, key: str, limit: int, expiry: int, amount: int = 1
    ) -> bool:
        """Count where there is room; who is refused writes nothing."""
        before, weight, number, left = self.get_sliding_window(key, expiry)
        # Of the span before, what is still within a whole span from now.
        most = ceil(limit + 1 - before * weight / expiry) - 1
        if number + amount > most:
            return False
        now = time.time()
        _, present = self.sliding_window_keys(key, expiry, now)
        return self._tally.add(present, amount, most, until=now + left)

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """The count of the span before and the seconds for which it matters; the same of now."""
        now = time.time()
        before, number = self._tally.numbers(self.sliding_window_keys(key, expiry, now))
        remaining = expiry - now % expiry
        return before, remaining if before else 0.0, number, remaining + expiry

    def give_back(self, key: str, expiry: int) -> None:
        """Forget one that was counted within the present span."""
        _, present = self.sliding_window_keys(key, expiry, time.time())
        self._tally.take_back(present)

    def check(self) -> bool:
        """Whether it can be used now."""
        try:
            self._tally.numbers([""])
        except DatabaseTrouble:
            return False
        return True

    def _not_needed(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    # What other ways to count would ask for.
    incr = get = get_expiry = reset = clear = clear_sliding_window = _not_needed
