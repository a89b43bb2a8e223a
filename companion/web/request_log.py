"""A line for each request: when, what, how it went, how long it took, how many bytes."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wsgi import ClosingIterator

_HIDDEN = "***"
#: The parts of an address that must not be in a log.
_SECRETS = frozenset({"code", "secret", "race_id"})
_SECRET_ADDRESSES = "/j/"
_UNKNOWN = "-"


def log_requests(
    application: WSGIApplication, write: Callable[[str], object] = sys.stderr.write
) -> WSGIApplication:
    """The application, its answers logged without address, cookie, form, query or secret."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        started = time.perf_counter()
        path = status = _UNKNOWN
        length = 0

        def start(said: str, *arguments: Any) -> Callable[[bytes], object]:
            nonlocal path, status
            # The app forgets the request when it has answered.
            path, status = describe_path(environ), said.partition(" ")[0]
            return start_response(said, *arguments)

        def counted() -> Iterator[bytes]:
            nonlocal length
            for part in body:
                length += len(part)
                yield part

        def log() -> None:
            spent = (time.perf_counter() - started) * 1000
            now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            what = f"{environ['REQUEST_METHOD']} {path} {status}"
            # In one piece, so that the lines of two threads don't mix.
            write(f"{now} {what} {spent:.1f} ms {length} bytes\n")

        body = application(environ, start)
        return ClosingIterator(counted(), [getattr(body, "close", lambda: None), log])

    return answer


def describe_path(environ: WSGIEnvironment) -> str:
    """The path for a log: by the rule that it matched, without any secret."""
    request = environ.get("werkzeug.request")
    rule = getattr(request, "url_rule", None)
    if request is None or rule is None:
        # A mistyped link may contain nearly a whole secret.
        return _UNKNOWN
    is_secret = rule.rule.startswith(_SECRET_ADDRESSES)
    shown = {
        name: _HIDDEN if is_secret or name in _SECRETS else value
        for name, value in (request.view_args or {}).items()
    }
    built = rule.build(shown)
    return str(rule.rule if built is None else built[1])
