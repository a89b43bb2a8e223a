"""A listing: all tables that are kept, for whoever looks after them."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func
from sqlmodel import col, select

from companion.tables.rows import ChangeRow, TableRow
from companion.tables.service import TableService


class Listing(NamedTuple):
    """A table in a few words."""

    id: str
    game: str
    #: Of each side, by its name.
    scores: dict[str, int]
    #: How many statements the record has as it stands.
    entries: int
    changed_at: datetime
    is_finished: bool


def all_tables(table_service: TableService) -> Iterator[Listing]:
    """Every table, the one changed last first."""
    with table_service.database.reading() as session:
        counted = select(ChangeRow.table_id, func.count()).where(col(ChangeRow.is_live))
        entries = dict(session.exec(counted.group_by(ChangeRow.table_id)).all())
        kept = select(TableRow.id, TableRow.changed_at)
        rows = session.exec(kept.order_by(col(TableRow.changed_at).desc())).all()
    for table_id, changed_at in rows:
        state = table_service.look(table_id)
        game = state.game
        yield Listing(
            id=table_id,
            game=state.header.game,
            scores=game.named_scores,
            entries=entries.get(table_id, 0),
            changed_at=changed_at,
            is_finished=game.is_over,
        )


def finished_before(table_service: TableService, day: datetime) -> list[str]:
    """The ids of the tables whose game was won, and that nobody changed from that day on."""
    won, changed_at = col(TableRow.winner).is_not(None), col(TableRow.changed_at)
    query = select(TableRow.id).where(won, changed_at < day).order_by(changed_at)
    with table_service.database.reading() as session:
        return list(session.exec(query))
