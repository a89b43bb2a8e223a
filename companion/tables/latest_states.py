"""Where tables stand, and their latest states, kept by the process that replayed them."""

from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, exists, select

from companion.tables.errors import NoSuchTable
from companion.tables.loading import load_states, with_entry
from companion.tables.notices import Revision
from companion.tables.rows import CHANGES, LINKS, TABLES, ChangeKind, LeadsTo, may_exist
from companion.tables.state import TableState, statement_by_name

_MOST_KEPT = 256
_HAS_KEY = exists().where(CHANGES.c.table_id == TABLES.c.id, CHANGES.c.key == bindparam("key"))
_HOLDS_LINK = exists().where(
    LINKS.c.table_id == TABLES.c.id,
    LINKS.c.leads_to != LeadsTo.CODE,
    LINKS.c.secret.in_(bindparam("secrets", expanding=True)),
)
_STANDS = select(TABLES.c.version, TABLES.c.access)
_MARK = _STANDS.add_columns(_HAS_KEY).where(TABLES.c.id == bindparam("table_id"))
_MARK_HELD = _MARK.with_for_update(of=TABLES)
_MARKS = _STANDS.add_columns(_HOLDS_LINK, TABLES.c.id).where(
    TABLES.c.id.in_(bindparam("table_ids", expanding=True))
)
_SINCE = (
    select(CHANGES.c.kind, CHANGES.c.statement)
    .where(CHANGES.c.table_id == bindparam("table_id"), CHANGES.c.seq > bindparam("version"))
    .order_by(CHANGES.c.seq)
)


class Mark(NamedTuple):
    """Where a table stands, and whether a tap was counted, or a link leads, there."""

    revision: Revision
    has_key: bool = False
    holds_link: bool = False


def find(connection: Connection, table_id: str, key: str = "", *, holds: bool = False) -> Mark:
    """Where a table stands, its row held until the transaction ends if it is to be.

    Raises `NoSuchTable`.
    """
    row = None
    if may_exist(table_id):
        query = _MARK_HELD if holds else _MARK
        row = connection.execute(query, {"table_id": table_id, "key": key}).first()
    if row is None:
        raise NoSuchTable(table_id)
    version, access, has_key = row
    return Mark(Revision(version, access), has_key)


def find_all(connection: Connection, held: Mapping[str, str]) -> dict[str, Mark]:
    """Where tables stand, and whether the secret held for each leads there; of those there are."""
    ids = [table_id for table_id in held if may_exist(table_id)]
    secrets = [secret for secret in held.values() if may_exist(secret)]
    rows = connection.execute(_MARKS, {"table_ids": ids, "secrets": secrets})
    return {
        table_id: Mark(Revision(version, access), holds_link=holds_link)
        for version, access, holds_link, table_id in rows
    }


class LatestStates:
    """The states of the tables used last; whether one is still so, the database knows."""

    def __init__(self) -> None:
        self._states: dict[str, TableState] = {}
        self._lock = Lock()

    def get(self, table_id: str) -> TableState | None:
        """The state last put here, if it is still kept."""
        return self._states.get(table_id)

    def put(self, state: TableState) -> None:
        """Keep a state, in the stead of the one that was put here longest ago."""
        with self._lock:
            self._states.pop(state.id, None)
            self._states[state.id] = state
            if len(self._states) > _MOST_KEPT:
                del self._states[next(iter(self._states))]

    def read(self, connection: Connection, marks: Mapping[str, Mark]) -> dict[str, TableState]:
        """The states of tables that stand so: kept, caught up with, or read anew."""
        found, missing = {}, []
        for table_id, mark in marks.items():
            state = self.get(table_id)
            if state is not None and (state.version, state.access) == mark.revision:
                found[table_id] = state
            else:
                missing.append(table_id)
        if missing:
            state = self.get(missing[0]) if len(missing) == 1 else None
            caught_up = state and _caught_up(connection, state, marks[state.id])
            read = [caught_up] if caught_up else load_states(connection, missing)
            for state in read:
                found[state.id] = state
                self.put(state)
        return found


def _caught_up(connection: Connection, state: TableState, mark: Mark) -> TableState | None:
    """A table as it stands, where since this state it was only entered at it; else None."""
    if state.access != mark.revision.access or state.refused is not None:
        return None
    since = connection.execute(_SINCE, {"table_id": state.id, "version": state.version}).all()
    if any(kind != ChangeKind.ENTERED for kind, _ in since):
        return None
    for _, written in since:
        state = with_entry(state, statement_by_name(written, state.header.players))
    return state
