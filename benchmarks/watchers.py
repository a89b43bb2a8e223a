"""How soon phones that watch see what one phone enters, and what that costs the server.

A server of its own, phones that hold a stream each (all in this process, on raw
sockets), and a keeper who sets a tile and takes it back, over and over. Times run from
the moment the tap is sent until its fragment has arrived whole at a phone.

    python benchmarks/watchers.py [--watchers 500] [--taps 100] [--workers 1] [--database URL]
"""

import argparse
import asyncio
import os
import re
import resource
import sys
import tempfile
import time
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.tables.door import Door
from companion.tables.rows import LeadsTo
from tests.web.phones import ANAS_PHONE, cookie_of
from tests.web.serving import Serving, serving
from tests.web.thumb import laid

SECRET = "benchmark"
HEADER = "game: race-horse\nplayers: Ana, Ben, Cyd"
LAID = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
TILE = {"tile": "3-1", "on": "3-3"}
#: Threads besides those that watchers hold: taps, and watchers unevenly spread over workers.
SPARE = 40
TICKS = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """What the processes of a server have used: seconds of CPU, megabytes."""

    cpu: float
    memory: float


class Watcher(asyncio.Protocol):
    """A phone that listens, and notes when it was told."""

    def __init__(self, address: str, cookie: str, heard: list[float]) -> None:
        self.address = address
        self.cookie = cookie
        self.heard = heard
        self.is_live = asyncio.get_running_loop().create_future()
        self.is_being_told = False
        self.seen = b"0.0"

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.ask()

    def ask(self) -> None:
        """Open a stream; the connection is used again for the next one."""
        self.transport.write(
            f"GET {self.address}?seen={self.seen.decode()} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Accept: text/event-stream\r\nCookie: session={self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if found := re.search(rb"\nid: ([0-9.]+)\n", data):
            self.seen = found[1]
            self.is_being_told = True
        if self.is_being_told and data.endswith(b"\n\n\r\n"):
            self.is_being_told = False
            if self.is_live.done():
                self.heard.append(time.perf_counter())
            else:
                self.is_live.set_result(True)
        if b"event: again" in data:
            self.ask()


class Keeper:
    """Ana's phone: it sets a tile and takes it back."""

    def __init__(self, port: int, table_id: str) -> None:
        self.table_id = table_id
        self.connection = HTTPConnection("127.0.0.1", port)
        cookie = cookie_of(SECRET, {"device": ANAS_PHONE, "_permanent": True})
        self.headers = {"Cookie": f"session={cookie}", "HX-Request": "true"}
        answer, page = self.asks("GET", f"/t/{table_id}", {"Cookie": self.headers["Cookie"]})
        self.headers["Cookie"] = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        self.headers["X-CSRFToken"] = re.search('X-CSRFToken": "([^"]+)"', page)[1]  # type: ignore[index]
        self.seen = int(re.search('data-version="([0-9]+)"', page)[1])  # type: ignore[index]

    def asks(self, method: str, path: str, headers: dict[str, str], body: str = "") -> Any:
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer, answer.read().decode()

    def taps(self, number: int) -> tuple[float, float]:
        """One tap; when it was sent, and when it was answered."""
        path, form = ("undo", {}) if number % 2 else ("set", TILE)
        body = "&".join(f"{name}={value}" for name, value in {**form, "seen": self.seen}.items())
        headers = self.headers | {"Content-Type": "application/x-www-form-urlencoded"}
        sent = time.perf_counter()
        answer, page = self.asks("POST", f"/t/{self.table_id}/{path}", headers, body)
        answered = time.perf_counter()
        assert answer.status == 200, page
        self.seen += 1
        return sent, answered


async def watch(
    server: Serving, table_id: str, cookie: str, options: argparse.Namespace
) -> tuple[list[float], list[float]]:
    """Milliseconds from each tap to its answer, and to each watcher."""
    loop = asyncio.get_running_loop()
    heard: list[float] = []
    watchers = []
    address = f"/t/{table_id}/live"
    for _ in range(options.watchers):
        _, watcher = await loop.create_connection(
            lambda: Watcher(address, cookie, heard), "127.0.0.1", server.port
        )
        watchers.append(watcher)
    await asyncio.wait_for(asyncio.gather(*(watcher.is_live for watcher in watchers)), 60)
    keeper = await asyncio.to_thread(Keeper, server.port, table_id)
    answers, notices = [], []
    for number in range(options.taps):
        heard.clear()
        sent, answered = await asyncio.to_thread(keeper.taps, number)
        answers.append((answered - sent) * 1000)
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                while len(heard) < options.watchers:
                    await asyncio.sleep(0.002)
        assert len(heard) == options.watchers, f"{len(heard)} heard of tap {number}"
        notices += [(moment - sent) * 1000 for moment in heard]
        await asyncio.sleep(options.pause)
    for watcher in watchers:
        watcher.transport.abort()
    return answers, notices


def cost_of(server: Serving) -> Cost:
    """What the server and its workers have used so far."""
    assert server.process is not None
    cpu = memory = 0.0
    for process in (server.process.pid, *server.workers()):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        cpu += (int(fields[11]) + int(fields[12])) / TICKS
        shared = Path(f"/proc/{process}/smaps_rollup").read_text()
        memory += int(re.search(r"Pss:\s+([0-9]+)", shared)[1]) / 1024  # type: ignore[index]
    return Cost(cpu, memory)


def told(what: str, times: list[float]) -> None:
    hundredths = quantiles(times, n=100)
    print(f"{what:22} {median(times):8.1f} {hundredths[98]:8.1f} {max(times):8.1f}  ms")


def run(folder: Path, options: argparse.Namespace) -> None:
    url = options.database or f"sqlite:///{folder}/tables.db"
    threads = f"{options.watchers + SPARE}"
    environment = {"DATABASE_URL": url, "SECRET_KEY": SECRET}
    arguments = ("--workers", f"{options.workers}", "--threads", threads)
    with serving(folder, None, *arguments, **environment) as server:
        database = Database(url)
        table_id = laid(Desk(database), HEADER, *LAID)
        link = Door(database).links(table_id)[LeadsTo.WATCH]
        database.close()
        cookie = cookie_of(SECRET, {"held": {table_id: link}, "tables": [table_id]})
        before, started = cost_of(server), time.perf_counter()
        answers, notices = asyncio.run(watch(server, table_id, cookie, options))
        after, spent = cost_of(server), time.perf_counter() - started
        print(f"{options.watchers} watchers, {options.taps} taps, {options.workers} workers")
        print(f"{'':22} {'p50':>8} {'p99':>8} {'max':>8}")
        told("tap to its answer", answers)
        told("tap to each watcher", notices)
        cpu = 100 * (after.cpu - before.cpu) / spent
        print(f"server: {cpu:.0f} % of one core while tapped, {after.memory:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--taps", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds after each tap")
    parser.add_argument("--database", default="", help="PostgreSQL instead of SQLite in a file")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder), options)


if __name__ == "__main__":
    main()
