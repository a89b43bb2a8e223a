"""Importing: a record from elsewhere as the rows of a new table; and a table deleted."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, update
from sqlmodel import Session, SQLModel, col

from companion.record.header import Header
from companion.record.replay import Entry
from companion.record.statements import HandLed, PointsRuled
from companion.tables.hand_starts import Start, remember_start
from companion.tables.notices import tell
from companion.tables.rows import ChangeKind, ChangeRow, TableRow
from companion.tables.state import statement_by_seat


def is_points_alone(entries: Sequence[Entry]) -> bool:
    """Whether a record is that of points pegged without tiles: a lead, and rulings."""
    kinds = [type(entry.statement) for entry in entries]
    return kinds[:1] == [HandLed] and set(kinds[1:]) == {PointsRuled}


def insert_record(
    session: Session, row: TableRow, header: Header, entries: Sequence[Entry]
) -> None:
    """Write every entry down as a change of the table, and where each of its hands starts."""
    game = header.start()
    now = Start(game, game.scores)
    for entry in entries:
        if isinstance(entry.statement, HandLed):
            row.hand += 1
            remember_start(session, row.id, row.hand, now)
        now = now.after(entry.game)
    row.version = len(entries)
    row.winner = now.game.winner
    session.flush()
    if entries:
        session.execute(insert(ChangeRow), list(_changes(row.id, row.created_at, header, entries)))


def _changes(
    table_id: str, at: datetime, header: Header, entries: Sequence[Entry]
) -> Iterator[dict[str, Any]]:
    seating, hand = header.seating, 0
    for seq, entry in enumerate(entries, start=1):
        hand += isinstance(entry.statement, HandLed)
        yield {
            "table_id": table_id,
            "seq": seq,
            "at": at,
            "kind": ChangeKind.ENTERED.value,
            "key": f"carried in {seq}",
            "device": "",
            "target": None,
            "statement": statement_by_seat(entry.with_host, seating),
            "place": float(seq),
            "hand": hand,
            "is_live": True,
            "is_undone": False,
        }


def delete_rows(session: Session, table_id: str) -> None:
    """Remove a table and everything that belongs to it."""
    session.execute(
        update(TableRow).where(col(TableRow.again_from) == table_id).values(again_from=None)
    )
    # Whatever belongs to a table says so in its column `table_id`.
    for rows in reversed(SQLModel.metadata.sorted_tables):
        if "table_id" in rows.c:
            session.execute(delete(rows).where(rows.c.table_id == table_id))
    session.execute(delete(TableRow).where(col(TableRow.id) == table_id))
    tell(session, table_id)
