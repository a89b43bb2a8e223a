"""Where the threads of a process wait for each other, before they wait for the database."""

from threading import Lock
from weakref import WeakValueDictionary


class Queues:
    """A line for each table, in which those wait who enter at it; nobody waits for another's."""

    def __init__(self) -> None:
        # Each is forgotten when nobody holds it or waits for it.
        self._of: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._lock = Lock()

    def of(self, table_id: str) -> Lock:
        """The line of a table."""
        with self._lock:
            # Bound to a name: else it would be gone before it is returned.
            line = self._of.get(table_id) or Lock()
            self._of[table_id] = line
            return line
