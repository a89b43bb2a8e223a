"""The worker of the server: one loop for all connections, threads for whole requests alone."""

import asyncio
import math
import os
import signal
import socket
from contextlib import suppress
from http import HTTPStatus
from resource import RLIMIT_NOFILE, getrlimit

from flask import Flask
from gunicorn.workers.base import Worker as BaseWorker

from companion.record.replay import LARGEST_RECORD
from companion.web.live.hub import Hub
from companion.web.security.client_network import house_of
from companion.web.security.proxy import Proxies
from companion.web.serving.connection import Connection
from companion.web.serving.conversation import refusal
from companion.web.serving.crowd import Crowd, Room
from companion.web.serving.outbox import Outbox
from companion.web.serving.service import Patience, Service
from companion.web.serving.streams import Streams
from companion.web.serving.turns import Turns

#: Bytes: the largest form that any route takes; the app has a word for those of its own.
LONGEST_BODY = LARGEST_RECORD
_MOST_STREAMS = 20_000
_MOST_TALKING = 4000
#: The house of all that a proxy brings, which is counted by whom it names instead.
_OF_PROXIES = "proxies"
_MOST_BYTES = 128 * 1024 * 1024
#: Of one house: thirty phones with a page and a stream each, and some that load all at once.
_ROOM_OF_ONE = Room(connections=256, newcomers=200, waiting_bytes=16 * 1024 * 1024)
_STREAMS_OF_ONE = 100
_WAITING_OF_ONE = 256
#: Bytes that the system holds for one that reads slowly.
_KEPT_BY_THE_SYSTEM = 256 * 1024
#: The part of the threads that one house may have at once.
_SHARE_OF_ONE = 8
#: Seconds that phones which listen have to take leave, and all others when it has to be quick.
_FOR_TAKING_LEAVE = 2.0
_FOR_QUICK_LEAVE = 0.5
_BETWEEN_LOOKS = 0.5
#: How many are let in together where many come.
_TOGETHER = 32
_NO_ROOM = refusal(HTTPStatus.SERVICE_UNAVAILABLE)
#: Seconds without new connections when there are no more files for them.
_FOR_RECOVERY = 1.0


class Worker(BaseWorker):  # type: ignore[misc]
    """A worker in which no client holds a thread by what it sends, reads or keeps to itself."""

    def run(self) -> None:
        """Serve until told to stop."""
        if not self.alive:
            # Told so while it started.
            return
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(self._serve(loop))
        finally:
            loop.close()

    async def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._patience = math.inf
        self._told = asyncio.Event()
        self._connecting: set[asyncio.Task[object]] = set()
        loop.add_signal_handler(signal.SIGTERM, self._stop, self.cfg.graceful_timeout)
        for quick in (signal.SIGINT, signal.SIGQUIT):
            loop.add_signal_handler(quick, self._stop, _FOR_QUICK_LEAVE)
        self._service = self._made_service()
        self._service.streams.ping()
        for listener in self.sockets:
            listener.setblocking(False)
            # Whoever is let in has the same; the system would keep megabytes for each.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KEPT_BY_THE_SYSTEM)
            self._listen_to(listener)
        self._look()
        await self._told.wait()
        await self._take_leave()

    def _made_service(self) -> Service:
        app: Flask = self.wsgi
        hub: Hub = app.extensions["hub"]
        is_limited = app.config["RATELIMIT_ENABLED"]
        is_behind_proxy = app.config["IS_BEHIND_PROXY"]
        # Half of the files that this process may have are for streams, the rest for all else.
        most_files, _ = getrlimit(RLIMIT_NOFILE)
        hub.capacity = min(_MOST_STREAMS, most_files // 2)
        threads = most_at_once = self.cfg.threads
        waiting = math.inf
        of_one = Room()
        if is_limited:
            hub.most_of_one = _STREAMS_OF_ONE
            most_at_once, waiting = max(1, threads // _SHARE_OF_ONE), _WAITING_OF_ONE
            of_one = _ROOM_OF_ONE
        outbox = Outbox(self._loop)
        for_all = Room(min(_MOST_TALKING, most_files // 4), waiting_bytes=_MOST_BYTES)
        return Service(
            app=app,
            loop=self._loop,
            outbox=outbox,
            turns=Turns(outbox, threads, most_at_once, waiting),
            crowd=Crowd(for_all, of_one, unlimited=_OF_PROXIES),
            streams=Streams(self._loop, outbox, hub),
            address=self.sockets[0].getsockname()[:2],
            patience=self._patience_with(self.cfg.keepalive, is_behind_proxy=is_behind_proxy),
            longest_body=LONGEST_BODY,
            proxies=Proxies(app.config["PROXIES"] if is_behind_proxy else ()),
        )

    @staticmethod
    def _patience_with(between: float, *, is_behind_proxy: bool) -> Patience:
        return Patience(between, between) if is_behind_proxy else Patience(between=between)

    # Who comes

    def _listen_to(self, listener: socket.socket) -> None:
        self._loop.add_reader(listener.fileno(), self._accept, listener)

    def _accept(self, listener: socket.socket) -> None:
        # One at a time, so that another worker has its share, unless there is a crowd at the door.
        for _ in range(_TOGETHER if self._service.crowd.is_pressing else 1):
            if not self._let_in(listener):
                return

    def _let_in(self, listener: socket.socket) -> bool:
        try:
            line, peer = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return False
        except OSError:
            # No more files, or no memory.
            self._loop.remove_reader(listener.fileno())
            self._loop.call_later(_FOR_RECOVERY, self._listen_again, listener)
            return False
        line.setblocking(False)
        is_proxy = self._service.proxies.include(peer[0])
        house = _OF_PROXIES if is_proxy else house_of(peer[0])
        connection = Connection(self._service, peer[:2], house)
        if self._service.crowd.admit(connection):
            self._connect(connection, line)
        else:
            with line, suppress(OSError):
                line.send(_NO_ROOM)
        return True

    def _listen_again(self, listener: socket.socket) -> None:
        if not self._told.is_set():
            self._listen_to(listener)

    def _connect(self, connection: Connection, line: socket.socket) -> None:
        def see(done: "asyncio.Task[object]") -> None:
            self._connecting.discard(done)
            if done.cancelled() or done.exception():
                connection.drop()

        making = self._loop.connect_accepted_socket(lambda: connection, line)
        task = self._loop.create_task(making)
        self._connecting.add(task)
        task.add_done_callback(see)

    def _look(self) -> None:
        self.notify()
        if self.ppid != os.getppid():
            self._stop(_FOR_QUICK_LEAVE)
        self._service.crowd.next_moment()
        now = self._loop.time()
        for connection in tuple(self._service.crowd.talking):
            connection.look(now)
        self._loop.call_later(_BETWEEN_LOOKS, self._look)

    # How it ends

    def _stop(self, patience: float) -> None:
        """Stop, at most after so many seconds: of two who say so, the quicker one counts."""
        self._patience = min(self._patience, patience)
        self._told.set()

    async def _take_leave(self) -> None:
        service = self._service
        service.is_stopping = True
        for listener in self.sockets:
            self._loop.remove_reader(listener.fileno())
            listener.close()
        self.wsgi.extensions["hub"].close()
        for connection in tuple(service.crowd.talking):
            connection.stop()
        began = self._loop.time()
        while service.crowd.talking or service.streams:
            waited = self._loop.time() - began
            if waited > min(self._patience, _FOR_TAKING_LEAVE):
                service.streams.break_off()
            if waited > self._patience:
                break
            await asyncio.sleep(0.01)
