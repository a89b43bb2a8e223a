"""How tables are read: any number of them in three statements, each hand in progress replayed.

The process keeps the states that it replayed; whether one is still so, the database knows.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from threading import Lock
from typing import Any, NamedTuple

import sqlalchemy as sa

from companion.record.header import Header
from companion.record.replay import Entry, apply, follow
from companion.record.statements import HandLed, Statement
from companion.tables.errors import NoSuchTable
from companion.tables.notices import Revision
from companion.tables.older import kept_header
from companion.tables.rows import (
    CHANGES,
    HAND_STARTS,
    LINKS,
    MEMBERS,
    TABLES,
    ChangeKind,
    LeadsTo,
    Role,
    may_exist,
)
from companion.tables.state import (
    Change,
    Member,
    Start,
    TableOptions,
    TableState,
    statement_by_name,
)

_UNDOABLE = (ChangeKind.ENTERED, ChangeKind.CORRECTED, ChangeKind.INSERTED, ChangeKind.DELETED)

_MOST_STATES = 256
#: The entries of all states that are kept, some 700 bytes each: hands of thirty, at 500 tables.
_MOST_ENTRIES = 16_384
#: What was entered elsewhere meanwhile, and is entered after a kept state rather than read.
_MOST_BEHIND = 32
_IDS: sa.BindParameter[list[str]] = sa.bindparam("table_ids", expanding=True)
_done, _newest, _turned, _undone = (CHANGES.alias() for _ in range(4))
#: The change that undo takes back.
_LAST_DONE = (
    sa.select(sa.func.max(_done.c.seq))
    .where(_done.c.table_id == TABLES.c.id, _done.c.kind.in_(_UNDOABLE), ~_done.c.is_undone)
    .scalar_subquery()
)
_NEWEST = (
    sa.select(sa.func.max(_newest.c.seq))
    .where(_newest.c.table_id == _turned.c.table_id, _newest.c.kind.in_(_UNDOABLE))
    .scalar_subquery()
)
#: The change that redo makes again: taken back, and nothing entered since.
_NEXT_UNDONE = (
    sa.select(sa.func.min(_undone.c.seq))
    .where(
        _turned.c.table_id == TABLES.c.id,
        _turned.c.kind == ChangeKind.UNDONE,
        _turned.c.seq > _NEWEST,
        _undone.c.table_id == _turned.c.table_id,
        _undone.c.seq == _turned.c.target,
        _undone.c.is_undone,
    )
    .scalar_subquery()
)
_ROWS = (
    sa.select(TABLES, HAND_STARTS.c.scores, HAND_STARTS.c.backs, HAND_STARTS.c.leader)
    .outerjoin(
        HAND_STARTS,
        sa.and_(HAND_STARTS.c.table_id == TABLES.c.id, HAND_STARTS.c.hand == TABLES.c.hand),
    )
    .where(TABLES.c.id.in_(_IDS))
)
_LIVE = (
    sa.select(CHANGES, sa.literal(False).label("is_turned"))
    .join(TABLES, TABLES.c.id == CHANGES.c.table_id)
    .where(TABLES.c.id.in_(_IDS), CHANGES.c.hand >= TABLES.c.hand, CHANGES.c.is_live)
)
#: Which they are, found once for each table: asked of each change, PostgreSQL looks at all
#: changes as often as there are changes.
_TURNING = sa.union_all(
    *(
        sa.select(TABLES.c.id.label("table_id"), seq.label("seq")).where(TABLES.c.id.in_(_IDS))
        for seq in (_LAST_DONE, _NEXT_UNDONE)
    )
).subquery()
#: The changes that undo and redo turn, as the rows are now.
TURNS = sa.select(CHANGES, sa.literal(True).label("is_turned")).join(
    _TURNING,
    sa.and_(_TURNING.c.table_id == CHANGES.c.table_id, _TURNING.c.seq == CHANGES.c.seq),
)
_CHANGES = sa.union_all(_LIVE, TURNS).order_by("place")
_MEMBERS = (
    sa.select(MEMBERS.c.table_id, MEMBERS.c.device, MEMBERS.c.name, MEMBERS.c.standing)
    .where(MEMBERS.c.table_id.in_(_IDS))
    .order_by(MEMBERS.c.since, MEMBERS.c.device)
)
_HAS_KEY = sa.exists().where(
    CHANGES.c.table_id == TABLES.c.id, CHANGES.c.key == sa.bindparam("key")
)
_HOLDS_LINK = sa.exists().where(
    LINKS.c.table_id == TABLES.c.id,
    LINKS.c.leads_to != LeadsTo.CODE,
    LINKS.c.secret.in_(sa.bindparam("secrets", expanding=True)),
)
_STANDS = sa.select(TABLES.c.version, TABLES.c.access)
_MARK = _STANDS.add_columns(_HAS_KEY).where(TABLES.c.id == sa.bindparam("table_id"))
_MARK_HELD = _MARK.with_for_update(of=TABLES)
_MARKS = _STANDS.add_columns(_HOLDS_LINK, TABLES.c.id).where(TABLES.c.id.in_(_IDS))
_SINCE = (
    sa.select(CHANGES.c.kind, CHANGES.c.statement)
    .where(CHANGES.c.table_id == sa.bindparam("table_id"), CHANGES.c.seq > sa.bindparam("version"))
    .order_by(CHANGES.c.seq)
    .limit(_MOST_BEHIND + 1)
)


def load_states(connection: sa.Connection, table_ids: Collection[str]) -> list[TableState]:
    """The tables of these ids as they stand, without those that are not there."""
    ids = {"table_ids": list(table_ids)}
    rows = connection.execute(_ROWS, ids).all()
    changes = _by_table(connection.execute(_CHANGES, ids))
    members = _by_table(connection.execute(_MEMBERS, ids))
    return [_state(row, changes[row.id], members[row.id]) for row in rows]


def with_entry(state: TableState, statement: Statement) -> TableState:
    """The state after one more statement; raises the `Refusal` that it earns."""
    game = apply(state.game, statement)
    seq = state.version + 1
    entered = Entry(seq, statement, game)
    entry = entered._replace(statement=entered.with_host)
    leads = isinstance(statement, HandLed)
    return state._replace(
        version=seq,
        hand_number=state.hand_number + leads,
        start=state.game if leads else state.start,
        now=state.now.after(game),
        entries=(entry,) if leads else (*state.entries, entry),
        undo=Change(seq, ChangeKind.ENTERED, entry.statement),
        redo=None,
    )


def start_of_hand(header: Header, hand: int, noted: Any) -> Start:
    """What a hand starts from, by the row in which that was noted."""
    game = header.start()
    if hand <= 1:
        return Start(game, game.scores)
    scores, backs = (tuple(map(int, told.split())) for told in (noted.scores, noted.backs))
    return Start(game._replace(scores=scores, next_leader=noted.leader), backs)


def _by_table(rows: Iterable[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.table_id].append(row)
    return found


def _state(row: Any, changes: Sequence[Any], members: Sequence[Any]) -> TableState:
    header = kept_header(row.header)
    start = start_of_hand(header, row.hand, row)
    live = [change for change in changes if not change.is_turned]
    entries, refused = follow(
        start.game, [(each.seq, statement_by_name(each.statement, header.players)) for each in live]
    )
    now = reduce(Start.after, (entry.game for entry in entries), start)
    options = TableOptions.read(row.customs, row.consent_since)
    # Where changes need consent, only the last entry is free.
    last_place = live[-1].place if live and options.consent else 0
    turned = {
        each.is_undone: Change(
            each.seq,
            ChangeKind(each.kind),
            each.statement and statement_by_name(each.statement, header.players),
        )
        for each in changes
        if each.is_turned and each.place >= last_place
    }
    return TableState(
        id=row.id,
        version=row.version,
        header=header,
        is_pegs_only=row.is_pegs_only,
        hand_number=row.hand,
        start=start.game,
        now=now,
        entries=entries,
        refused=refused,
        undo=turned.get(False),
        redo=turned.get(True),
        access=row.access,
        table_options=options,
        known=tuple(Member(each.device, each.name, Role(each.standing)) for each in members),
    )


class Mark(NamedTuple):
    """Where a table stands, and whether a tap was counted, or a link leads, there."""

    revision: Revision
    has_key: bool = False
    holds_link: bool = False


def find(connection: sa.Connection, table_id: str, key: str = "", *, holds: bool = False) -> Mark:
    """Where a table stands, its row held until the transaction ends if it is to be.

    Raises `NoSuchTable`.
    """
    query, of = _MARK_HELD if holds else _MARK, {"table_id": table_id, "key": key}
    row = connection.execute(query, of).first() if may_exist(table_id) else None
    if row is None:
        raise NoSuchTable(table_id)
    version, access, has_key = row
    return Mark(Revision(version, access), has_key)


def find_all(connection: sa.Connection, held: Mapping[str, str]) -> dict[str, Mark]:
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
        self._entries = 0
        self._lock = Lock()

    def get(self, table_id: str) -> TableState | None:
        """The state last put here, if it is still kept."""
        return self._states.get(table_id)

    def has(self, table_id: str, mark: Mark) -> bool:
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
        self, connection: sa.Connection, table_id: str, mark: Mark, known: TableState | None = None
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

    def read(self, connection: sa.Connection, marks: Mapping[str, Mark]) -> dict[str, TableState]:
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


def _caught_up(connection: sa.Connection, state: TableState, mark: Mark) -> TableState | None:
    """A table as it stands, where since this state it was only entered at it; else None."""
    if state.access != mark.revision.access or state.refused is not None:
        return None
    since = connection.execute(_SINCE, {"table_id": state.id, "version": state.version}).all()
    if len(since) > _MOST_BEHIND or any(kind != ChangeKind.ENTERED for kind, _ in since):
        return None
    for _, written in since:
        state = with_entry(state, statement_by_name(written, state.header.players))
    return state
