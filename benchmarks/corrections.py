"""How long taps wait while others correct entries far back in long records.

Eight clients bring in a record of 20,000 lines each and correct it without a pause, each its own;
another phone enters points at a table of its own.

    python benchmarks/corrections.py [--database URL] [--workers 1] [--clients 8] [--seconds 15]

A PostgreSQL database that is named has to be an empty one: tables are opened in it.
"""

import argparse
import re
import sys
import tempfile
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

from companion.record.header import Header

sys.path[:0] = [str(Path(__file__).parents[1])]
from tests.web import keeper  # noqa: E402
from tests.web.keeper import Keeper  # noqa: E402
from tests.web.serving import Serving, serving  # noqa: E402

HEADER = Header("race-horse", ("Ana", "Ben"), None, ())
POINTS = {"side": "0", "what": "ruling"}
LINES = 19_990


def record() -> str:
    """One long hand of points that are agreed on."""
    lines = ["game: seven-toed-pete", "players: Ana, Ben", "target: 1000000", "", "lead: Ana"]
    return "\n".join([*lines, *["ruling: Ana +1", "ruling: Ben +1"] * (LINES // 2)])


def correct(client: Keeper, table: str, until: float, done: list[float]) -> None:
    """Correct entry 3, then what stands in its stead, and so on."""
    entry, version = 3, LINES + 1
    while (started := time.perf_counter()) < until:
        form = {**POINTS, "points": f"{version % 7 + 2}", "reason": "", "seen": f"{version}"}
        # A connection that lay idle may be closed.
        with suppress(OSError, HTTPException):
            assert client.post(f"{table}/record/{entry}", form).status == 303, entry
            version += 1
            entry = version
            done.append(time.perf_counter() - started)


def measured(server: Serving, clients: int, seconds: float) -> tuple[list[float], list[float]]:
    """The seconds of each tap, and of each correction."""
    attacking = [Keeper(server.port) for _ in range(clients)]
    tables = [
        client.post_until_answered("/import", {"record": record()}).location for client in attacking
    ]
    ana, corrections, taps = Keeper(server.port), [], []
    table, seen = ana.open_table(HEADER), 1
    ana.post(f"{table}/lead", {"who": "0", "seen": "0"})
    until = time.perf_counter() + seconds
    threads = [
        threading.Thread(target=correct, args=(client, its_table, until, corrections))
        for client, its_table in zip(attacking, tables, strict=True)
    ]
    for thread in threads:
        thread.start()
    while (started := time.perf_counter()) < until:
        form = {**POINTS, "points": "-1", "reason": f"{seen}", "seen": f"{seen}"}
        assert ana.post(f"{table}/ruling", form).status == 303
        seen += 1
        taps.append(time.perf_counter() - started)
        time.sleep(0.05)
    for thread in threads:
        thread.join()
    return sorted(taps), corrections


def megabytes(server: Serving) -> float:
    """What the workers hold in memory."""
    statuses = [Path(f"/proc/{worker}/status").read_text() for worker in server.workers()]
    return sum(int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) for status in statuses) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="", metavar="URL")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=15)
    options = parser.parse_args()
    # A correction may take longer than a test would wait.
    keeper._PATIENCE = 120.0
    with tempfile.TemporaryDirectory() as folder:
        told = ("--workers", f"{options.workers}", "--no-log")
        with serving(Path(folder), None, *told, DATABASE_URL=options.database) as server:
            taps, corrections = measured(server, options.clients, options.seconds)
            held = megabytes(server)
        stored = sum(file.stat().st_size for file in Path(folder).glob("tables.db")) / 1e6
    print(f"taps         {len(taps):6,}   median {taps[len(taps) // 2] * 1000:7.0f} ms", end="   ")
    print(f"longest {taps[-1] * 1000:7.0f} ms")
    print(f"corrections  {len(corrections):6,}   longest {max(corrections, default=0):6.1f} s")
    print(f"memory       {held:6.0f} MB   on the disk {stored:6.1f} MB")


if __name__ == "__main__":
    main()
