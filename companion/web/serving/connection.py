"""A connection by uvicorn, and the bounds and deadlines that it leaves out."""

import asyncio
import math
import sys
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.clubs.transfer.club_file import LARGEST_FILE
from companion.web.serving.asgi import AsgiApp

#: Bytes: the largest form that any route takes.
LONGEST_BODY = LARGEST_FILE
#: Bytes. A phone's whole header has some 2,000, a link some 100.
_LONGEST_HEAD = 32 * 1024
_LONGEST_FIELD = 8 * 1024
_LONGEST_ADDRESS = 4 * 1024
_MOST_FIELDS = 100
#: Who sends a body in chunks sends large ones; each costs the same, however little is in it.
_MOST_CHUNKS = 1000
#: Seconds for a request, and the bytes a second that prolong it.
_FOR_A_REQUEST = 10.0
_SLOWEST = 1000
#: Seconds in which a client has to read so many bytes of what waits for it.
_FOR_READING = 20.0
_READ_AT_LEAST = 4096
#: Seconds in which a client that was refused may go on sending, so that it reads why.
_FOR_LEAVING = 2.0
_SECONDS_BETWEEN_LOOKS = 0.5


class BoundedHTTP(h11.Connection):
    """HTTP as h11 reads it, without what no phone sends."""

    def next_event(self) -> Any:
        """As of h11; raises its `RemoteProtocolError` for what is too long or ambiguous too."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._length = 0
            _check(event)
        elif isinstance(event, h11.Data):
            self._chunks += event.chunk_start
            self._length += len(event.data)
            if self._chunks > _MOST_CHUNKS:
                raise h11.RemoteProtocolError("too many chunks")
            _bound(self._length, LONGEST_BODY, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return event


def _check(head: h11.Request) -> None:
    named = dict(head.headers)
    longest = max(len(name) + len(value) for name, value in [*head.headers, (b"", b"")])
    _bound(len(head.target), _LONGEST_ADDRESS, HTTPStatus.REQUEST_URI_TOO_LONG)
    _bound(longest, _LONGEST_FIELD, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    _bound(len(head.headers), _MOST_FIELDS, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    length = int(named.get(b"content-length", b"0"))
    _bound(length, LONGEST_BODY, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    is_old = head.http_version == b"1.0"
    if not is_old and head.http_version != b"1.1":
        raise h11.RemoteProtocolError("unknown version")
    if b"transfer-encoding" in named and (is_old or b"content-length" in named):
        # Where one reads one and the next the other, a request could hide in a body.
        raise h11.RemoteProtocolError("two lengths")


def _bound(number: int, most: int, status: HTTPStatus) -> None:
    if number > most:
        raise h11.RemoteProtocolError(status.phrase, status)


class Connection(H11Protocol):
    """The connection of one client, which asks for one thing after the other."""

    def __init__(self, config: Config, *rest: Any, **named: Any) -> None:
        super().__init__(config, *rest, **named)
        # By this the app finds the connection of a request.
        self.app_state = {"connection": self}
        self.conn = BoundedHTTP(h11.SERVER, _LONGEST_HEAD)
        self._asgi: AsgiApp = config.loaded_app
        #: Whether an event stream is all that it is still for.
        self.is_listening = False
        self._is_refused = False
        self._deadline = self.loop.time() + _FOR_A_REQUEST
        #: How many bytes of a request came, and how many waited when that was looked at last.
        self._received = 0
        self._unsent = 0
        self._reads_until = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether it has yet to say what it wants."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there is room."""
        super().connection_made(transport)
        # Gone already, it has no address.
        self.client = self.client or ("", 0)
        self._house = self._asgi.house_of(self.client[0], [])
        if self._house.admit(self):
            self._look()
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Take what came, within the time that a request has."""
        if self.is_listening:
            # Nobody would answer.
            self.transport.abort()
        if self.is_listening or self._is_refused:
            return
        if self._deadline == math.inf:
            self._deadline, self._received = self.loop.time() + _FOR_A_REQUEST, 0
        self._received += len(data)
        super().data_received(data)
        if not self.is_waiting and not self._is_refused:
            self._deadline = math.inf

    def eof_received(self) -> bool:  # type: ignore[override]
        """Whether to go on without hearing more: only to answer what was asked."""
        return not self.is_waiting and not self.is_listening

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._house.wait(self)
        super().on_response_complete()

    def _look(self) -> None:
        if self.is_listening or self not in self.connections:
            return
        self.loop.call_later(_SECONDS_BETWEEN_LOOKS, self._look)
        now = self.loop.time()
        unsent = self.transport.get_write_buffer_size()
        if not unsent or not 0 <= self._unsent - unsent < _READ_AT_LEAST:
            self._unsent, self._reads_until = unsent, now + _FOR_READING
        if now > self._reads_until:
            self.transport.abort()
        elif now > self._deadline + self._received / _SLOWEST:
            if self._received and not self._is_refused:
                self._refuse(HTTPStatus.REQUEST_TIMEOUT)
            else:
                self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse what h11 could not read."""
        error = sys.exception()
        hint = error.error_status_hint if isinstance(error, h11.ProtocolError) else 400
        self._refuse(HTTPStatus(hint))

    def _refuse(self, status: HTTPStatus) -> None:
        if self.cycle and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.abort()
            return
        # Heard out for a moment: closed now, the answer would be lost.
        self._is_refused = True
        self._deadline, self._received = self.loop.time() + _FOR_LEAVING, 0
        wait = "Retry-After: 1\r\n" if status == HTTPStatus.SERVICE_UNAVAILABLE else ""
        self.transport.write(
            f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain\r\n"
            f"Content-Length: {len(status.phrase)}\r\n{wait}Connection: close\r\n\r\n"
            f"{status.phrase}".encode()
        )
        self.transport.write_eof()

    def shutdown(self) -> None:
        """Take leave, but for what is asked already."""
        self._asgi.stop()
        if self._is_refused:
            self.transport.close()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        self._house.forget(self)
        super().connection_lost(exc)
