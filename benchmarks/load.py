"""How many entries a second a server saves, through HTTP, with 1 and 2 workers.

Phones with a connection kept alive enter points, each at a table of its own, and then
all at one table, where only one of them can be right at a time and the others hear
what happened and try again. What counts is what was acknowledged.

    python benchmarks/load.py [--database URL] [--phones 8] [--seconds 1] [--rounds 8]
                              [--beside FOLDER]

With `--beside`, the folder of another version with its environment, both run, and are
asked in turn.

Without `--database` it runs on SQLite, in a folder of its own. A PostgreSQL database
that is named has to be an empty one: tables are opened in it.
"""

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from companion.record.header import Header

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.web.keeper import Keeper
from tests.web.serving import Serving, serving

HEADER = Header("race-horse", ("Ana", "Ben"), None, ())
PAUSE = 1.5


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


def run(options: argparse.Namespace, workers: int) -> None:
    """One line for each version and each kind of table, all measured in turn."""
    versions = {"": None, **({", before": options.beside} if options.beside else {})}
    with ExitStack() as ends:
        servers = {}
        for version, checkout in versions.items():
            folder = Path(ends.enter_context(tempfile.TemporaryDirectory()))
            made = serving(
                folder,
                None,
                "--workers",
                f"{workers}",
                "--no-log",
                checkout=checkout,
                DATABASE_URL=options.database,
            )
            servers[version] = ends.enter_context(made)
        # The port is open before all workers are there.
        time.sleep(PAUSE)
        for where in ("each at a table of its own", "all at one table"):
            spent: dict[str, list[list[float]]] = {version: [] for version in versions}
            for number in range(options.rounds):
                for version in list(versions)[:: 1 if number % 2 else -1]:
                    at_one_table = where.startswith("all")
                    phones, seconds = options.phones, options.seconds
                    one = measured(servers[version], phones, seconds, at_one_table=at_one_table)
                    spent[version].append(one)
            for version, rounds in spent.items():
                describe(f"{where}, {workers} workers{version}", rounds, spent[""], options.seconds)


def describe(
    what: str, rounds: list[list[float]], beside: list[list[float]], seconds: float
) -> None:
    """One line: entries a second, milliseconds, and how many times as many the new version has."""
    every = [each for one in rounds for each in one]
    rate = len(every) / seconds / len(rounds)
    times = median(len(now) / len(one) for now, one in zip(beside, rounds, strict=True))
    p99 = quantiles(every, n=100)[-1]
    print(f"{what:46} {rate:8,.0f} {median(every):11.1f} {p99:8.1f} {times:8.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="", metavar="URL")
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1, help="of each round")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--beside", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    print(f"{'':46} {'a second':>8}   median ms   p99 ms  now / it")
    for workers in (1, 2):
        run(options, workers)


if __name__ == "__main__":
    main()
