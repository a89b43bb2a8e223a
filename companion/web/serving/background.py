"""What the server does when nobody asks: the figures of games, and what is due or left over."""

import logging
import os
import sys
from datetime import UTC, datetime
from threading import Event, Thread, get_native_id
from types import TracebackType

from companion.db.database import Database
from companion.db.errors import DatabaseTrouble

#: Seconds before it begins, so that the first phones are served first; between two slices of work;
#: when there was nothing to do; and after trouble.
_AT_FIRST, _BETWEEN, _IDLE, _AFTER_TROUBLE = 5.0, 0.02, 5.0, 60.0
#: How far it stands back behind whoever answers phones, as the system counts it.
_NICENESS = 10

_log = logging.getLogger(__name__)


class Background:
    """A thread of the process that starts the workers: however many those are, it is one.

    So it takes no turn from a tap, except that a slice is saved in one short transaction.
    """

    def __init__(self, url: str, *, at_first: float = _AT_FIRST) -> None:
        self._url, self._at_first, self._stopped = url, at_first, Event()
        self._thread = Thread(target=self._run, name="background", daemon=True)

    def __enter__(self) -> "Background":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        if self._stopped.wait(self._at_first):
            return
        if sys.platform == "linux":
            # There it counts for this thread alone.
            os.setpriority(os.PRIO_PROCESS, get_native_id(), _NICENESS)
        # Imported now: it takes longer than a start may.
        from companion.clubs.all_services import Clubs
        from companion.tables.table_service import TableService

        database = Database(self._url)
        clubs, rest = Clubs.on(TableService(database), lambda: datetime.now(UTC)), 0.0
        while not self._stopped.wait(rest):
            try:
                rest = _BETWEEN
                if not clubs.games.make_waiting(datetime.now(UTC)):
                    clubs.taking_in.tidy()
                    rest = _IDLE
            except DatabaseTrouble:
                rest = _AFTER_TROUBLE
            except Exception:
                _log.exception("The background failed, and goes on in a minute")
                rest = _AFTER_TROUBLE
        database.close()
