"""What the app answers to one request."""

from collections.abc import Callable, Iterable, Iterator
from contextvars import Context
from typing import Any, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from companion.web.live.events import Encoding
from companion.web.serving.streams import Stream, Streams

#: Bytes: so much of an answer waits here at most for a phone that reads slowly, unless the
#: app gives more in one piece.
_PORTION = 128 * 1024
#: What routes ask to open a stream on the connection of their request.
OPENS_STREAM = "companion.open_stream"


class Portion(NamedTuple):
    """A part of an answer, with what its head says; the last one may begin a stream."""

    status: str
    headers: list[tuple[str, str]]
    parts: list[bytes]
    is_last: bool
    stream: Stream | None = None


class AppAnswer:
    """An answer that comes in portions, each made by whatever thread has time for it."""

    def __init__(self, app: WSGIApplication, environ: WSGIEnvironment, streams: Streams) -> None:
        self._app = app
        self._environ = environ
        self._environ[OPENS_STREAM] = self._open_stream
        self._streams = streams
        self._stream: Stream | None = None
        self._status = ""
        self._headers: list[tuple[str, str]] = []
        self._body: Iterable[bytes] | None = None
        self._rest: Iterator[bytes] = iter(())
        # What the app is in the middle of goes with the answer from thread to thread.
        self._context = Context()

    def portion(self) -> Portion:
        """The next part of it; raises whatever the app raises."""
        return self._context.run(self._portion)

    def close(self) -> None:
        """Tell the app that nobody wants more of it."""
        self._context.run(self._close)

    def _portion(self) -> Portion:
        if self._body is None:
            self._body = self._app(self._environ, self._start)
            self._rest = iter(self._body)
        parts: list[bytes] = []
        size = 0
        for part in self._rest:
            parts.append(part)
            size += len(part)
            if size >= _PORTION:
                return Portion(self._status, self._headers, parts, is_last=False)
        self._close()
        begun = self._stream if self._stream and self._stream.is_begun else None
        return Portion(self._status, self._headers, parts, is_last=True, stream=begun)

    def _close(self) -> None:
        close: Callable[[], object] = getattr(self._body, "close", lambda: None)
        self._body, self._rest = (), iter(())
        close()

    def _start(
        self, status: str, headers: list[tuple[str, str]], error: Any = None, /
    ) -> Callable[[bytes], object]:
        self._status, self._headers = status, headers
        return self._write

    def _write(self, part: bytes) -> None:
        raise NotImplementedError("an app gives its parts, and writes none")

    def _open_stream(self, encoding: Encoding) -> Stream:
        self._stream = self._streams.open(encoding)
        return self._stream
