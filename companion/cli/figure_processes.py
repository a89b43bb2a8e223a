"""Make the figures of many games in several processes at once."""

import gc
import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from multiprocessing import get_context, parent_process
from threading import Thread

from companion.clubs.club_games import GameService, Made, Makes
from companion.db.database import Database
from companion.tables.table_service import TableService

#: Fewer games are made sooner than a process starts.
_WORTH_A_PROCESS = 100
#: The games that a process gets at once.
_AT_ONCE = 4
_NICENESS = 10


@contextmanager
def processes(games: GameService, number: int | None = None) -> Iterator[Makes]:
    """Processes that make figures, one for each core unless a number is given."""
    make_one = partial(_make, games.database.engine.url.render_as_string(hide_password=False))
    started: list[ProcessPoolExecutor] = []

    def make(table_ids: Sequence[str]) -> Iterable[Made | None]:
        if len(table_ids) < _WORTH_A_PROCESS:
            return map(games.make, table_ids)
        if not started:
            spawning = get_context("spawn")
            started.append(ProcessPoolExecutor(number or _cores(), spawning, initializer=_begin))
        return started[0].map(make_one, table_ids, chunksize=_AT_ONCE)

    try:
        yield make
    finally:
        for executor in started:
            # An interrupt waits for the games in progress, not for all the rest.
            executor.shutdown(cancel_futures=True)


def _cores() -> int:
    """The cores that this process may use."""
    has_affinity = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1


def _begin() -> None:
    """Let players come first, and leave Ctrl-C to the command."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_go_along, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    # The garbage collector need not search what was loaded.
    gc.collect()
    gc.freeze()


def _go_along() -> None:
    """End with the command, even if that is killed."""
    command = parent_process()
    assert command is not None
    command.join()
    os._exit(1)


@cache
def _games(url: str) -> GameService:
    """The games of a database, opened once by each process."""
    return GameService(TableService(Database(url)))


def _make(url: str, table_id: str) -> Made | None:
    return _games(url).make(table_id)
