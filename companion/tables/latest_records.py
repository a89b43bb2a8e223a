"""The records that were replayed last: whoever asks about one again need not wait for it again."""

from collections.abc import Sequence
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from companion.record.header import Header
from companion.record.replay import Entry, LineRefused, follow, no_search_for_garbage
from companion.record.statements import Statement
from companion.rules.game import Game

#: All that are kept have together no more entries, at some kilobytes each.
MOST_ENTRIES = 30_000

_Record = TypeVar("_Record")


class ReplayedRecord(NamedTuple):
    """A whole record as it stands: every entry, and the first that no longer holds."""

    header: Header
    start: Game
    entries: tuple[Entry, ...]
    refused: LineRefused | None
    #: The statements from the refused one on, with the numbers of their changes.
    unheard: tuple[tuple[int, Statement], ...]

    @classmethod
    def of(cls, header: Header, statements: Sequence[tuple[int, Statement]]) -> "ReplayedRecord":
        """The record of these statements, each with the number of its change."""
        start = header.start()
        with no_search_for_garbage():
            entries, refused = follow(start, statements)
        return cls(header, start, entries, refused, tuple(statements[len(entries) :]))

    @property
    def game(self) -> Game:
        """The game after the last entry that holds."""
        return self.entries[-1].game if self.entries else self.start


class LatestRecords(Generic[_Record]):
    """Records by their table and its version; one that moved on is another."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self._most = most
        self._records: dict[str, tuple[int, _Record, int]] = {}
        self._entries = 0
        self._lock = Lock()

    def get(self, table_id: str, version: int) -> _Record | None:
        """The record as the table stood at that version, if it is still kept."""
        with self._lock:
            found = self._records.get(table_id)
            if found is None or found[0] != version:
                return None
            # What was asked for last is let go last.
            self._records[table_id] = self._records.pop(table_id)
            return found[1]

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._records

    def put(self, table_id: str, version: int, record: _Record, entries: int) -> None:
        """Keep a record of so many entries, in the stead of those asked for longest ago."""
        with self._lock:
            self._drop(table_id)
            if entries > self._most:
                return
            while self._entries + entries > self._most:
                self._drop(next(iter(self._records)))
            self._records[table_id] = version, record, entries
            self._entries += entries

    def _drop(self, table_id: str) -> None:
        if (found := self._records.pop(table_id, None)) is not None:
            self._entries -= found[2]
