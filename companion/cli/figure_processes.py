"""Figures of many games made anew by several processes at once: they are all computing."""

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

#: Games that a process makes sooner than another one has started.
_WORTH_A_PROCESS = 100
#: Games that a process is given at once.
_AT_ONCE = 4
_NICENESS = 10


@contextmanager
def processes(games: GameService, number: int | None = None) -> Iterator[Makes]:
    """Several processes that make figures, one for each core unless a number is given."""
    # With its password, which no command line shows.
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
            # Whoever breaks it off waits for what is being made, and not for all the rest.
            executor.shutdown(cancel_futures=True)


def _cores() -> int:
    """The cores that this process may use."""
    has_affinity = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1


def _begin() -> None:
    """Let whoever plays meanwhile come first, and who breaks it off be heard where it was typed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_go_along, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    # What was loaded is not searched for garbage with each game.
    gc.collect()
    gc.freeze()


def _go_along() -> None:
    """End with the command: where it was killed, nobody else would tell this process."""
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
