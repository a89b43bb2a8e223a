"""Streams: how the events of a subscription reach its phone.

Where the server can hand connections over, one loop holds all streams of a process
(`companion.web.serving.stream_loop`). Where it cannot, each stream holds a thread.
"""

import random
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from companion.web.live.events import AGAIN, AWAY, PLAIN, Event
from companion.web.live.hub import Hub

#: A phone that is gone is noticed by a ping that cannot be sent.
SECONDS_BETWEEN_PINGS = 5.0
#: What holds a thread ends by itself, not all at once, so that none can hold it for good.
_SECONDS_AT_MOST = (20.0, 30.0)


class ThreadStream:
    """A stream that holds the thread of its request."""

    def __init__(self, hub: Hub) -> None:
        #: What to do when it is over.
        self.on_end: Callable[[], object] = lambda: None
        self._hub = hub
        self._queue: SimpleQueue[Event] = SimpleQueue()

    def send(self, event: Event) -> None:
        """Send an event, from any thread, without waiting."""
        self._queue.put(event)

    def body(self) -> Iterator[bytes]:
        """Events as they come, and pings while there are none."""
        ends = _some_time_from_now()
        while True:
            try:
                event = self._queue.get(timeout=SECONDS_BETWEEN_PINGS)
            except Empty:
                event = self._hub.heartbeat
            if event is AWAY:
                # All phones wait here rather than ask, and when it is back not all go at once.
                ends = _some_time_from_now()
            elif time.monotonic() > ends:
                event = AGAIN
            yield event.encoded(PLAIN)
            if event.is_last:
                return

    def close(self) -> None:
        """Make room for another phone: the answer is over."""
        self.on_end()


def _some_time_from_now() -> float:
    return time.monotonic() + random.uniform(*_SECONDS_AT_MOST)
