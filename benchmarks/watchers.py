"""How soon phones that watch see what one phone enters, and what that costs the server.

A server of its own, phones that hold a stream each (all in this process, half of them
watching, half keeping score), and keepers who set a tile and take it back, over and over.
Times run from the moment the tap is sent until its event has arrived whole at a phone.
Phones take compressed events; what is sent to many alike is inflated here once.

    python benchmarks/watchers.py [--watchers 500] [--tables 1] [--taps 100] [--workers 1]
                                  [--reconnects 1] [--database URL]
                                  [--beside FOLDER [--rounds 3]]

With `--beside`, the folder of another version with its environment, its own script and this one
run in turn.
"""

import argparse
import asyncio
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter, defaultdict
from functools import lru_cache
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.db.database import Database
from companion.db.table_models import LeadsTo
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.web.phones import ANAS_PHONE, cookie_of
from tests.web.serving import Serving, serving
from tests.web.thumb import laid

SECRET = "benchmark"
HEADER = "game: race-horse\nplayers: Ana, Ben, Cyd"
LAID = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
TILE = {"tile": "3-1", "on": "3-3"}
GZIP_HEADER = 10
TICKS = os.sysconf("SC_CLK_TCK")
#: What waits beyond what the server listens for is refused, here as anywhere.
CONNECTING_AT_ONCE = 2000


class Cost(NamedTuple):
    """What the processes of a server have used: seconds of CPU, megabytes."""

    cpu: float
    memory: float


@lru_cache(16)
def inflated(chunk: bytes) -> bytes:
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(chunk)


class Heard:
    """What all phones were told: when each revision of each table arrived."""

    def __init__(self) -> None:
        self.times: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
        self.bytes = 0
        self.kinds: Counter[str] = Counter()


