"""The app as uvicorn asks it: whole requests go to threads, event streams stay in the loop."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from flask import Flask

from companion.web.live.hub import Hub
from companion.web.live.streams import Streams
from companion.web.security.proxy import Proxies, house_of
from companion.web.serving.house import House
from companion.web.serving.wsgi import AppAnswer, environ_of

if TYPE_CHECKING:
    from companion.web.serving.connection import Connection

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
T = TypeVar("T")

_MOST_STREAMS = 20_000
#: Of one house: thirty phones with a page and a stream each, and some that load all at once.
_CONNECTIONS_OF_ONE = 256
_STREAMS_OF_ONE = 100
_BODY_BYTES_OF_ONE = 16 * 1024 * 1024
#: The part of the threads that one house may have at once.
_SHARE_OF_ONE = 8
#: Seconds that phones which listen have to take leave.
_FOR_TAKING_LEAVE = 2.0


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
        #: The house of all that a proxy brings, which is counted by whom it names instead.
        self._of_proxies = House(*self._of_one)
        if app.config["RATELIMIT_ENABLED"]:
            self._hub.most_of_one = _STREAMS_OF_ONE
            share = max(1, threads // _SHARE_OF_ONE)
            self._of_one = (share, _CONNECTIONS_OF_ONE, _BODY_BYTES_OF_ONE)

    def house_of(self, address: str, named: list[bytes]) -> House:
        """The house of an address, or the one that a proxy there names last."""
        if self._proxies.include(address):
            if not named:
                return self._of_proxies
            address = named[-1].rpartition(b",")[2].strip().decode("latin1")
        name = house_of(address)
        # Kept for as long as anybody has to do with it.
        house = self._houses.get(name) or House(*self._of_one)
        return self._houses.setdefault(name, house)

    def stop(self) -> None:
        """Send all phones that listen elsewhere; may be called again."""
        if not self._hub.closed.is_set():
            self._hub.close()
            self._loop.call_later(_FOR_TAKING_LEAVE, self._streams.break_off)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
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
                if house.is_full:
                    connection.transport.abort()
            answer = AppAnswer(self._app, environ_of(scope, bytes(body)), self._streams)
            await self._answer(house, answer, connection, receive, send)
        finally:
            house.body_bytes -= len(body)

    async def _answer(
        self,
        house: House,
        answer: AppAnswer,
        connection: "Connection",
        receive: Receive,
        send: Send,
    ) -> None:
        more = True
        try:
            part, more = await self._in_turn(house, answer.portion)
            await send(answer.head)
            if answer.stream and answer.head["status"] == HTTPStatus.OK:
                connection.is_listening = True
                with self._streams.begun(answer.stream, connection.transport):
                    await receive()
                return
            while more:
                await send({"type": "http.response.body", "body": part, "more_body": True})
                if connection.transport.is_closing():
                    await receive()
                    return
                part, more = await self._in_turn(house, answer.portion)
            await send({"type": "http.response.body", "body": part})
        finally:
            if answer.stream:
                answer.stream.on_end()
            if more:
                await self._in_turn(house, answer.close)

    async def _in_turn(self, house: House, work: Callable[[], T]) -> T:
        async with house.turn:
            return await self._loop.run_in_executor(self._pool, work)
