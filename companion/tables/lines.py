"""Where the threads of a process wait for each other, before they wait for the database."""

from threading import Lock
from types import TracebackType
from weakref import WeakValueDictionary


class OneAtATime:
    """A lock that is forgotten when nobody holds it or waits for it."""

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._lock.release()


class Queues:
    """A line for each table, in which those wait who enter at it; nobody waits for another's."""

    def __init__(self) -> None:
        self._of: WeakValueDictionary[str, OneAtATime] = WeakValueDictionary()
        self._lock = Lock()

    def of(self, table_id: str) -> OneAtATime:
        """The line of a table."""
        with self._lock:
            # Bound to a name: else it would be gone before it is returned.
            line = self._of.get(table_id) or OneAtATime()
            self._of[table_id] = line
            return line
