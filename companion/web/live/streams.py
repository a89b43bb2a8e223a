"""The event streams of this process, all held by the server's one loop."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle

from companion.web.live.events import Encoding, Event
from companion.web.live.hub import Hub

#: The function from the server that opens a stream on a request's connection.
OPENS_STREAM = "companion.open_stream"
#: What a request leaves there for the server: the stream that follows its answer.
STREAM = "companion.stream"
#: A phone that is gone is noticed by a ping that can't be sent.
SECONDS_BETWEEN_PINGS = 5.0
#: Phones are pinged in so many groups, one after the other, not all at once.
_GROUPS = 100
#: Bytes that may wait for a slow phone; it comes back for the present state.
_MOST_WAITING = 256 * 1024


class Stream:
    """The stream of one phone. Except for `send`, only the loop may use it."""

    def __init__(self, encoding: Encoding, put: Callable[["Stream", Event], object]) -> None:
        #: What to do when it is over.
        self.on_end: Callable[[], object] = lambda: None
        #: Sends an event, from any thread, without waiting.
        self.send = partial(put, self)
        self._encoding = encoding
        self._transport: asyncio.Transport | None = None
        self._early: list[Event] = []

    def begin(self, transport: asyncio.Transport) -> None:
        """Continue where the head of the answer ended."""
        self._transport = transport
        transport.write(self._encoding.opening)
        for event in self._early:
            self.write(event)

    def write(self, event: Event) -> None:
        """Send it now; what comes before the connection waits for it."""
        transport = self._transport
        if transport is None:
            self._early.append(event)
        elif not transport.is_closing():
            transport.write(event.encoded(self._encoding))
            if event.is_last:
                transport.write(self._encoding.closing)
                transport.close()
            elif transport.get_write_buffer_size() > _MOST_WAITING:
                transport.abort()

    def break_off(self) -> None:
        """Stop waiting for its phone."""
        if self._transport is not None:
            self._transport.abort()


class Streams:
    """All streams, which are pinged from time to time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, hub: Hub) -> None:
        self._loop = loop
        self._hub = hub
        self._groups: list[set[Stream]] = [set() for _ in range(_GROUPS)]
        self._next_group = cycle(self._groups)
        self._outbox: deque[tuple[Stream, Event]] = deque()
        self._is_awake = False
        self._ping()

    def open(self, encoding: Encoding) -> Stream:
        """A stream that begins when its answer does; from any thread."""
        return Stream(encoding, self._put)

    @contextmanager
    def begun(self, stream: Stream, transport: asyncio.Transport) -> Iterator[None]:
        """Let a stream continue where the head of its answer ended, until the block ends."""
        group = next(self._next_group)
        group.add(stream)
        stream.begin(transport)
        try:
            yield
        finally:
            group.discard(stream)

    def _put(self, stream: Stream, event: Event) -> None:
        self._outbox.append((stream, event))
        # Once for all that are put in together.
        if not self._is_awake:
            self._is_awake = True
            self._loop.call_soon_threadsafe(self._empty)

    def _empty(self) -> None:
        self._is_awake = False
        while self._outbox:
            stream, event = self._outbox.popleft()
            stream.write(event)

    def _ping(self, group: int = 0) -> None:
        for stream in tuple(self._groups[group]):
            stream.write(self._hub.heartbeat)
        pause = SECONDS_BETWEEN_PINGS / _GROUPS
        self._loop.call_later(pause, self._ping, (group + 1) % _GROUPS)

    def break_off(self) -> None:
        """Stop waiting for any phone."""
        for group in self._groups:
            for stream in tuple(group):
                stream.break_off()
