"""Tables for reading: shown, visited, replayed."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

import sqlalchemy as sa
from cachetools import LRUCache
from sqlalchemy import Connection
from sqlmodel import col, func, select

from companion.db.database import Database
from companion.db.notify import Revision
from companion.db.table_models import CHANGES, ChangeKind, ChangeRow, TableRow
from companion.tables.errors import NoSuchTable
from companion.tables.record_rewriting import RewrittenRecord
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_loader import TableMark, find, find_all, load_states, with_entry
from companion.tables.table_state import MOST_ENTRIES, Members, ReplayedRecord, TableState, room_of

#: Room for all states that are kept: 256 tables with hands of 64 entries, some 700 bytes each.
_ROOM, _ROOM_OF_TABLE = 32_768, 64
#: Up to so many entries made elsewhere are added to a kept state; beyond, it is read again.
_MOST_BEHIND = 32
# Core, for `benchmarks/tap.py`.
_SINCE = (
    sa.select(CHANGES.c.kind, CHANGES.c.statement, CHANGES.c.claim)
    .where(CHANGES.c.table_id == sa.bindparam("table_id"), CHANGES.c.seq > sa.bindparam("version"))
    .order_by(CHANGES.c.seq)
    .limit(_MOST_BEHIND + 1)
)


class LatestStates:
    """The states of the tables used last; only the database knows whether one is current."""

    def __init__(self) -> None:
        self._states: LRUCache[str, TableState] = LRUCache(
            _ROOM, lambda state: _ROOM_OF_TABLE + len(state.entries)
        )
        self._lock = Lock()

    def get(self, table_id: str) -> TableState | None:
        """The state last put here, if it is still kept."""
        with self._lock:
            return self._states.get(table_id)

    def put(self, state: TableState) -> None:
        """Keep a state, and drop those asked for longest ago."""
        with self._lock:
            self._states[state.id] = state

    def read(
        self, connection: sa.Connection, marks: Mapping[str, TableMark]
    ) -> dict[str, TableState]:
        """The states of tables at these versions: kept, caught up with, or read again."""
        found = {
            table_id: state
            for table_id, mark in marks.items()
            if (state := self.get(table_id)) is not None and state.revision == mark.revision
        }
        missing = [table_id for table_id in marks if table_id not in found]
        caught_up = None
        if len(missing) == 1:
            caught_up = _caught_up(connection, self.get(missing[0]), marks[missing[0]])
        if missing:
            for state in [caught_up] if caught_up else load_states(connection, missing):
                self.put(state)
                found[state.id] = state
        return found


def _caught_up(
    connection: sa.Connection, state: TableState | None, mark: TableMark
) -> TableState | None:
    """The table now, if only entries were added since this state; else None."""
    # A snapshot may be older than what another phone has put here since.
    if state is None or state.version > mark.revision.version:
        return None
    if state.access != mark.revision.access or state.refused is not None:
        return None
    since = connection.execute(_SINCE, {"table_id": state.id, "version": state.version}).all()
    if len(since) > _MOST_BEHIND or any(kind != ChangeKind.ENTERED for kind, _, _ in since):
        return None
    for _, written, claim in since:
        state = with_entry(state, statement_by_name(written, state.header.players), claim)
    return state


@dataclass(eq=False)
class TableReader:
    """Where tables are read; a table that doesn't exist raises `NoSuchTable`."""

    database: Database

    def __post_init__(self) -> None:
        self._states = LatestStates()
        #: By table and version: after a change it is another one.
        self._records: LRUCache[tuple[str, int], ReplayedRecord] = LRUCache(MOST_ENTRIES, room_of)
        self._lock = Lock()

    def look(self, table_id: str) -> TableState:
        """The table now."""
        with self.database.snapshot() as connection:
            return self._stands(connection, table_id)[1]

    def visit(self, table_id: str, device: str, held: str = "") -> Members:
        """The table, seen by a device with a link's secret or none; `NoSuchTable` to strangers."""
        visits = self.visits({table_id: held}, device)
        if table_id not in visits:
            raise NoSuchTable(table_id)
        return visits[table_id]

    def visits(self, held: Mapping[str, str], device: str) -> dict[str, Members]:
        """The same for several tables in their order, without those that it may not see."""
        with self.database.snapshot() as connection:
            marks = find_all(connection, held)
            states = self._states.read(connection, marks)
        seen = {
            each: states[each].seen_by(device, holds_link=marks[each].holds_link)
            for each in held
            if each in marks
        }
        return {each: members for each, members in seen.items() if members.may_watch}

    def mark(self, table_id: str) -> Revision:
        """A mark that tells whether the table has changed since someone saw it."""
        with self.database.snapshot() as connection:
            return find(connection, table_id).revision

    def marks(self, table_ids: Collection[str]) -> dict[str, Revision]:
        """The marks of several tables, without those that don't exist."""
        with self.database.snapshot() as connection:
            marks = find_all(connection, dict.fromkeys(table_ids, ""))
        return {table_id: mark.revision for table_id, mark in marks.items()}

    def read(self, table_id: str) -> ReplayedRecord:
        """The whole record of a table."""
        with self.database.snapshot() as connection:
            _, state = self._stands(connection, table_id)
            with self._lock:
                kept = self._records.get((table_id, state.version))
            if kept is not None:
                return kept
            lines = RewrittenRecord(connection, state).lines()
        record = ReplayedRecord.of(state.header, [(line.seq, line.statement) for line in lines])
        with self._lock:
            self._records[table_id, state.version] = record
        return record

    def changes(self, table_id: str) -> list[ChangeRow]:
        """Everything that was done to the record, first to last."""
        of_table = select(ChangeRow).where(col(ChangeRow.table_id) == table_id)
        with self.database.reading() as session:
            find(session.connection(), table_id)
            changes = session.exec(of_table.order_by(col(ChangeRow.seq))).all()
            session.expunge_all()
        return list(changes)

    def lines_asked(self, table_id: str) -> frozenset[int]:
        """The lines of the tiles whose player was asked for the count first."""
        of_table = select(ChangeRow.seq).where(ChangeRow.table_id == table_id)
        with self.database.reading() as session:
            return frozenset(session.exec(of_table.where(ChangeRow.is_asked)))

    def count_changes(self, table_id: str) -> int:
        """How often the record was changed besides entering the next line."""
        counted = select(func.count()).where(
            col(ChangeRow.table_id) == table_id, col(ChangeRow.kind) != ChangeKind.ENTERED
        )
        with self.database.reading() as session:
            return session.exec(counted).one()

    def listing(self, before: datetime | None = None) -> Iterator[tuple[TableState, int, datetime]]:
        """Every table, the one changed last first, with its number of entries and that moment.

        With `before`, only those that nobody has changed since then.
        """
        with self.database.reading() as session:
            counted = select(ChangeRow.table_id, func.count()).where(col(ChangeRow.is_live))
            entries = dict(session.exec(counted.group_by(ChangeRow.table_id)).all())
            kept = select(TableRow.id, TableRow.changed_at)
            if before is not None:
                kept = kept.where(col(TableRow.changed_at) < before)
            rows = session.exec(kept.order_by(col(TableRow.changed_at).desc())).all()
        for table_id, changed_at in rows:
            yield self.look(table_id), entries.get(table_id, 0), changed_at

    def finished_before(self, day: datetime) -> list[str]:
        """The ids of the tables whose game was won, and that nobody has changed since that day."""
        won, changed_at = col(TableRow.winner).is_not(None), col(TableRow.changed_at)
        query = select(TableRow.id).where(won, changed_at < day).order_by(changed_at)
        with self.database.reading() as session:
            return list(session.exec(query))

    def _stands(
        self, connection: Connection, table_id: str, key: str = ""
    ) -> tuple[TableMark, TableState]:
        """A table now, and whether the tap with that key was counted there."""
        mark = find(connection, table_id, key)
        return mark, self._states.read(connection, {table_id: mark})[table_id]
