"""Late pages: what all phones are shown that tapped a table after it moved on."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any

_MOST = 64


class LatePages:
    """The latest such page of each table, rendered once for all phones that keep score there."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, tuple[Any, str]] = OrderedDict()
        self._lock = Lock()

    def of(self, table_id: str, seen: Any, render: Callable[[], str]) -> str:
        """The page of a table, rendered where what is to be `seen` on it is something else."""
        with self._lock:
            kept = self._pages.get(table_id)
            if kept is None or kept[0] != seen:
                kept = (seen, render())
            self._pages[table_id] = kept
            self._pages.move_to_end(table_id)
            while len(self._pages) > _MOST:
                self._pages.popitem(last=False)
            return kept[1]
