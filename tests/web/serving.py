"""The app as people start it: a process of its own, on this machine only."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom

_PATIENCE = 120.0


class Serving:
    """`companion serve` on a free port, with its data in a folder of its own.

    The log lies in `folder`, and so does the data unless it has another folder.
    Tests knock as often as they like, unless the `environment` says otherwise.
    """

    def __init__(
        self,
        folder: Path,
        data: Path | None = None,
        *options: str,
        checkout: Path | None = None,
        **environment: str,
    ) -> None:
        self.folder = folder
        self.checkout = checkout
        self.data = data or folder
        self.options = options
        self.environment = {
            "COMPANION_DATA": str(self.data),
            "COMPANION_LIMITS": "off",
            "DATABASE_URL": "",
            **environment,
        }
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    self.checkout / ".venv/bin/python" if self.checkout else sys.executable,
                    "-m",
                    "companion.cli",
                    "serve",
                    "--local",
                    "--port",
                    f"{self.port}",
                    *self.options,
                ],
                cwd=self.checkout,
                env=os.environ | self.environment,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/healthz", timeout=5).close()
                return
            except OSError:
                assert self.process.poll() is None, self.log()
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server and its workers on the spot, without a chance to save anything."""
        assert self.process is not None
        # Of one that is dead already, the number may be another's by now.
        workers = self.workers() if self.process.poll() is None else []
        self.process.kill()
        self.process.wait(timeout=_PATIENCE)
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        until = time.monotonic() + _PATIENCE
        while _is_taken(self.port):
            assert time.monotonic() < until, "the port is still taken"
            time.sleep(0.02)

    def workers(self) -> list[int]:
        """The processes that answer."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        pids = children.read_text().split() if children.exists() else []
        return [int(pid) for pid in pids if not _is_tracker(pid)]

    def log(self) -> str:
        """All that was printed so far."""
        return (self.folder / "log").read_text()


@contextmanager
def serving(
    folder: Path,
    data: Path | None = None,
    *options: str,
    checkout: Path | None = None,
    **environment: str,
) -> Iterator[Serving]:
    """A server for the length of a block; to stop it kindly would take a second.

    `checkout` is the folder of another version, with its own environment.
    """
    server = Serving(folder, data, *options, checkout=checkout, **environment)
    try:
        server.start()
        yield server
    finally:
        server.kill()


def free_port() -> int:
    """A port of this machine that nobody listens on, and that is given to no connection."""
    # Connections are given ports above these, also while a server is down that comes back to its.
    port = SystemRandom().randrange(15_000, 32_000)
    return port if not _is_taken(port) else free_port()


def _is_tracker(pid: str) -> bool:
    """Whether that is the helper that Python starts beside the workers."""
    return b"resource_tracker" in Path(f"/proc/{pid}/cmdline").read_bytes()


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
