"""How tables are read: any number of them in three statements, each hand in progress replayed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    and_,
    bindparam,
    func,
    literal,
    select,
    union_all,
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
_done, _newest, _turned, _undone = (CHANGES.alias() for _ in range(4))
#: The change that undo takes back.
_LAST_DONE = (
    select(_done.c.seq)
    .where(_done.c.table_id == TABLES.c.id, _done.c.kind.in_(_UNDOABLE), ~_done.c.is_undone)
    .order_by(_done.c.seq.desc())
    .limit(1)
    .scalar_subquery()
)
_NEWEST = (
    select(_newest.c.seq)
    .where(_newest.c.table_id == _turned.c.table_id, _newest.c.kind.in_(_UNDOABLE))
    .order_by(_newest.c.seq.desc())
    .limit(1)
    .scalar_subquery()
)
#: The change that redo makes again: taken back, and nothing entered since.
_NEXT_UNDONE = (
    select(func.min(_undone.c.seq))
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
    select(TABLES, HAND_STARTS.c.scores, HAND_STARTS.c.backs, HAND_STARTS.c.leader)
    .outerjoin(
        HAND_STARTS,
        and_(HAND_STARTS.c.table_id == TABLES.c.id, HAND_STARTS.c.hand == TABLES.c.hand),
    )
    .where(TABLES.c.id.in_(_IDS))
)
_LIVE = (
    select(CHANGES, literal(False).label("is_turned"))
    .join(TABLES, TABLES.c.id == CHANGES.c.table_id)
    .where(TABLES.c.id.in_(_IDS), CHANGES.c.hand >= TABLES.c.hand, CHANGES.c.is_live)
)
_TURNS = (
    select(CHANGES, literal(True).label("is_turned"))
    .join(TABLES, TABLES.c.id == CHANGES.c.table_id)
    .where(TABLES.c.id.in_(_IDS), CHANGES.c.seq.in_((_LAST_DONE, _NEXT_UNDONE)))
)
_CHANGES = union_all(_LIVE, _TURNS).order_by("place")
_MEMBERS = (
    select(MEMBERS.c.table_id, MEMBERS.c.device, MEMBERS.c.name, MEMBERS.c.standing)
    .where(MEMBERS.c.table_id.in_(_IDS))
    .order_by(MEMBERS.c.since, MEMBERS.c.device)
)


def load_states(connection: Connection, table_ids: Collection[str]) -> list[TableState]:
    """The tables of these ids as they stand, without those that are not there."""
    ids = {"table_ids": list(table_ids)}
    rows = connection.execute(_ROWS, ids).all()
    changes = _by_table(connection.execute(_CHANGES, ids))
    members = _by_table(connection.execute(_MEMBERS, ids))
    return [_state(row, changes[row.id], members[row.id]) for row in rows]


def turning_points(connection: Connection, table_id: str) -> Sequence[Any]:
    """The changes that undo and redo turn, as the rows are now."""
    return connection.execute(_TURNS, {"table_ids": [table_id]}).all()


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
    live = [change for change in changes if not change.is_turned]
    entries, refused = follow(
        start.game, [(each.seq, statement_by_name(each.statement, header.players)) for each in live]
    )
    now = start
    for entry in entries:
        now = now.after(entry.game)
    options = TableOptions.of(row.customs, row.consent_since)
    last_place = live[-1].place if live and options.consent else None
    turned = [change for change in changes if change.is_turned]
    undo, redo = describe_turns(turned, header, last_place)
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
        undo=undo,
        redo=redo,
        access=row.access,
        table_options=options,
        known=tuple(Member(each.device, each.name, Role(each.standing)) for each in members),
    )


def describe_turns(
    turned: Iterable[Any], header: Header, last_place: float | None
) -> tuple[Change | None, Change | None]:
    """What undo and redo would do on one phone alone; None for nothing.

    Where changes need consent, only the last entry is free.
    """
    found = {}
    for change in turned:
        if last_place is None or last_place <= change.place:
            statement = change.statement and statement_by_name(change.statement, header.players)
            kind = ChangeKind(change.kind)
            found[change.is_undone] = Change(change.seq, kind, statement)
    return found.get(False), found.get(True)
