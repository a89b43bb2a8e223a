"""The app as uvicorn asks it: whole requests go to threads, event streams stay in the loop."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from flask import Flask

from companion.clubs.transfer.club_file import LARGEST_FILE
from companion.web.live.hub import Hub
from companion.web.live.streams import Streams
from companion.web.security.client_network import house_of
from companion.web.security.proxy import Proxies
from companion.web.serving.house import House
from companion.web.serving.wsgi import AppAnswer, environ_of

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
T = TypeVar("T")

#: Bytes: the largest form that any route takes; the app has a word for those of its own.
LONGEST_BODY = LARGEST_FILE
_MOST_STREAMS = 20_000
#: Of one house: thirty phones with a page and a stream each, and some that load all at once.
_CONNECTIONS_OF_ONE = 256
_STREAMS_OF_ONE = 100
_BODY_BYTES_OF_ONE = 16 * 1024 * 1024
#: The part of the threads that one house may have at once.
_SHARE_OF_ONE = 8
#: Seconds that phones which listen have to take leave, and a body that is too long to end.
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
        headers = scope["headers"]
        named = [value for name, value in headers if name == b"x-forwarded-for"]
        house = self.house_of(scope["client"][0], named)
        length = int(dict(headers).get(b"content-length", b"0"))
        body, more = bytearray(), length <= LONGEST_BODY
        try:
            while more and len(body) <= LONGEST_BODY and not house.is_full:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return
                body += message["body"]
                house.body_bytes += len(message["body"])
                more = message["more_body"]
            if house.is_full:
                await _begin(send, 503, [(b"retry-after", b"1")])
                await send({"type": "http.response.body"})
                return
            is_whole = not more and len(body) <= LONGEST_BODY
            environ = environ_of(scope, bytes(body) if is_whole else b"", max(length, len(body)))
            await self._answer(house, environ, scope, receive, send, is_whole=is_whole)
        finally:
            house.body_bytes -= len(body)

    async def _answer(
        self,
        house: House,
        environ: Any,
        scope: Any,
        receive: Receive,
        send: Send,
        *,
        is_whole: bool,
    ) -> None:
        connection = scope["state"]["connection"]
        answer = AppAnswer(self._app, environ, self._streams)
        more = True
        try:
            part, more = await self._in_turn(house, answer.portion)
            await _begin(send, answer.status, answer.headers, closes=not is_whole)
            if answer.stream and answer.status == 200:
                connection.is_listening = True
                with self._streams.begun(answer.stream, connection.transport):
                    await receive()
                return
            while more and not connection.transport.is_closing():
                await send({"type": "http.response.body", "body": part, "more_body": True})
                part, more = await self._in_turn(house, answer.portion)
            await send({"type": "http.response.body", "body": part, "more_body": not is_whole})
            if not is_whole:
                await _hear_out(receive, send)
        finally:
            if answer.stream:
                answer.stream.on_end()
            if more:
                await self._in_turn(house, answer.close)

    async def _in_turn(self, house: House, work: Callable[[], T]) -> T:
        async with house.turn:
            return await self._loop.run_in_executor(self._pool, work)


async def _begin(
    send: Send, status: int, headers: list[tuple[bytes, bytes]], *, closes: bool = True
) -> None:
    ends = [(b"connection", b"close")] if closes else []
    await send({"type": "http.response.start", "status": status, "headers": headers + ends})


async def _hear_out(receive: Receive, send: Send) -> None:
    # Closed now, the answer would be lost with what is still on its way here.
    with suppress(TimeoutError):
        async with asyncio.timeout(_FOR_TAKING_LEAVE):
            while (await receive()).get("more_body"):
                pass
    await send({"type": "http.response.body"})
