"""The streams of this process, all held by its one loop."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle

from companion.web.live.events import SECONDS_BETWEEN_PINGS, Encoding, Event
from companion.web.live.hub import Hub
from companion.web.serving.outbox import Outbox

#: Phones are pinged in so many groups, one after the other, not all at once.
_GROUPS = 100
#: Bytes that may wait for a slow phone; it comes back for the present state.
_MOST_WAITING = 256 * 1024


class Stream:
    """The stream of one phone. But for `send` and `body`, it is the loop's own."""

    def __init__(self, outbox: Outbox, encoding: Encoding, group: set["Stream"]) -> None:
        #: What to do when it is over.
        self.on_end: Callable[[], object] = lambda: None
        #: Sends an event, from any thread, without waiting.
        self.send = partial(outbox.put, self.write)
        #: Whether its answer has no more to say than the stream will.
        self.is_begun = False
        self._encoding = encoding
        self._group = group
        self._transport: asyncio.Transport | None = None
        self._early: list[Event] = []

    def body(self) -> Iterator[bytes]:
        """The answer to a request: its head, and no more."""
        yield b""
        self.is_begun = True

    def close(self) -> None:
        """Be over, if it never began: the answer is, the stream has only begun."""
        if not self.is_begun:
            self.on_end()

    def begin(self, transport: asyncio.Transport) -> None:
        """Go on where the head of the answer ended."""
        self._transport = transport
        self._group.add(self)
        transport.write(self._encoding.opening)
        for event in self._early:
            self.write(event)
        self._early.clear()

    def write(self, event: Event) -> None:
        """Send it now; what comes before the connection does waits for it."""
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

    def end(self) -> None:
        """Forget it: its connection is gone."""
        self._group.discard(self)
        self.on_end()

    def break_off(self) -> None:
        """Wait no longer for its phone."""
        if self._transport is not None:
            self._transport.abort()


class Streams:
    """All streams, which are pinged from time to time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, outbox: Outbox, hub: Hub) -> None:
        self._loop = loop
        self._outbox = outbox
        self._hub = hub
        self._groups: list[set[Stream]] = [set() for _ in range(_GROUPS)]
        self._next_group = cycle(self._groups)

    def __bool__(self) -> bool:
        return any(self._groups)

    def open(self, encoding: Encoding) -> Stream:
        """A stream that begins with its answer; from any thread."""
        return Stream(self._outbox, encoding, next(self._next_group))

    def ping(self, group: int = 0) -> None:
        """Ping one group, and in a moment the next."""
        for stream in tuple(self._groups[group]):
            stream.write(self._hub.heartbeat)
        pause = SECONDS_BETWEEN_PINGS / _GROUPS
        self._loop.call_later(pause, self.ping, (group + 1) % _GROUPS)

    def break_off(self) -> None:
        """Wait for no phone any longer."""
        for group in self._groups:
            for stream in tuple(group):
                stream.break_off()
