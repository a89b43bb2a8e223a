"""The tables that a process used last: caught up with where it can be, else read anew."""

from collections.abc import Mapping
from threading import Lock

import sqlalchemy as sa
from cachetools import LRUCache

from companion.db.table_models import CHANGES, ChangeKind
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_loader import TableMark, load_states, with_entry
from companion.tables.table_state import TableState

#: The room for all states that are kept: 256 tables with hands of 64 entries, some 700 bytes each.
_ROOM, _ROOM_OF_TABLE = 32_768, 64
#: What was entered elsewhere meanwhile, and is entered after a kept state rather than read.
_MOST_BEHIND = 32
_SINCE = (
    sa.select(CHANGES.c.kind, CHANGES.c.statement, CHANGES.c.claim)
    .where(CHANGES.c.table_id == sa.bindparam("table_id"), CHANGES.c.seq > sa.bindparam("version"))
    .order_by(CHANGES.c.seq)
    .limit(_MOST_BEHIND + 1)
)


class LatestStates:
    """The states of the tables used last; whether one is still so, the database knows."""

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
        """Keep a state, in the stead of those asked for longest ago."""
        with self._lock:
            self._states[state.id] = state

    def read(
        self, connection: sa.Connection, marks: Mapping[str, TableMark]
    ) -> dict[str, TableState]:
        """The states of tables that stand so: kept, caught up with, or read anew."""
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
    """A table as it stands, where since this state it was only entered at it; else None."""
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
