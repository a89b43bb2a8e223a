"""How long a game lasted, by the taps that were made at its table."""

from datetime import datetime
from typing import NamedTuple

from sqlmodel import select

from companion.db.database import Database
from companion.db.table_models import ChangeKind, ChangeRow, TableRow
from companion.tables.errors import NoSuchTable

#: Whoever played longer played on another day.
_LONGEST = 12 * 60


class GameDuration(NamedTuple):
    """When a game ended, and after how many minutes; 0 where nobody knows."""

    ended_at: datetime
    minutes: int


def time_of(database: Database, table_id: str) -> GameDuration:
    """When the game of a table ended: what was put right later does not count. `NoSuchTable`."""
    taps = select(ChangeRow.at).where(
        ChangeRow.table_id == table_id, ChangeRow.kind == ChangeKind.ENTERED, ChangeRow.is_live
    )
    opened = select(TableRow.changed_at).where(TableRow.id == table_id)
    with database.reading() as session:
        changed_at, moments = session.exec(opened).first(), session.exec(taps).all()
    if changed_at is None:
        raise NoSuchTable(table_id)
    if not moments:
        return GameDuration(changed_at, 0)
    ended = max(moments)
    minutes = round((ended - min(moments)).total_seconds() / 60)
    return GameDuration(ended, minutes if minutes <= _LONGEST else 0)
