"""The app for uvicorn: whole requests go to threads, event streams stay in the loop."""

import asyncio
import math
import sys
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit
from weakref import WeakValueDictionary
from wsgiref.types import WSGIApplication, WSGIEnvironment

from flask import Flask
from uvicorn.middleware.wsgi import build_environ

from companion.web.live.hub import Hub
from companion.web.live.streams import OPENS_STREAM, STREAM, Streams
from companion.web.security.proxy import Proxies, house_of

if TYPE_CHECKING:
    from companion.web.serving.connection import Connection

T = TypeVar("T")

_MOST_STREAMS = 20_000
#: For one house: thirty phones with a page and a stream each, and some that load all at once.
_CONNECTIONS_OF_ONE = 256
_STREAMS_OF_ONE = 100
_BODY_BYTES_OF_ONE = 16 * 1024 * 1024
#: The part of the threads that one house may have at once.
_SHARE_OF_ONE = 8
#: Seconds that listening phones have to leave.
_FOR_TAKING_LEAVE = 2.0
#: How many bytes of an answer are made at once.
_PORTION = 128 * 1024


class House:
    """What one address uses of this process, so that none can take all."""

    def __init__(self, threads: int, connections: float, body_bytes: float) -> None:
        """At most so much of each at once."""
        #: Its turns in the threads.
        self.turn = asyncio.Semaphore(threads)
        self.most_connections = connections
        self.most_body_bytes = body_bytes
        #: In the order in which they came.
        self.connections: dict[Connection, None] = {}
        #: All requests that are held for it.
        self.body_bytes = 0

    def let_in(self, connection: "Connection") -> None:
        """Let another one in; if need be, instead of the first one that only waits."""
        self.connections[connection] = None
        if len(self.connections) > self.most_connections:
            # The new one waits too: it goes if it is the only one.
            idle = next(each for each in self.connections if each.is_waiting)
            del self.connections[idle]
            idle.transport.abort()


class AsgiApp:
    """The app of one process, its threads and its streams."""

    def __init__(self, app: Flask, threads: int, most_files: float) -> None:
        """Answer in the loop that runs; so many files may be open."""
        self._app = app
        self._loop = asyncio.get_running_loop()
        self._hub: Hub = app.extensions["hub"]
        self._streams = Streams(self._loop, self._hub)
        self._proxies = Proxies(app.config["PROXIES"] if app.config["IS_BEHIND_PROXY"] else ())
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="answers")
        # Half of the files that this process may have are for streams, the rest for all else.
        self._hub.capacity = int(min(_MOST_STREAMS, most_files // 2))
        self._houses: WeakValueDictionary[str, House] = WeakValueDictionary()
        self._of_one: tuple[int, float, float] = (threads, math.inf, math.inf)
        #: The house of all proxy connections; they are counted by the client that the proxy names.
        self._of_proxies = House(*self._of_one)
        if app.config["RATELIMIT_ENABLED"]:
            self._hub.most_of_one = _STREAMS_OF_ONE
            share = max(1, threads // _SHARE_OF_ONE)
            self._of_one = (share, _CONNECTIONS_OF_ONE, _BODY_BYTES_OF_ONE)

    def house_of(self, address: str, named: list[bytes]) -> House:
        """The house of an address, or of the client that a proxy there names last."""
        if self._proxies.include(address):
            if not named:
                return self._of_proxies
            address = named[-1].rpartition(b",")[2].strip().decode("latin1")
        name = house_of(address)
        # Kept while anyone still needs it.
        house = self._houses.get(name) or House(*self._of_one)
        return self._houses.setdefault(name, house)

    def stop(self) -> None:
        """Send all listening phones elsewhere; may be called again."""
        if not self._hub.closed.is_set():
            self._hub.close()
            self._loop.call_later(_FOR_TAKING_LEAVE, self._streams.break_off)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, once all of it is here."""
        connection: Connection = scope["state"]["connection"]
        named = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        house = self.house_of(scope["client"][0], named)
        body, more = bytearray(), True
        try:
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return
                body += message["body"]
                more = message["more_body"]
                house.body_bytes += len(message["body"])
                if house.body_bytes > house.most_body_bytes:
                    connection.transport.abort()
            await self._answer(house, environ_of(scope, bytes(body)), connection, receive, send)
        finally:
            house.body_bytes -= len(body)

    async def _answer(
        self,
        house: House,
        asked: WSGIEnvironment,
        connection: "Connection",
        receive: Any,
        send: Any,
    ) -> None:
        asked[OPENS_STREAM] = self._streams.open
        answer = portions(self._app, asked)
        # The app's context goes with the answer from thread to thread.
        in_context = Context().run
        more = True
        try:
            head, part, more = await self._in_turn(house, partial(in_context, next, answer))
            await send(head)
            if STREAM in asked and head["status"] == HTTPStatus.OK:
                connection.is_listening = True
                with self._streams.begun(asked[STREAM], connection.transport):
                    await receive()
                return
            while more and not connection.transport.is_closing():
                await send({"type": "http.response.body", "body": part, "more_body": True})
                _, part, more = await self._in_turn(house, partial(in_context, next, answer))
            # Nobody is there for what follows: we will hear of that in a moment.
            await (receive() if more else send({"type": "http.response.body", "body": part}))
        finally:
            if STREAM in asked:
                asked[STREAM].on_end()
            if more:
                await self._in_turn(house, partial(in_context, answer.close))

    async def _in_turn(self, house: House, work: Callable[[], T]) -> T:
        async with house.turn:
            return await self._loop.run_in_executor(self._pool, work)


def environ_of(scope: Any, body: bytes) -> WSGIEnvironment:
    """A request in the form of WSGI."""
    path = scope["path"]
    if not path.startswith("/"):
        # This form is for proxies, and this server is not one.
        path = urlsplit(path).path or "/"
    # A header with another character in place of `-` can't pass for one that a proxy sets.
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    asked: Any = {**scope, "path": path, "headers": headers}
    return {**build_environ(asked, asked, BytesIO(body)), "wsgi.errors": sys.stderr}


def portions(
    app: WSGIApplication, environ: WSGIEnvironment
) -> Generator[tuple[dict[str, Any], bytes, bool], None, None]:
    """The head of an answer as ASGI has it, its parts, and whether more follow.

    Raises whatever the app raises.
    """
    head: dict[str, Any] = {"type": "http.response.start"}
    parts: list[bytes] = []

    def start(status: str, headers: list[tuple[str, str]], _error: Any = None, /) -> Any:
        named = [(name.encode("latin1"), value.encode("latin1")) for name, value in headers]
        head.update(status=int(status.partition(" ")[0]), headers=named)
        return parts.append

    body = app(environ, start)
    try:
        for part in body:
            parts.append(part)
            if sum(map(len, parts)) >= _PORTION:
                yield head, b"".join(parts), True
                parts.clear()
    finally:
        getattr(body, "close", lambda: None)()
    yield head, b"".join(parts), False
