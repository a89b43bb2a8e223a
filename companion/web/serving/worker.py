"""The worker of the server: threads for requests, and one loop that holds all streams."""

import asyncio
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import cycle
from resource import RLIMIT_NOFILE, getrlimit
from threading import Thread
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from companion.web.live.events import SECONDS_BETWEEN_PINGS, Encoding, Event
from companion.web.live.hub import Hub

_SECONDS_TO_TAKE_LEAVE = 2.0
_MOST_STREAMS = 20_000
#: Phones are pinged in so many groups, one after the other, not all at once.
_GROUPS = 100
#: Bytes that may wait for a slow phone; it comes back for the present state.
_MOST_WAITING = 256 * 1024
#: Milliseconds after which a phone that confirms nothing is gone.
_UNCONFIRMED = 20_000


class _Handover(BaseException):
    """The rest of this answer, a `_Stream`, is no business of the thread that began it."""


class _Stream(asyncio.Protocol):
    """The stream of one phone. But for `send`, what follows after its body is the loop's own."""

    def __init__(self, loop: "_StreamLoop", encoding: Encoding, group: set["_Stream"]) -> None:
        #: What to do when it is over.
        self.on_end: Callable[[], object] = lambda: None
        #: Sends an event, from any thread, without waiting.
        self.send = partial(loop.send, self)
        self._encoding = encoding
        self._group = group
        self._transport: asyncio.Transport | None = None
        self._early: list[Event] = []
        self._is_handed_over = False

    def body(self) -> Iterator[bytes]:
        """The answer to a request: its head, sent by its own thread, and no more."""
        yield b""
        self._is_handed_over = True
        raise _Handover(self)

    def close(self) -> None:
        # The answer is over; the stream of a connection that was handed over has only begun.
        if not self._is_handed_over:
            self.on_end()

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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._group.add(self)
        transport.write(self._encoding.opening)
        for event in self._early:
            self.write(event)
        self._early.clear()

    def data_received(self, data: bytes) -> None:
        # Whoever has more to say is sent away: nobody would answer.
        assert self._transport is not None
        self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self._group.discard(self)
        self.on_end()


class _StreamLoop:
    """The streams of this process, from its first one on."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._loop = asyncio.new_event_loop()
        self._groups: list[set[_Stream]] = [set() for _ in range(_GROUPS)]
        self._next_group = cycle(self._groups)
        self._outbox: deque[tuple[_Stream, Event]] = deque()
        self._is_awake = False
        Thread(target=self._run, name="streams", daemon=True).start()

    def stream(self, encoding: Encoding) -> _Stream:
        return _Stream(self, encoding, next(self._next_group))

    def hold(self, connection: socket.socket, stream: _Stream) -> None:
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            with suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNCONFIRMED)
        connecting = self._loop.connect_accepted_socket(lambda: stream, connection)
        asyncio.run_coroutine_threadsafe(connecting, self._loop).add_done_callback(
            lambda done: stream.on_end() if done.exception() else None
        )

    def send(self, stream: _Stream, event: Event) -> None:
        self._outbox.append((stream, event))
        # Once for all that are sent together.
        if not self._is_awake:
            self._is_awake = True
            self._loop.call_soon_threadsafe(self._write_all)

    def close(self, seconds: float) -> None:
        """Wait until everybody has taken leave, for so long at most."""
        until = time.monotonic() + seconds
        while any(self._groups) and time.monotonic() < until:
            time.sleep(0.01)

    def _run(self) -> None:
        self._loop.call_soon(self._ping, 0)
        self._loop.run_forever()

    def _write_all(self) -> None:
        self._is_awake = False
        while self._outbox:
            stream, event = self._outbox.popleft()
            stream.write(event)

    def _ping(self, group: int) -> None:
        for stream in tuple(self._groups[group]):
            stream.write(self._hub.heartbeat)
        pause = SECONDS_BETWEEN_PINGS / _GROUPS
        self._loop.call_later(pause, self._ping, (group + 1) % _GROUPS)


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker in which no listening phone holds a thread, nor keeps it from stopping."""

    def load_wsgi(self) -> None:
        """Load the app, and let it hand its streams over."""
        super().load_wsgi()
        hub: Hub = self.wsgi.extensions["hub"]
        self.wsgi.extensions["stream_loop"] = self._streams = _StreamLoop(hub)
        # Half of the connections that this process may have are left for all else.
        most_files, _ = getrlimit(RLIMIT_NOFILE)
        hub.capacity = min(_MOST_STREAMS, most_files // 2)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer; a connection that was handed over is no longer ours."""
        try:
            return super().handle_request(req, conn)
        except _Handover as handover:
            conn.is_handed_over = True
            self._streams.hold(conn.sock, handover.args[0])
            return False

    def finish_request(self, conn: TConn, fs: Future[Any]) -> None:
        """Keep a connection for the next request, or close it, or forget it."""
        if getattr(conn, "is_handed_over", False):
            self.nr_conns -= 1
        else:
            super().finish_request(conn, fs)

    def run(self) -> None:
        """Serve until told to stop."""
        super().run()
        self._streams.close(_SECONDS_TO_TAKE_LEAVE)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Let the taps under way be answered, and nobody listen any longer."""
        self._end_streams()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Stop at once; what listens is told so."""
        self._end_streams()
        # Not by way of the threaded worker: it locks its pool, and this thread may be the one
        # that holds that lock, if the signal came while it gave a request to a thread.
        super(ThreadWorker, self).handle_quit(sig, frame)

    def _end_streams(self) -> None:
        # Told to stop before it had started, a worker has no app.
        if hasattr(self, "wsgi"):
            self.wsgi.extensions["hub"].close()
