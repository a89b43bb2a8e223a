"""What is said on one connection, by the rules of HTTP: no socket, no clock, no thread."""

from collections.abc import Callable, Iterable
from email.utils import formatdate
from http import HTTPStatus

import h11

from companion.web.serving.request import Request

#: Bytes. A phone's whole header has some 2,000, a link some 100.
_LONGEST_HEAD = 32 * 1024
_LONGEST_FIELD = 8 * 1024
_LONGEST_ADDRESS = 4 * 1024
_MOST_FIELDS = 100
#: Who sends a body in pieces sends large ones; each costs the same, however little is in it.
_MOST_PIECES = 1000
_WITHOUT_BODY = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})


class Unreadable(Exception):
    """What was sent is no request, or more than anybody needs; `status` says which."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = HTTPStatus(status)


class Conversation:
    """The requests of one connection, one after the other, and their answers as bytes."""

    def __init__(self, write: Callable[[bytes], object], longest_body: int) -> None:
        self._write = write
        self._longest_body = longest_body
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=_LONGEST_HEAD)
        self._head: h11.Request | None = None
        self._parts: list[bytes] = []
        self._pieces = 0
        self._sends_body = True
        #: Whether a part of a request is here.
        self.has_begun = False
        #: How many bytes of its body are here.
        self.received = 0

    @property
    def is_in_body(self) -> bool:
        """Whether a whole header is here and its body is to follow."""
        return self._head is not None

    def hear(self, data: bytes) -> None:
        """Take what came; empty bytes where nothing more will come."""
        self.has_begun = self.has_begun or bool(data)
        self._http.receive_data(data)

    # Requests

    def next_request(self) -> Request | None:
        """The request that is here entirely, if one is; raises `Unreadable`."""
        try:
            while True:
                event = self._http.next_event()
                if isinstance(event, h11.Request):
                    self._begin(event)
                    if self._is_too_long():
                        return self._taken()
                elif isinstance(event, h11.Data):
                    self._add(event)
                    if self.received > self._longest_body:
                        return self._taken()
                elif isinstance(event, h11.EndOfMessage):
                    return self._taken()
                else:
                    return None
        except h11.RemoteProtocolError as error:
            raise Unreadable(error.error_status_hint) from error

    def _begin(self, head: h11.Request) -> None:
        if head.http_version not in (b"1.0", b"1.1"):
            raise Unreadable(400)
        if len(head.target) > _LONGEST_ADDRESS:
            raise Unreadable(414)
        fields = list(head.headers)
        if len(fields) > _MOST_FIELDS or any(
            len(name) + len(value) > _LONGEST_FIELD for name, value in fields
        ):
            raise Unreadable(431)
        names = {name for name, _ in fields}
        if b"transfer-encoding" in names and (
            # Where one reads one and the next the other, a request could hide in a body.
            b"content-length" in names or head.http_version == b"1.0"
        ):
            raise Unreadable(400)
        self._head = head

    def _add(self, part: h11.Data) -> None:
        self._pieces += part.chunk_start
        if self._pieces > _MOST_PIECES:
            raise Unreadable(400)
        self._parts.append(bytes(part.data))
        self.received += len(part.data)

    def _is_too_long(self) -> bool:
        if self._told_length() > self._longest_body:
            return True
        if self._http.they_are_waiting_for_100_continue:
            self._write(self._http.send(h11.InformationalResponse(status_code=100, headers=[])))
        return False

    def _told_length(self) -> int:
        assert self._head is not None
        lengths = (value for name, value in self._head.headers if name == b"content-length")
        return int(next(lengths, b"0"))

    def _taken(self) -> Request:
        assert self._head is not None
        head, body = self._head, b"".join(self._parts)
        length = max(self._told_length(), len(body))
        self._parts.clear()
        self._sends_body = head.method != b"HEAD"
        return Request(
            head.method.decode("latin1"),
            head.target.decode("latin1"),
            f"HTTP/{head.http_version.decode('latin1')}",
            tuple((name.decode("latin1"), value.decode("latin1")) for name, value in head.headers),
            body if length <= self._longest_body else b"",
            length,
        )

    # Answers

    def head(self, status: str, headers: Iterable[tuple[str, str]], *, closes: bool) -> bytes:
        """The head of an answer; raises `h11.LocalProtocolError` where it is none."""
        code, _, reason = status.partition(" ")
        self._sends_body = self._sends_body and int(code) not in _WITHOUT_BODY
        named = [*headers, ("Date", formatdate(usegmt=True))]
        if closes:
            named.append(("Connection", "close"))
        fields = [(name.encode("latin1"), value.encode("latin1")) for name, value in named]
        said = self._http.send(h11.Response(status_code=int(code), reason=reason, headers=fields))
        return said or b""

    def body(self, parts: Iterable[bytes]) -> bytes:
        """A part of an answer's body."""
        data = b"".join(parts) if self._sends_body else b""
        return (self._http.send(h11.Data(data=data)) or b"") if data else b""

    def end(self) -> bytes:
        """The end of an answer."""
        return self._http.send(h11.EndOfMessage()) or b""

    def goes_on(self) -> bool:
        """Begin with the next request; False where the connection is to be closed."""
        if self._http.our_state is not h11.DONE or self._http.their_state is not h11.DONE:
            return False
        self._http.start_next_cycle()
        self._head, self._pieces, self.received, self._sends_body = None, 0, 0, True
        self.has_begun = bool(self._http.trailing_data[0])
        return True


def refusal(status: HTTPStatus) -> bytes:
    """The few bytes that turn somebody away, after which the connection is closed."""
    said = f"{status.phrase}\n"
    wait = "Retry-After: 1\r\n" if status in (429, 503) else ""
    return (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain\r\n"
        f"Content-Length: {len(said)}\r\n{wait}Connection: close\r\n\r\n{said}"
    ).encode()
