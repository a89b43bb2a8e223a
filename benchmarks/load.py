"""How many entries a second a server saves, through HTTP, with 1, 2 and 4 workers.

Phones with a connection kept alive enter points, each at a table of its own, and then
all at one table, where only one of them can be right at a time and the others hear
what happened and try again. What counts is what was acknowledged.

    python benchmarks/load.py [--database URL] [--phones 16] [--seconds 5]

The same phones post to the bare app of `tap.py`, behind the same kind of server: what
entries cost beside that is ours.

Without `--database` it runs on SQLite, in a folder of its own. A PostgreSQL database
that is named has to be an empty one: tables are opened in it.
"""

import argparse
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from companion.record.header import Header

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]
from tap import bare_app  # noqa: E402

from tests.web.keeper import Keeper  # noqa: E402
from tests.web.serving import Serving, serving  # noqa: E402

HEADER = Header("race-horse", ("Ana", "Ben"), None, ())


def phone(port: int, table: str, cookie: str, token: str, seconds: float, out: Any) -> None:
    """Enter points for so long; the milliseconds of each entry, from first try to yes."""
    keeper = Keeper(port, cookie, token)
    spent: list[float] = []
    seen, number = 1, 0
    until = time.perf_counter() + seconds
    while (started := time.perf_counter()) < until:
        number += 1
        form = {"side": "0", "points": "-1", "reason": f"{os.getpid()} {number}"}
        while True:
            answer = keeper.ask(
                "POST",
                f"{table}/ruling",
                keeper.form({**form, "seen": f"{seen}"}),
                {**keeper.FORM, "HX-Request": "true"},
            )
            seen = int(answer.text.partition('data-version="')[2].partition('"')[0])
            if answer.status == 200:
                break
            assert answer.status == 409, answer.text
        spent.append((time.perf_counter() - started) * 1000)
    keeper.close()
    out.put(spent)


def bare_phone(port: int, seconds: float, out: Any) -> None:
    """Post to the bare app for so long; the milliseconds of each post."""
    line = HTTPConnection("127.0.0.1", port)
    spent: list[float] = []
    until = time.perf_counter() + seconds
    while (started := time.perf_counter()) < until:
        line.request("POST", "/", "text=6-4+on+4-4", Keeper.FORM)
        answer = line.getresponse()
        assert answer.read() and answer.status == 200
        spent.append((time.perf_counter() - started) * 1000)
    line.close()
    out.put(spent)


def measured_bare(database: str, workers: int, phones: int, seconds: float) -> list[float]:
    """The milliseconds of all posts to the bare app."""
    with tempfile.TemporaryDirectory() as folder:
        bare_app(folder, database)
        port = free_port()
        made = f"tap:bare_app({folder!r}, {database!r})"
        command = [sys.executable, "-m", "gunicorn", "--chdir", str(Path(__file__).parent), made]
        settings = ["--bind", f"127.0.0.1:{port}", "--workers", f"{workers}", "--threads", "64"]
        server = subprocess.Popen([*command, *settings, "--log-level", "error"])
        try:
            warm_up(port)
            return together(phones, bare_phone, lambda _number: (port, seconds))
        finally:
            server.terminate()
            server.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def warm_up(port: int) -> None:
    """Wait until all workers answer: the port is open before they are there."""
    out: Any = multiprocessing.SimpleQueue()
    for _ in range(10):
        with suppress(OSError):
            bare_phone(port, 0.5, out)
        time.sleep(0.2)


def together(phones: int, work: Any, arguments: Any) -> list[float]:
    """What all phones measured, each a process of its own."""
    out: Any = multiprocessing.Queue()
    hands = [
        multiprocessing.Process(target=work, args=(*arguments(number), out))
        for number in range(phones)
    ]
    for hand in hands:
        hand.start()
    spent = [milliseconds for _ in hands for milliseconds in out.get()]
    for hand in hands:
        hand.join()
    return spent


def measured(server: Serving, phones: int, seconds: float, *, at_one_table: bool) -> list[float]:
    """The milliseconds of all entries, each phone a process of its own."""
    ana = Keeper(server.port)
    tables = [opened(ana) for _ in range(1 if at_one_table else phones)] * phones
    spent = together(
        phones, phone, lambda n: (server.port, tables[n], ana.cookie, ana.token, seconds)
    )
    ana.close()
    return spent


def opened(ana: Keeper) -> str:
    table = ana.open_table(HEADER)
    ana.post(f"{table}/lead", {"who": "0", "seen": "0"})
    return table


@contextmanager
def served(database: str, workers: int) -> Iterator[Serving]:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(
            Path(folder), None, "--workers", f"{workers}", "--no-log", DATABASE_URL=database
        ) as server,
    ):
        yield server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="", metavar="URL")
    parser.add_argument("--phones", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    print(f"{'':36} entries a second   median ms   p99 ms")
    for workers in (1, 2, 4):
        name = f"{workers} worker{'s' if workers > 1 else ''}"
        spent = measured_bare(options.database, workers, options.phones, options.seconds)
        bare = report(f"the bare app, {name}", spent, options.seconds)
        for at_one_table in (False, True):
            with served(options.database, workers) as server:
                spent = measured(server, options.phones, options.seconds, at_one_table=at_one_table)
            where = "all at one table" if at_one_table else "each at a table of its own"
            report(f"{where}, {name}", spent, options.seconds, bare)


def report(what: str, spent: list[float], seconds: float, bare: float | None = None) -> float:
    """One line; returns how many a second."""
    rate = len(spent) / seconds
    beside = "" if bare is None else f"   {rate / bare:4.0%} of the bare app"
    p99 = quantiles(spent, n=100)[-1]
    print(f"{what:36} {rate:16,.0f} {median(spent):11.1f} {p99:8.1f}{beside}", flush=True)
    return rate


if __name__ == "__main__":
    main()
