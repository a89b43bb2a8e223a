"""How long a game lasted, by the taps that were made at its table."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select

from companion.db.database import Database
from companion.db.table_models import CHANGES, TABLES, ChangeKind, UtcDateTime
from companion.tables.errors import NoSuchTable

#: Whoever played longer played on another day.
_LONGEST = 12 * 60


class GameDuration(NamedTuple):
    """When a game ended, and after how many minutes; 0 where nobody knows."""

    ended_at: datetime
    minutes: int


def time_of(database: Database, table_id: str) -> GameDuration:
    """When the game of a table ended: what was put right later does not count. `NoSuchTable`."""
    entered = CHANGES.c.table_id == table_id, CHANGES.c.kind == ChangeKind.ENTERED.value
    first, last = (make(CHANGES.c.at, type_=UtcDateTime) for make in (func.min, func.max))
    taps = select(first, last).where(*entered, CHANGES.c.is_live)
    with database.snapshot() as connection:
        changed_at = connection.scalar(select(TABLES.c.changed_at).where(TABLES.c.id == table_id))
        began, ended = connection.execute(taps).one()
    if changed_at is None:
        raise NoSuchTable(table_id)
    if ended is None:
        return GameDuration(changed_at, 0)
    minutes = round((ended - began).total_seconds() / 60)
    return GameDuration(ended, minutes if minutes <= _LONGEST else 0)
