"""One request that has arrived entirely, and what the app is told of it."""

import sys
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit
from wsgiref.types import WSGIEnvironment

from companion.web.security.client_network import house_of

#: Those that the app is told by names of their own.
_OWN_NAMES = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


class Request(NamedTuple):
    """A request as it was sent; `length` is more than the body where that was too long to read."""

    method: str
    target: str
    version: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    length: int

    @property
    def is_whole(self) -> bool:
        """Whether all of its body is here."""
        return self.length == len(self.body)

    def house(self, peer: str, *, is_proxy: bool) -> str:
        """The house that it comes from; a proxy names it last."""
        named = [value for name, value in self.headers if name == "x-forwarded-for"]
        if is_proxy and named:
            peer = named[-1].rpartition(",")[2].strip()
        return house_of(peer)

    def environ(self, server: tuple[str, int], peer: tuple[str, int]) -> WSGIEnvironment:
        """What WSGI has an app told."""
        path, _, query = self._address().partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin1"),
            "QUERY_STRING": query,
            "REQUEST_URI": self.target,
            "SERVER_PROTOCOL": self.version,
            "SERVER_NAME": server[0],
            "SERVER_PORT": f"{server[1]}",
            "REMOTE_ADDR": peer[0],
            "REMOTE_PORT": f"{peer[1]}",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(self.body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        for name, value in self.headers:
            # By another name for `-` nobody may pass for a header that a proxy sets.
            if "_" not in name:
                key = _OWN_NAMES.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
                environ[key] = f"{environ[key]},{value}" if key in environ else value
        if self.length or "CONTENT_LENGTH" in environ:
            # Also of one that came in pieces.
            environ["CONTENT_LENGTH"] = f"{self.length}"
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        return environ

    def _address(self) -> str:
        if self.target.startswith("/"):
            return self.target.partition("#")[0]
        # As it is asked of a proxy, which nobody takes this server for.
        parts = urlsplit(self.target)
        return f"{parts.path or '/'}?{parts.query}" if parts.netloc else self.target
