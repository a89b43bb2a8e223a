"""From a request of the phone's browser to the app and back, as plain values."""

import json
import sys
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit
from wsgiref.types import WSGIEnvironment

from werkzeug.http import dump_cookie, parse_cookie
from werkzeug.wrappers import Response

_PORTS = {"http": 80, "https": 443}
#: A worker can't set cookies; without a network, a page is as safe without the other headers.
_STAYS_HERE = frozenset({"set-cookie", "content-length", "strict-transport-security"})


class Bridge:
    """The app, asked by a worker; keeps the cookies that a worker can't.

    `root` is the path below which the app lies.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app
        self.root = ""
        self.cookies: dict[str, str] = {}

    def answer(self, asked: str, body: bytes) -> tuple[str, bytes]:
        """The app's answer to a request, and its body.

        `asked` is JSON: the method, the whole address, and the headers as pairs. The answer is JSON
        too: the status, the headers as pairs, and the cookies if they changed.
        """
        method, address, headers = json.loads(asked)
        before = dict(self.cookies)
        response = Response.from_app(self._app, self._environ(method, address, headers, body))
        self._keep(response)
        kept = [pair for pair in response.headers if pair[0].lower() not in _STAYS_HERE]
        changed = self.cookies if self.cookies != before else None
        return json.dumps([response.status_code, kept, changed]), response.get_data()

    def _environ(
        self, method: str, address: str, headers: list[tuple[str, str]], body: bytes
    ) -> WSGIEnvironment:
        url = urlsplit(address)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": self.root,
            "PATH_INFO": unquote_to_bytes(url.path.removeprefix(self.root)).decode("latin-1"),
            "QUERY_STRING": url.query,
            "SERVER_NAME": url.hostname or "localhost",
            "SERVER_PORT": f"{url.port or _PORTS[url.scheme]}",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": f"{len(body)}",
            "HTTP_HOST": url.netloc,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": url.scheme,
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in headers:
            key = name.upper().replace("-", "_")
            environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        if self.cookies:
            pairs = (dump_cookie(key, value, path=None) for key, value in self.cookies.items())
            environ["HTTP_COOKIE"] = "; ".join(pairs)
        return environ

    def _keep(self, response: Response) -> None:
        for header in response.headers.getlist("Set-Cookie"):
            # The name and the value come first, what follows is for browsers.
            (name, value), *_ = parse_cookie(header.partition(";")[0]).items()
            if value and "Max-Age=0" not in header:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
