"""A static host on this machine: it knows files and nothing of the app, and can be away."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.web.serving import free_port


class StaticHost:
    """A folder served at an address; `asked` are the paths that were asked for."""

    def __init__(self, folder: Path, path: str = "/") -> None:
        self.folder = folder
        self.path = path
        self.port = free_port()
        # A browser keeps an app for this machine by name, without https.
        self.address = f"http://localhost:{self.port}{path}"
        self.asked: list[str] = []
        #: Paths whose answer breaks off in the middle.
        self.breaks: set[str] = set()
        self._server: ThreadingHTTPServer | None = None

    def start(self) -> None:
        handler = partial(_Handler, self, directory=str(self.folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Be away, as where there is no network."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, host: StaticHost, *arguments: object, directory: str) -> None:
        self.host = host
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.host.asked.append(self.path)
        if not self.path.startswith(self.host.path):
            self.send_error(404)
            return
        if any(part in self.path for part in self.host.breaks):
            self._break_off()
            return
        self.path = f"/{self.path.removeprefix(self.host.path)}"
        super().do_GET()

    def _break_off(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        self.wfile.write(b"half of it")
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a test looks at `asked`."""


@contextmanager
def hosting(folder: Path, path: str = "/") -> Iterator[StaticHost]:
    """A host while the block lasts."""
    host = StaticHost(folder, path)
    host.start()
    try:
        yield host
    finally:
        host.stop()
