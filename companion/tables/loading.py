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
from companion.tables.members import Member
from companion.tables.options import TableOptions
from companion.tables.rows import CHANGES, HAND_STARTS, MEMBERS, TABLES, ChangeKind, Role
from companion.tables.state import Change, Start, TableState, statement_by_name

#: The changes that undo takes back, last first.
_UNDOABLE = (ChangeKind.ENTERED, ChangeKind.CORRECTED, ChangeKind.INSERTED, ChangeKind.DELETED)

_header = lru_cache(maxsize=1024)(read_header)
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
        done.c.table_id == TABLES.c.id, done.c.kind.in_(_UNDOABLE), ~done.c.is_undone
    )
    return seqs.order_by(done.c.seq.desc()).limit(1).scalar_subquery()


def _next_undone() -> ColumnElement[int]:
    """The change that redo makes again: taken back, and nothing entered since."""
    newest, turned, undone = CHANGES.alias(), CHANGES.alias(), CHANGES.alias()
    entered = select(newest.c.seq).where(
        newest.c.table_id == turned.c.table_id, newest.c.kind.in_(_UNDOABLE)
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


def load_states(connection: Connection, table_ids: Collection[str]) -> list[TableState]:
    """The tables of these ids as they stand, without those that are not there."""
    ids = {"table_ids": list(table_ids)}
    rows = connection.execute(_ROWS, ids).all()
    turned = [(row.id, seq) for row in rows for seq in (row.undo, row.redo) if seq is not None]
    changes = _by_table(connection.execute(_OF_THE_HAND, {**ids, "others": turned}))
    members = _by_table(connection.execute(_MEMBERS, ids))
    return [_state(row, changes[row.id], members[row.id]) for row in rows]


def turning_points(connection: Connection, table_id: str) -> dict[bool, Any]:
    """The changes that undo and redo turn as the rows are now, by whether they are undone."""
    rows = connection.execute(_TURNS, {"table_ids": [table_id]})
    return {row.is_undone: row for row in rows}


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
    header = _header(row.header)
    start = start_of_hand(header, row.hand, row)
    live = [change for change in changes if change.is_live and change.hand >= row.hand]
    live.sort(key=lambda change: change.place)
    entries, refused = follow(
        start.game, [(each.seq, statement_by_name(each.statement, header.players)) for each in live]
    )
    now = start
    for entry in entries:
        now = now.after(entry.game)
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
        now=now,
        entries=entries,
        refused=refused,
        undo=describe_turn(by_seq.get(row.undo), header, last),
        redo=describe_turn(by_seq.get(row.redo), header, last),
        access=row.access,
        table_options=options,
        known=tuple(Member(each.device, each.name, Role(each.standing)) for each in members),
    )


def describe_turn(change: Any, header: Header, last: float | None) -> Change | None:
    """What undo or redo would do on one phone alone; None for nothing.

    Where changes need consent, `last` is the place of the last entry: only that is free.
    """
    if change is None or (last is not None and last > change.place):
        return None
    statement = change.statement and statement_by_name(change.statement, header.players)
    return Change(change.seq, ChangeKind(change.kind), statement)
