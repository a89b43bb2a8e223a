"""A tap in as few statements as it can be: who taps and what stands, one row in, one row moved."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, exists, insert, select, update

from companion.tables.errors import NoSuchTable
from companion.tables.hand_starts import remember_start
from companion.tables.notices import notified
from companion.tables.rows import CHANGES, LINKS, TABLES, ChangeKind, LeadsTo, may_exist
from companion.tables.state import RequestStamp, TableState, statement_by_seat

_HAS_KEY = exists().where(
    CHANGES.c.table_id == bindparam("table_id"), CHANGES.c.key == bindparam("key")
)
_MARK = select(TABLES.c.version, TABLES.c.access, _HAS_KEY.label("has_key")).where(
    TABLES.c.id == bindparam("table_id")
)
_MARK_HELD = _MARK.with_for_update(of=TABLES)
_MARKS = select(
    TABLES.c.id,
    TABLES.c.version,
    TABLES.c.access,
    exists()
    .where(
        LINKS.c.table_id == TABLES.c.id,
        LINKS.c.leads_to != LeadsTo.CODE,
        LINKS.c.secret.in_(bindparam("secrets", expanding=True)),
    )
    .label("holds_link"),
).where(TABLES.c.id.in_(bindparam("table_ids", expanding=True)))
_LOG = insert(CHANGES)
_MOVE = update(TABLES).where(TABLES.c.id == bindparam("of"))
_MOVE_AND_NOTIFY = _MOVE.returning(notified(TABLES.c.id))


class Mark(NamedTuple):
    """Where a table stands, and whether a tap was counted there already."""

    version: int
    access: int
    has_key: bool = False


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
    return Mark(*row)


def find_all(connection: Connection, held: dict[str, str]) -> dict[str, tuple[Mark, bool]]:
    """Where tables stand, and whether the secret held for each leads there; of those there are."""
    ids = [table_id for table_id in held if may_exist(table_id)]
    secrets = [secret for secret in held.values() if may_exist(secret)]
    rows = connection.execute(_MARKS, {"table_ids": ids, "secrets": secrets})
    return {row.id: (Mark(row.version, row.access), row.holds_link) for row in rows}


def save_entry(
    connection: Connection,
    before: TableState,
    after: TableState,
    stamp: RequestStamp,
    now: datetime,
) -> None:
    """Write down the last entry of a state, and where the table stands with it."""
    if after.hand_number > before.hand_number:
        remember_start(connection, after.id, after.hand_number, before.now)
    statement = statement_by_seat(after.entries[-1].statement, after.game.seating)
    logged = Logged(ChangeKind.ENTERED, statement=statement, hand=after.hand_number, is_live=True)
    moved = {"hand": after.hand_number, "winner": after.game.winner}
    save(connection, before, logged, stamp, now, moved)


class Logged(NamedTuple):
    """A change as the log is to have it; `ChangeRow` tells what is what."""

    kind: ChangeKind
    target: int | None = None
    statement: str | None = None
    #: Its own number where none is given: at the end of the record.
    place: float | None = None
    hand: int = 0
    is_live: bool = False


def save(
    connection: Connection,
    before: TableState,
    logged: Logged,
    stamp: RequestStamp,
    now: datetime,
    moved: dict[str, Any],
) -> None:
    """Write one more change down, and what it makes of the table's own row."""
    seq = before.version + 1
    change = {
        **logged._asdict(),
        "table_id": before.id,
        "seq": seq,
        "at": now,
        "kind": logged.kind.value,
        "key": stamp.key,
        "device": stamp.device,
        "place": float(seq) if logged.place is None else logged.place,
        "is_undone": False,
    }
    connection.execute(_LOG, change)
    move(connection, before.id, {"version": seq, "changed_at": now, **moved})


def move(connection: Connection, table_id: str, values: dict[str, Any]) -> None:
    """Change a table's row, and let all processes know once this transaction is saved."""
    # SQLite's are asked by themselves.
    moves = _MOVE_AND_NOTIFY if connection.dialect.name == "postgresql" else _MOVE
    connection.execute(moves, {"of": table_id, **values})
