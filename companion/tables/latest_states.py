"""The latest states of tables, kept by the process that replayed them."""

from collections import OrderedDict
from threading import Lock

from companion.tables.state import TableState

_MOST = 256


class LatestStates:
    """The states of the tables used last; whether one is still so, the database knows."""

    def __init__(self) -> None:
        self._states: OrderedDict[str, TableState] = OrderedDict()
        self._lock = Lock()

    def get(self, table_id: str) -> TableState | None:
        """The state last put here, if it is still kept."""
        with self._lock:
            return self._states.get(table_id)

    def put(self, state: TableState) -> None:
        """Keep a state."""
        with self._lock:
            self._states[state.id] = state
            self._states.move_to_end(state.id)
            while len(self._states) > _MOST:
                self._states.popitem(last=False)

    def forget(self, table_id: str) -> None:
        """Let go of a table."""
        with self._lock:
            self._states.pop(table_id, None)