class Phone(asyncio.Protocol):
    """A phone that listens, and notes when it was told."""

    def __init__(self, table_id: str, seen: int, cookie: str, heard: Heard) -> None:
        self.table_id = table_id
        self.seen = seen
        self.cookie = cookie
        self.heard = heard
        self.is_live = asyncio.get_running_loop().create_future()
        self.unread = b""
        self.has_head = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(
            f"GET /t/{self.table_id}/live?seen={self.seen}&changes= HTTP/1.1\r\n"
            f"Host: 127.0.0.1\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip\r\n"
            f"Cookie: session={self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.heard.bytes += len(data)
        self.unread += data
        if not self.has_head:
            head, end, rest = self.unread.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 200"), head
            self.has_head, self.unread = True, rest
        while chunk := self.next_chunk():
            if len(chunk) > GZIP_HEADER:
                self.hear(inflated(chunk))

    def next_chunk(self) -> bytes:
        length, _, rest = self.unread.partition(b"\r\n")
        if not length or len(rest) < int(length, 16) + 2:
            return b""
        self.unread = rest[int(length, 16) + 2 :]
        return rest[: int(length, 16)]

    def hear(self, event: bytes) -> None:
        found = re.match(rb"(?:id: ([0-9]+)\.[0-9]+\n)?event: (\w+)\n", event)
        assert found is not None, event
        version = int(found[1] or self.seen)
        if not self.is_live.done():
            self.is_live.set_result(True)
        elif found[1]:
            self.heard.kinds[found[2].decode()] += 1
            # What follows soon is shown together.
            for told in range(self.seen + 1, version + 1):
                self.heard.times[self.table_id, told].append(time.perf_counter())
        self.seen = version

    def connection_lost(self, error: Exception | None) -> None:
        if not self.is_live.done():
            self.is_live.set_exception(error or ConnectionError("closed"))


class Keeper:
    """Ana's phone: it sets a tile at a table and takes it back."""

    def __init__(self, port: int, table_id: str, cookie: str) -> None:
        self.table_id = table_id
        self.connection = HTTPConnection("127.0.0.1", port)
        self.lock = asyncio.Lock()
        self.headers = {"Cookie": f"session={cookie}", "HX-Request": "true"}
        answer, page = self.asks("GET", f"/t/{table_id}", {"Cookie": self.headers["Cookie"]})
        self.headers["Cookie"] = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        self.headers["X-CSRFToken"] = re.search('X-CSRFToken": "([^"]+)"', page)[1]  # type: ignore[index]
        self.seen = int(re.search('data-version="([0-9]+)"', page)[1])  # type: ignore[index]

    def asks(self, method: str, path: str, headers: dict[str, str], body: str = "") -> Any:
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        page = answer.read().decode()
        # By the next tap the server may have closed it.
        self.connection.close()
        return answer, page

    def taps(self) -> tuple[float, float]:
        """One tap; when it was sent, and when it was answered."""
        path, form = ("set", TILE) if (self.seen - len(LAID)) % 2 else ("undo", {})
        body = "&".join(f"{name}={value}" for name, value in {**form, "seen": self.seen}.items())
        headers = self.headers | {"Content-Type": "application/x-www-form-urlencoded"}
        sent = time.perf_counter()
        answer, page = self.asks("POST", f"/t/{self.table_id}/{path}", headers, body)
        answered = time.perf_counter()
        assert answer.status == 200, page
        self.seen += 1
        return sent, answered


class Table(NamedTuple):
    """A table, and the cookies of a phone that keeps score and of one that watches."""

    table_id: str
    keeps: str
    watches: str


def opened(url: str, number: int) -> list[Table]:
    """So many tables, in mid-hand."""
    database = Database(url)
    made = []
    keeps = cookie_of(SECRET, {"device": ANAS_PHONE, "_permanent": True})
    for _ in range(number):
        table_id = laid(TableService(database), HEADER, *LAID)
        link = AccessService(database).links(table_id)[LeadsTo.WATCH]
        watches = cookie_of(SECRET, {"held": {table_id: link}, "tables": [table_id]})
        made.append(Table(table_id, keeps, watches))
    database.close()
    return made


async def connected(port: int, tables: list[Table], seen: list[int], heard: Heard) -> list[Phone]:
    """Phones that come at once, spread evenly over the tables, each told how its table stands."""
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

    async def connect(nth: int) -> Phone:
        table = tables[nth % len(tables)]
        cookie = table.keeps if nth // len(tables) % 2 else table.watches
        async with gate:
            _, phone = await loop.create_connection(
                lambda: Phone(table.table_id, seen[nth], cookie, heard), "127.0.0.1", port
            )
            await phone.is_live
        return phone

    async with asyncio.timeout(300):
        return await asyncio.gather(*(connect(nth) for nth in range(len(seen))))


async def tapped(
    port: int, tables: list[Table], phones: list[Phone], heard: Heard, options: argparse.Namespace
) -> tuple[list[float], list[float]]:
    """Milliseconds from each tap to its answer, and to each phone at its table."""
    keepers = [Keeper(port, table.table_id, table.keeps) for table in tables[: options.taps]]
    watching = Counter(phone.table_id for phone in phones)
    answers: list[float] = []
    delays: list[float] = []

    async def tap(number: int) -> None:
        keeper = keepers[number % len(keepers)]
        async with keeper.lock:
            sent, answered = await asyncio.to_thread(keeper.taps)
            of = (keeper.table_id, keeper.seen)
        answers.append((answered - sent) * 1000)
        async with asyncio.timeout(5):
            while len(heard.times[of]) < watching[keeper.table_id]:
                await asyncio.sleep(0.005)
        delays.extend((moment - sent) * 1000 for moment in heard.times.pop(of))

    async with asyncio.TaskGroup() as taps:
        for number in range(options.taps):
            taps.create_task(tap(number))
            await asyncio.sleep(options.pause)
    return answers, delays


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


async def measure(server: Serving, tables: list[Table], options: argparse.Namespace) -> None:
    heard = Heard()
    started = time.perf_counter()
    phones = await connected(server.port, tables, [0] * options.watchers, heard)
    print(f"all shown their table {time.perf_counter() - started:.1f} s after they came at once")
    heard.bytes = 0
    before, started = cost_of(server), time.perf_counter()
    if options.taps:
        answers, delays = await tapped(server.port, tables, phones, heard, options)
        print(f"{'':22} {'p50':>8} {'p99':>8} {'max':>8}")
        told("tap to its answer", answers)
        told("tap to each phone", delays)
        print(f"to each phone {heard.bytes / len(delays):,.0f} bytes an event, {heard.kinds}")
    after, spent = cost_of(server), time.perf_counter() - started
    cpu = 100 * (after.cpu - before.cpu) / spent
    print(f"server: {cpu:.0f} % of one core while tapped, {after.memory:.0f} MB")
    for _ in range(options.reconnects):
        for phone in phones:
            phone.transport.abort()
        started = time.perf_counter()
        phones = await connected(server.port, tables, [phone.seen for phone in phones], heard)
        print(f"all cut off, and live again after {time.perf_counter() - started:.1f} s")
    for phone in phones:
        phone.transport.abort()


def run(folder: Path, options: argparse.Namespace) -> None:
    url = options.database or f"sqlite:///{folder}/tables.db"
    environment = {"DATABASE_URL": url, "SECRET_KEY": SECRET}
    workers = ("--workers", f"{options.workers}")
    with serving(folder, None, *workers, **environment) as server:
        tables = opened(url, options.tables)
        print(
            f"{options.watchers} phones at {options.tables} tables, "
            f"{options.taps} taps, {options.workers} workers"
        )
        asyncio.run(measure(server, tables, options))


def run_other(options: argparse.Namespace) -> None:
    """The other version by its own script: it keeps its tables in its own way."""
    names = ("watchers", "tables", "taps", "workers", "pause", "database")
    chosen = [f"--{name}={value}" for name in names if (value := getattr(options, name))]
    print("before:", flush=True)
    command = [options.beside / ".venv/bin/python", "benchmarks/watchers.py", *chosen]
    subprocess.run(command, cwd=options.beside, check=True)
    print("now:", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--taps", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds after each tap")
    parser.add_argument("--reconnects", type=int, default=0, help="how often all are cut off")
    parser.add_argument("--database", default="", help="PostgreSQL instead of SQLite in a file")
    parser.add_argument("--beside", type=Path, metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for _ in range(options.rounds if options.beside else 1):
        if options.beside:
            run_other(options)
        with tempfile.TemporaryDirectory() as folder:
            run(Path(folder), options)


if __name__ == "__main__":
    main()
