"""The tables that a process used last: caught up with where it can be, else read anew."""

from collections.abc import Mapping
from threading import Lock

import sqlalchemy as sa

from companion.db.table_models import CHANGES, ChangeKind
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_loader import TableMark, load_states, with_entry
from companion.tables.table_state import TableState

_MOST_STATES = 256
#: The entries of all states that are kept, some 700 bytes each: hands of thirty, at 500 tables.
_MOST_ENTRIES = 16_384
#: What was entered elsewhere meanwhile, and is entered after a kept state rather than read.
_MOST_BEHIND = 32
_SINCE = (
    sa.select(CHANGES.c.kind, CHANGES.c.statement)
    .where(CHANGES.c.table_id == sa.bindparam("table_id"), CHANGES.c.seq > sa.bindparam("version"))
    .order_by(CHANGES.c.seq)
    .limit(_MOST_BEHIND + 1)
)


class LatestStates:
    """The states of the tables used last; whether one is still so, the database knows."""

    def __init__(self) -> None:
        self._states: dict[str, TableState] = {}
        self._entries = 0
        self._lock = Lock()

    def get(self, table_id: str) -> TableState | None:
        """The state last put here, if it is still kept."""
        return self._states.get(table_id)

    def has(self, table_id: str, mark: TableMark) -> bool:
        """Whether the state of a table that stands so is kept."""
        state = self.get(table_id)
        return state is not None and state.revision == mark.revision

    def put(self, state: TableState) -> None:
        """Keep a state, in the stead of those that were put here longest ago."""
        with self._lock:
            self._drop(state.id)
            self._states[state.id] = state
            self._entries += len(state.entries)
            # A hand of a thousand entries takes the room of many tables.
            while len(self._states) > 1 and (
                len(self._states) > _MOST_STATES or self._entries > _MOST_ENTRIES
            ):
                self._drop(next(iter(self._states)))

    def kept(
        self,
        connection: sa.Connection,
        table_id: str,
        mark: TableMark,
        known: TableState | None = None,
    ) -> TableState | None:
        """The state of a table that stands so: kept or `known`, or caught up with; else None."""
        state = self.get(table_id)
        if known is not None and (state is None or known.revision > state.revision):
            state = known
        if state is None or state.revision == mark.revision:
            return state
        caught_up = _caught_up(connection, state, mark)
        if caught_up is not None:
            self.put(caught_up)
        return caught_up

    def read(
        self, connection: sa.Connection, marks: Mapping[str, TableMark]
    ) -> dict[str, TableState]:
        """The states of tables that stand so: kept, caught up with, or read anew."""
        found, missing = {}, []
        for table_id, mark in marks.items():
            state = self.get(table_id)
            if state is not None and state.revision == mark.revision:
                found[table_id] = state
            else:
                missing.append(table_id)
        if missing:
            only = missing[0]
            kept = self.kept(connection, only, marks[only]) if len(missing) == 1 else None
            for state in [kept] if kept else load_states(connection, missing):
                found[state.id] = state
                self.put(state)
        return found

    def _drop(self, table_id: str) -> None:
        if (dropped := self._states.pop(table_id, None)) is not None:
            self._entries -= len(dropped.entries)


def _caught_up(connection: sa.Connection, state: TableState, mark: TableMark) -> TableState | None:
    """A table as it stands, where since this state it was only entered at it; else None."""
    # A snapshot may be older than what another phone has put here since.
    is_later = state.version > mark.revision.version
    if is_later or state.access != mark.revision.access or state.refused is not None:
        return None
    since = connection.execute(_SINCE, {"table_id": state.id, "version": state.version}).all()
    if len(since) > _MOST_BEHIND or any(kind != ChangeKind.ENTERED for kind, _ in since):
        return None
    for _, written in since:
        state = with_entry(state, statement_by_name(written, state.header.players))
    return state
