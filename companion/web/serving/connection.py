"""A connection by uvicorn, with the limits and deadlines that it leaves out."""

import asyncio
import re
import sys
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.clubs.transfer.club_file import LARGEST_FILE
from companion.i18n import message
from companion.web.serving.asgi import AsgiApp

#: Bytes. A phone's whole head has some 2,000, a link some 100.
_LONGEST_HEAD = 16 * 1024
#: Seconds for a request, and how many bytes a second extend that.
_FOR_A_REQUEST = 10.0
_SLOWEST = 1000
#: Seconds in which a client must read so many bytes of what waits for it.
_FOR_READING = 20.0
_READ_AT_LEAST = 4096
#: Seconds in which a refused client may continue sending, so that it reads why.
_FOR_LEAVING = 1.0
_SECONDS_BETWEEN_LOOKS = 0.5


class BoundedHTTP(h11.Connection):
    """HTTP as h11 reads it, without what no phone sends."""

    def next_event(self) -> Any:
        """As in h11; raises its `RemoteProtocolError` also for what is too long or ambiguous."""
        if self.their_state is h11.IDLE:
            # Checked unread, as one that comes in one piece may have any length.
            head = self.trailing_data[0].partition(b"\r\n\r\n")[0]
            _refuse_if(len(head) > _LONGEST_HEAD, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            _refuse_if(re.search(rb"\n[ \t]", head), HTTPStatus.BAD_REQUEST)
        event = super().next_event()
        if isinstance(event, h11.Request):
            named = dict(event.headers)
            length = int(named.get(b"content-length", b"0"))
            _refuse_if(not event.method.isupper(), HTTPStatus.BAD_REQUEST)
            _refuse_if(not re.match(rb"/|https?://", event.target), HTTPStatus.BAD_REQUEST)
            _refuse_if(event.http_version not in (b"1.0", b"1.1"), HTTPStatus.BAD_REQUEST)
            # Each chunk costs the same, however little is in it. And if there is a length too, one
            # program may go by that and the next by the chunks: a request could hide there.
            _refuse_if(b"transfer-encoding" in named, HTTPStatus.LENGTH_REQUIRED)
            _refuse_if(length > LARGEST_FILE, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return event


def _refuse_if(is_so: object, status: HTTPStatus) -> None:
    if is_so:
        raise h11.RemoteProtocolError(status.phrase, status)


class Connection(H11Protocol):
    """The connection of one client, with one request after the other."""

    def __init__(self, config: Config, *rest: Any, **named: Any) -> None:
        super().__init__(config, *rest, **named)
        # The app finds the connection of a request by this.
        self.app_state = {"connection": self}
        self.conn = BoundedHTTP(h11.SERVER)
        self._asgi: AsgiApp = config.loaded_app
        #: Whether only an event stream still uses it.
        self.is_listening = False
        self._is_refused = False
        #: When the wait for a request began, and how many bytes have come since.
        self._waits_since = self.loop.time()
        self._received = 0
        #: How many bytes waited for the client when it was last seen to read.
        self._unsent = 0
        self._reads_until = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether it has yet to send a request."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there is room."""
        super().connection_made(transport)
        # Gone already, it has no address.
        self.client = self.client or ("", 0)
        self._house = self._asgi.house_of(self.client[0], [])
        self._house.let_in(self)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Take what came, if anyone would answer."""
        self._received += len(data)
        if self.is_listening:
            self.transport.abort()
        elif not self._is_refused and self.conn.their_state is not h11.MUST_CLOSE:
            super().data_received(data)

    def eof_received(self) -> bool:  # type: ignore[override]
        """Whether to go on without reading more: only to answer what was asked."""
        return not self.is_waiting and not self.is_listening

    def _look(self) -> None:
        if self.is_listening or self._is_refused or self not in self.connections:
            return
        self.loop.call_later(_SECONDS_BETWEEN_LOOKS, self._look)
        now = self.loop.time()
        unsent = self.transport.get_write_buffer_size()
        if not unsent or not 0 <= self._unsent - unsent < _READ_AT_LEAST:
            self._unsent, self._reads_until = unsent, now + _FOR_READING
        if not self.is_waiting or self.timeout_keep_alive_task:
            # It has its answer, or rests after one.
            self._waits_since, self._received = now, 0
        if now > self._reads_until:
            self.transport.abort()
        elif now > self._waits_since + _FOR_A_REQUEST + self._received / _SLOWEST:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def send_400_response(self, msg: str) -> None:
        """Refuse what h11 couldn't read."""
        self._refuse(HTTPStatus(getattr(sys.exception(), "error_status_hint", 400)))

    def _refuse(self, status: HTTPStatus) -> None:
        # Read on for a moment: closed now, the answer would be lost. What comes is dropped.
        self._is_refused = True
        self.conn = BoundedHTTP(h11.SERVER)
        self.loop.call_later(_FOR_LEAVING, self.transport.abort)
        # The only one that somebody at a page may meet: their file is too large.
        is_too_large = status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        text = str(message("problem.413.sentence")) if is_too_large else status.phrase
        self.transport.write(
            f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain\r\n"
            f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}".encode("ascii")
        )
        self.transport.write_eof()

    def shutdown(self) -> None:
        """Close, except for what is asked already."""
        self._asgi.stop()
        # Half a request holds nobody up: the rest must arrive from now on.
        self._waits_since, self._received = self.loop.time() - _FOR_A_REQUEST, 0
        super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        self._house.connections.pop(self, None)
        super().connection_lost(exc)
