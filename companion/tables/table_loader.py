"""How tables are read: any number in three statements, each hand in progress replayed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

import sqlalchemy as sa

from companion.db.notify import Revision
from companion.db.table_models import (
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
from companion.record.header import Header
from companion.record.replay import Entry, apply, follow
from companion.record.statements import HandLed, Statement
from companion.tables.errors import NoSuchTable
from companion.tables.stored_statements import statement_by_name, stored_header
from companion.tables.table_options import TableOptions
from companion.tables.table_state import Member, RecordChange, Start, TableState

# Core, for `benchmarks/tap.py` and its pages: rows are read as they are, and become no objects.
_IDS: sa.BindParameter[list[str]] = sa.bindparam("table_ids", expanding=True)
_IN_HAND = TABLES.outerjoin(
    HAND_STARTS, sa.and_(HAND_STARTS.c.table_id == TABLES.c.id, HAND_STARTS.c.hand == TABLES.c.hand)
)
_ROWS = (
    sa.select(TABLES, HAND_STARTS.c.scores, HAND_STARTS.c.backs, HAND_STARTS.c.leader)
    .select_from(_IN_HAND)
    .where(TABLES.c.id.in_(_IDS))
)
_LIVE = (
    sa.select(CHANGES, sa.literal(False).label("is_turned"))
    .select_from(_IN_HAND.join(CHANGES, CHANGES.c.table_id == TABLES.c.id))
    .where(
        TABLES.c.id.in_(_IDS),
        CHANGES.c.place >= sa.func.coalesce(HAND_STARTS.c.place, 0),
        CHANGES.c.is_live,
    )
)
_TURNED = (
    sa.select(CHANGES, sa.literal(True).label("is_turned"))
    .join(TABLES, TABLES.c.id == CHANGES.c.table_id)
    .where(TABLES.c.id.in_(_IDS), CHANGES.c.seq.in_([TABLES.c.undo, TABLES.c.redo]))
)
_CHANGES = sa.union_all(_LIVE, _TURNED).order_by("place")
_MEMBERS = (
    sa.select(MEMBERS.c.table_id, MEMBERS.c.device, MEMBERS.c.name, MEMBERS.c.role)
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


def load_states(connection: sa.Connection, table_ids: Collection[str]) -> list[TableState]:
    """The tables with these ids, without those that don't exist."""
    ids = {"table_ids": list(table_ids)}
    rows = connection.execute(_ROWS, ids).all()
    changes = _by_table(connection.execute(_CHANGES, ids))
    members = _by_table(connection.execute(_MEMBERS, ids))
    return [_state(row, changes[row.id], members[row.id]) for row in rows]


def with_entry(state: TableState, statement: Statement, claim: int | None = None) -> TableState:
    """The state after one more statement, with the call behind a ruling; raises its `Refusal`."""
    game = apply(state.game, statement)
    seq = state.version + 1
    entered = Entry(seq, statement, game)
    entry = entered._replace(statement=entered.with_host)
    leads = isinstance(statement, HandLed)
    return state._replace(
        version=seq,
        hand_number=state.hand_number + leads,
        start=state.game if leads else state.start,
        start_backs=state.now.backs if leads else state.start_backs,
        now=state.now.after(game),
        entries=(entry,) if leads else (*state.entries, entry),
        undo=RecordChange(seq, ChangeKind.ENTERED, entry.statement),
        redo=None,
        claim=claim,
    )


def start_of_hand(header: Header, hand: int, noted: Any) -> Start:
    """The state at the start of a hand, by the row that stores it."""
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
    header = stored_header(row.header)
    start = start_of_hand(header, row.hand, row)
    live = [change for change in changes if not change.is_turned]
    entries, refused = follow(
        start.game, [(each.seq, statement_by_name(each.statement, header.players)) for each in live]
    )
    now = reduce(Start.after, (entry.game for entry in entries), start)
    options = TableOptions.read(row.table_options, row.consent_since)
    turned = {
        each.seq: RecordChange(
            each.seq,
            ChangeKind(each.kind),
            each.statement and statement_by_name(each.statement, header.players),
            # If changes need consent, only the last entry is free.
            is_bound=bool(live) and options.consent and each.place < live[-1].place,
        )
        for each in changes
        if each.is_turned
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
        undo=turned.get(row.undo),
        redo=turned.get(row.redo),
        access=row.access,
        table_options=options,
        unclaimed=row.unclaimed,
        start_backs=start.backs,
        claim=live[-1].claim if live else None,
        opened_at=row.created_at,
        known=tuple(Member(each.device, each.name, Role(each.role)) for each in members),
    )


class TableMark(NamedTuple):
    """The version of a table, whether a tap was counted there, and whether a link leads there."""

    revision: Revision
    has_key: bool = False
    holds_link: bool = False


def find(
    connection: sa.Connection, table_id: str, key: str = "", *, holds: bool = False
) -> TableMark:
    """The version of a table, with its row locked if it `holds`; raises `NoSuchTable`."""
    query, of = _MARK_HELD if holds else _MARK, {"table_id": table_id, "key": key}
    row = connection.execute(query, of).first() if may_exist(table_id) else None
    if row is None:
        raise NoSuchTable(table_id)
    version, access, has_key = row
    return TableMark(Revision(version, access), has_key)


def find_all(connection: sa.Connection, held: Mapping[str, str]) -> dict[str, TableMark]:
    """The versions of tables, and whether the secret for each leads there; only existing ones."""
    ids = [table_id for table_id in held if may_exist(table_id)]
    secrets = [secret for secret in held.values() if may_exist(secret)]
    rows = connection.execute(_MARKS, {"table_ids": ids, "secrets": secrets})
    return {
        table_id: TableMark(Revision(version, access), holds_link=holds_link)
        for version, access, holds_link, table_id in rows
    }
