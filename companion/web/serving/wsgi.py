"""A request as the app is asked, and what it answers, portion by portion."""

import sys
from collections.abc import Callable, Generator
from contextvars import Context
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit
from wsgiref.types import WSGIApplication, WSGIEnvironment

from uvicorn.middleware.wsgi import build_environ

from companion.web.live.events import Encoding
from companion.web.live.streams import OPENS_STREAM, Stream, Streams

#: Bytes: so much of an answer is made at once.
_PORTION = 128 * 1024


def environ_of(scope: Any, body: bytes) -> WSGIEnvironment:
    """A request in the words of WSGI."""
    path = scope["path"]
    if not path.startswith("/"):
        # As it is asked of a proxy, which nobody takes this server for.
        path = urlsplit(path).path or "/"
    # By another name for `-` nobody may pass for a header that a proxy sets.
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    asked: Any = {**scope, "path": path, "headers": headers}
    environ: WSGIEnvironment = {**build_environ(asked, asked, BytesIO(body))}
    environ["wsgi.errors"] = sys.stderr
    if environ.pop("HTTP_TRANSFER_ENCODING", None):
        # Of one that came in chunks.
        environ["CONTENT_LENGTH"] = f"{len(body)}"
    return environ


class AppAnswer:
    """An answer that comes in portions, each made by whatever thread has time for it."""

    def __init__(self, app: WSGIApplication, environ: WSGIEnvironment, streams: Streams) -> None:
        environ[OPENS_STREAM] = self._open_stream
        self._streams = streams
        #: What goes on after this answer, if it was asked for.
        self.stream: Stream | None = None
        #: Its status and headers, as ASGI has them.
        self.head: dict[str, Any] = {}
        self._portions = self._made(app, environ)
        # What the app is in the middle of goes with the answer from thread to thread.
        self._context = Context()

    def portion(self) -> tuple[bytes, bool]:
        """The next part, and whether more follows; raises whatever the app raises."""
        return self._context.run(next, self._portions)

    def close(self) -> None:
        """Tell the app that nobody wants more of it."""
        self._context.run(self._portions.close)

    def _made(
        self, app: WSGIApplication, environ: WSGIEnvironment
    ) -> Generator[tuple[bytes, bool], None, None]:
        body = app(environ, self._start)
        parts: list[bytes] = []
        try:
            for part in body:
                parts.append(part)
                if sum(map(len, parts)) >= _PORTION:
                    yield b"".join(parts), True
                    parts.clear()
        finally:
            getattr(body, "close", lambda: None)()
        yield b"".join(parts), False

    def _open_stream(self, encoding: Encoding) -> Stream:
        self.stream = self._streams.open(encoding)
        return self.stream

    def _start(
        self, status: str, headers: list[tuple[str, str]], _error: Any = None, /
    ) -> Callable[[bytes], object]:
        named = [(name.encode("latin1"), value.encode("latin1")) for name, value in headers]
        code = int(status.partition(" ")[0])
        self.head = {"type": "http.response.start", "status": code, "headers": named}
        return lambda _part: None
