"""A client without manners: it sends whatever bytes it likes and reads what comes back."""

import re
import socket
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlencode

_PATIENCE = 120.0
_LONGEST = 1_000_000
URLENCODED = "Content-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"


class Reply(NamedTuple):
    """What came back: the status, the header and the body."""

    status: int
    header: str
    body: str

    @property
    def cookie(self) -> str:
        """The session cookie that it set; empty where it set none."""
        found = re.search(r"^Set-Cookie: (session=[^;]*)", self.header, re.M)
        return found[1] if found else ""

    @property
    def token(self) -> str:
        """The token of the form on that page."""
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.body)
        assert found is not None, self.body
        return found[1]

    @property
    def location(self) -> str:
        found = re.search(r"^Location: (\S+)", self.header, re.M)
        assert found is not None, self.header
        return found[1]


class Zoe(NamedTuple):
    """Zoe at a socket, with whatever cookie and token she got hold of."""

    port: int
    cookie: str = ""
    token: str = ""

    def send(self, request: bytes) -> Reply:
        """Send bytes as they are; the server may hang up whenever it has heard enough."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=_PATIENCE) as line:
            with suppress(OSError):
                line.sendall(request)
            return _reply(line)

    def ask(self, method: str, path: str, header: str = "", body: bytes = b"") -> Reply:
        """A request with her cookie."""
        return self.send(self.request(method, path, header, body))

    def request(self, method: str, path: str, header: str = "", body: bytes = b"") -> bytes:
        lines = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{header}"
        if self.cookie:
            lines += f"Cookie: {self.cookie}\r\n"
        if body:
            lines += f"Content-Length: {len(body)}\r\n"
        return f"{lines}\r\n".encode("latin1") + body

    def post(self, path: str, form: dict[str, str], header: str = "") -> Reply:
        """A form with her token."""
        said = {"csrf_token": self.token, **form} if self.token else form
        return self.ask("POST", path, URLENCODED + header, urlencode(said).encode())


def _reply(line: socket.socket) -> Reply:
    heard = b""
    # It may say what it has to say and hang up on the rest.
    with suppress(ConnectionResetError):
        while len(heard) < _LONGEST and (part := line.recv(65536)):
            heard += part
    header, _, body = heard.partition(b"\r\n\r\n")
    said = header.decode("latin1").replace("\r\n", "\n")
    return Reply(int(said.split(" ")[1]), said, body.decode("utf-8", "replace"))
