"""A line for each request: when, what, how it went, how long it took, how many bytes."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_HIDDEN = "***"
#: What of an address nobody may learn from a log.
_SECRETS = frozenset({"code", "secret"})
_SECRET_ADDRESSES = "/j/"
_UNKNOWN = "-"


class RequestLog:
    """An application that logs each request after it was answered.

    It names no address, cookie, form value or query, and of a link no secret.
    """

    def __init__(
        self, application: WSGIApplication, write: Callable[[str], object] = sys.stderr.write
    ) -> None:
        self._application = application
        self._write = write

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer as the application does."""
        answer = _Answer(environ, start_response, self._write)
        answer.body = self._application(environ, answer.start)
        return answer


class _Answer:
    """An answer on its way out: its bytes are counted, and it is logged when all are gone."""

    body: Iterable[bytes] = ()
    path = _UNKNOWN
    status = _UNKNOWN
    length = 0

    def __init__(
        self,
        environ: WSGIEnvironment,
        start_response: StartResponse,
        write: Callable[[str], object],
    ) -> None:
        self._environ = environ
        self._start_response = start_response
        self._write = write
        self._started = time.perf_counter()

    def start(self, status: str, *arguments: Any) -> Callable[[bytes], object]:
        self.status = status.partition(" ")[0]
        # The app forgets the request when it has answered.
        self.path = describe_path(self._environ)
        return self._start_response(status, *arguments)

    def __iter__(self) -> Iterator[bytes]:
        for part in self.body:
            self.length += len(part)
            yield part

    def close(self) -> None:
        if hasattr(self.body, "close"):
            self.body.close()
        spent = (time.perf_counter() - self._started) * 1000
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        method = self._environ["REQUEST_METHOD"]
        # In one piece, so that the lines of two threads do not mix.
        self._write(
            f"{now} {method} {self.path} {self.status} {spent:.1f} ms {self.length} bytes\n"
        )


def describe_path(environ: WSGIEnvironment) -> str:
    """The path as a log may show it: by the rule that it matched, without any secret."""
    request = environ.get("werkzeug.request")
    rule = getattr(request, "url_rule", None)
    if request is None or rule is None:
        # A mistyped link may be nearly a whole secret.
        return _UNKNOWN
    is_secret = rule.rule.startswith(_SECRET_ADDRESSES)
    shown = {
        name: _HIDDEN if is_secret or name in _SECRETS else value
        for name, value in (request.view_args or {}).items()
    }
    built = rule.build(shown)
    path: str = rule.rule if built is None else built[1]
    return path
