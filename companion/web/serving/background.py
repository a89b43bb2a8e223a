"""What the server does when nobody asks: the figures of games, and what is due or left over."""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from threading import Event, Thread, get_native_id

from companion.db.database import Database
from companion.db.errors import DatabaseTrouble

#: Seconds before it begins, so that the first phones are served first; between two slices of work;
#: when there was nothing to do; and after trouble.
_AT_FIRST, _BETWEEN, _IDLE, _AFTER_TROUBLE = 5.0, 0.02, 5.0, 60.0
#: How far it stands back behind whoever answers phones, as the system counts it.
_NICENESS = 10

_log = logging.getLogger(__name__)


@contextmanager
def background(url: str, *, at_first: float = _AT_FIRST) -> Iterator[None]:
    """Work on the database at this address while the block lasts.

    It is a thread of the process that starts the workers: however many those are, it is one, and it
    takes no turn from a tap. A slice is saved in one short transaction.
    """
    stopped = Event()
    thread = Thread(target=_run, args=(url, stopped, at_first), name="background", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def _run(url: str, stopped: Event, at_first: float) -> None:
    if stopped.wait(at_first):
        return
    if sys.platform == "linux":
        # There it counts for this thread alone.
        os.setpriority(os.PRIO_PROCESS, get_native_id(), _NICENESS)
    # Imported now: it takes longer than a start may.
    from companion.clubs.all_services import Clubs
    from companion.clubs.leagues.league_store import give_owners
    from companion.tables.table_service import TableService

    with closing(Database(url)) as database:
        clubs, rest = Clubs(TableService(database), lambda: datetime.now(UTC)), 0.0
        while not stopped.wait(rest):
            try:
                if not rest:
                    give_owners(database)
                rest = _BETWEEN
                if not clubs.games.make_waiting(datetime.now(UTC)):
                    clubs.service.close_due()
                    clubs.taking_in.tidy()
                    rest = _IDLE
            except DatabaseTrouble:
                rest = _AFTER_TROUBLE
            except Exception:
                _log.exception("The background failed, and goes on in a minute")
                rest = _AFTER_TROUBLE
