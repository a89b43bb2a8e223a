"""How many entries a second a server saves, through HTTP, with 1, 2 and 4 workers.

Phones with a connection kept alive enter points, each at a table of its own, and then
all at one table, where only one of them can be right at a time and the others hear
what happened and try again. What counts is what was acknowledged.

    python benchmarks/load.py [--database URL] [--phones 16] [--seconds 5]

Without `--database` it runs on SQLite, in a folder of its own. A PostgreSQL database
that is named has to be an empty one: tables are opened in it.
"""

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from companion.record.header import Header

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.web.keeper import Keeper
from tests.web.serving import Serving, serving

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


def measured(server: Serving, phones: int, seconds: float, *, at_one_table: bool) -> list[float]:
    """The milliseconds of all entries, each phone a process of its own."""
    ana = Keeper(server.port)
    tables = [opened(ana) for _ in range(1 if at_one_table else phones)] * phones
    out: Any = multiprocessing.Queue()
    hands = [
        multiprocessing.Process(
            target=phone, args=(server.port, table, ana.cookie, ana.token, seconds, out)
        )
        for table in tables[:phones]
    ]
    for hand in hands:
        hand.start()
    spent = [milliseconds for _ in hands for milliseconds in out.get()]
    for hand in hands:
        hand.join()
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
    for at_one_table in (False, True):
        for workers in (1, 2, 4):
            with served(options.database, workers) as server:
                spent = measured(server, options.phones, options.seconds, at_one_table=at_one_table)
            where = "all at one table" if at_one_table else "each at a table of its own"
            told = f"{where}, {workers} worker{'s' if workers > 1 else ''}"
            rate = len(spent) / options.seconds
            print(
                f"{told:36} {rate:16,.0f} {median(spent):11.1f} {quantiles(spent, n=100)[-1]:8.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
