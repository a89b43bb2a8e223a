"""How tables are read: any number of them in three statements, each hand in progress replayed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    func,
    select,
    tuple_,
    union,
)

from companion.record.header import Header, read_header
from companion.record.replay import Entry, apply, follow
from companion.record.statements import HandLed, Statement
from companion.tables.hand_starts import Start, start_of_hand
from companion.tables.members import Member
from companion.tables.options import TableOptions
from companion.tables.rows import (
    CHANGES,
    HAND_STARTS,
    MEMBERS,
    TABLES,
    ChangeKind,
    Role,
)
from companion.tables.state import Change, TableState, statement_by_name

#: The changes that undo takes back, last first.
UNDOABLE = (ChangeKind.ENTERED, ChangeKind.CORRECTED, ChangeKind.INSERTED, ChangeKind.DELETED)

_IDS: BindParameter[list[str]] = bindparam("table_ids", expanding=True)
_CHANGE = (
    CHANGES.c.table_id,
    CHANGES.c.seq,
    CHANGES.c.kind,
    CHANGES.c.statement,
    CHANGES.c.place,
    CHANGES.c.hand,
    CHANGES.c.is_live,
)


def _last_done() -> ColumnElement[int]:
    """The change that undo takes back."""
    done = CHANGES.alias()
    seqs = select(done.c.seq).where(
        done.c.table_id == TABLES.c.id, done.c.kind.in_(UNDOABLE), ~done.c.is_undone
    )
    return seqs.order_by(done.c.seq.desc()).limit(1).scalar_subquery()


def _next_undone() -> ColumnElement[int]:
    """The change that redo makes again: taken back, and nothing entered since."""
    newest, turned, undone = CHANGES.alias(), CHANGES.alias(), CHANGES.alias()
    entered = select(newest.c.seq).where(
        newest.c.table_id == turned.c.table_id, newest.c.kind.in_(UNDOABLE)
    )
    return (
        select(func.min(undone.c.seq))
        .where(
            turned.c.table_id == TABLES.c.id,
            turned.c.kind == ChangeKind.UNDONE,
            turned.c.seq > entered.order_by(newest.c.seq.desc()).limit(1).scalar_subquery(),
            undone.c.table_id == turned.c.table_id,
            undone.c.seq == turned.c.target,
            undone.c.is_undone,
        )
        .scalar_subquery()
    )


_ROWS = (
    select(
        TABLES,
        HAND_STARTS.c.scores,
        HAND_STARTS.c.backs,
        HAND_STARTS.c.leader,
        _last_done().label("undo"),
        _next_undone().label("redo"),
    )
    .outerjoin(
        HAND_STARTS,
        and_(HAND_STARTS.c.table_id == TABLES.c.id, HAND_STARTS.c.hand == TABLES.c.hand),
    )
    .where(TABLES.c.id.in_(_IDS))
)
_TURNS = (
    select(*_CHANGE, CHANGES.c.is_undone)
    .join(TABLES, TABLES.c.id == CHANGES.c.table_id)
    .where(TABLES.c.id.in_(_IDS), CHANGES.c.seq.in_((_last_done(), _next_undone())))
)
_OF_THE_HAND = union(
    select(*_CHANGE)
    .join(TABLES, TABLES.c.id == CHANGES.c.table_id)
    .where(TABLES.c.id.in_(_IDS), CHANGES.c.hand >= TABLES.c.hand, CHANGES.c.is_live),
    select(*_CHANGE).where(
        tuple_(CHANGES.c.table_id, CHANGES.c.seq).in_(bindparam("others", expanding=True))
    ),
)
_MEMBERS = (
    select(MEMBERS.c.table_id, MEMBERS.c.device, MEMBERS.c.name, MEMBERS.c.standing)
    .where(MEMBERS.c.table_id.in_(_IDS))
    .order_by(MEMBERS.c.since, MEMBERS.c.device)
)
_SINCE = (
    select(CHANGES.c.seq, CHANGES.c.kind, CHANGES.c.statement)
    .where(CHANGES.c.table_id == bindparam("table_id"), CHANGES.c.seq > bindparam("version"))
    .order_by(CHANGES.c.seq)
)


def load_states(connection: Connection, table_ids: Collection[str]) -> dict[str, TableState]:
    """The tables of these ids as they stand, without those that are not there."""
    ids = {"table_ids": list(table_ids)}
    rows = connection.execute(_ROWS, ids).all()
    turned = [(row.id, seq) for row in rows for seq in (row.undo, row.redo) if seq is not None]
    changes = _by_table(connection.execute(_OF_THE_HAND, {**ids, "others": turned}))
    members = _by_table(connection.execute(_MEMBERS, ids))
    return {row.id: _state(row, changes[row.id], members[row.id]) for row in rows}


def turning_points(connection: Connection, table_id: str) -> tuple[int | None, int | None]:
    """The changes that undo and redo turn, as the rows are now."""
    rows = connection.execute(_TURNS, {"table_ids": [table_id]}).all()
    seqs = {row.is_undone: row.seq for row in rows}
    return seqs.get(False), seqs.get(True)


def turns(
    connection: Connection, table_id: str, header: Header, last: float | None
) -> tuple[Change | None, Change | None]:
    """What undo and redo would do on one phone alone, as the rows are now.

    Where changes need consent, `last` is the place of the last entry: only that is free.
    """
    rows = connection.execute(_TURNS, {"table_ids": [table_id]}).all()
    found = {row.is_undone: _described(row, header, last) for row in rows}
    return found.get(False), found.get(True)


def catch_up(connection: Connection, state: TableState) -> TableState | None:
    """A table as it stands, where since this state it was only entered at it; else None."""
    since = connection.execute(_SINCE, {"table_id": state.id, "version": state.version}).all()
    if state.refused is not None or any(row.kind != ChangeKind.ENTERED for row in since):
        return None
    for row in since:
        state = with_entry(state, statement_by_name(row.statement, state.header.players))
    return state


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


@lru_cache(maxsize=1024)
def header_of(written: str) -> Header:
    """The header that a row keeps."""
    return read_header(written)


def _by_table(rows: Iterable[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.table_id].append(row)
    return found


def _state(row: Any, changes: Sequence[Any], members: Sequence[Any]) -> TableState:
    header = header_of(row.header)
    start = start_of_hand(header, row.hand, row)
    live = [change for change in changes if change.is_live and change.hand >= row.hand]
    live.sort(key=lambda change: change.place)
    entries, refused = follow(
        start.game, [(each.seq, statement_by_name(each.statement, header.players)) for each in live]
    )
    by_seq = {change.seq: change for change in changes}
    options = TableOptions.of(row.customs, row.consent_since)
    last = live[-1].place if live and options.consent else None
    return TableState(
        id=row.id,
        version=row.version,
        header=header,
        is_pegs_only=row.is_pegs_only,
        hand_number=row.hand,
        start=start.game,
        now=_after_all(start, entries),
        entries=entries,
        refused=refused,
        undo=_described(by_seq.get(row.undo), header, last),
        redo=_described(by_seq.get(row.redo), header, last),
        access=row.access,
        table_options=options,
        known=tuple(Member(each.device, each.name, Role(each.standing)) for each in members),
    )


def _after_all(start: Start, entries: Sequence[Entry]) -> Start:
    for entry in entries:
        start = start.after(entry.game)
    return start


def _described(change: Any, header: Header, last: float | None) -> Change | None:
    """What undo or redo would do on one phone alone; None for nothing."""
    if change is None or (last is not None and last > change.place):
        return None
    statement = change.statement and statement_by_name(change.statement, header.players)
    return Change(change.seq, ChangeKind(change.kind), statement)
