"""The records that were replayed last: so a second request for one need not wait again."""

from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from companion.record.header import Header
from companion.record.replay import Entry, LineRefused, follow, no_search_for_garbage
from companion.record.statements import Statement
from companion.rules.game import Game

#: The most entries in all kept records together, at some kilobytes each.
MOST_ENTRIES = 30_000


class ReplayedRecord(NamedTuple):
    """A whole record: every entry, and the first that doesn't fit any more."""

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
        """The game after the last entry that fits."""
        return self.entries[-1].game if self.entries else self.start


class LatestRecords:
    """Records by their table and its version; after a change it is another one."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        # An empty one takes its place too.
        self._records: LRUCache[tuple[str, int], ReplayedRecord] = LRUCache(
            most, lambda record: len(record.entries) + len(record.unheard) + 1
        )
        self._lock = Lock()

    def get(self, table_id: str, version: int) -> ReplayedRecord | None:
        """The record of the table at that version, if it is still kept."""
        with self._lock:
            return self._records.get((table_id, version))

    def put(self, table_id: str, version: int, record: ReplayedRecord) -> None:
        """Keep a record, and drop those asked for longest ago."""
        with self._lock:
            self._records[table_id, version] = record
