"""The figures of games as the database keeps them: read, saved, and which are missing."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import and_, or_
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col, select

from companion.db.club_models import ClubRow, ClubTableRow, KeptFiguresRow
from companion.db.database import Database
from companion.db.table_models import TableRow
from companion.stats.game_figures import METHOD, GameFigures

#: Tables whose figures are asked for at once, or made in the background: a server that is to stop
#: waits for these.
_ASKED_AT_ONCE, _MADE_AT_ONCE = 500, 5
#: A game that is on changes with each tap: in the background it is counted once it has rested.
_HAS_RESTED = timedelta(minutes=1)


class Made(NamedTuple):
    """The figures of a table, and the version of the record that they were made from."""

    version: int
    figures: GameFigures


@dataclass(eq=False)
class FigureStore:
    """The rows of figures: never truth, and only those of the present method count."""

    database: Database

    def waiting(self, now: datetime) -> list[str]:
        """Some tables of clubs that have no valid figures, the latest first."""
        is_kept = and_(
            col(KeptFiguresRow.table_id) == TableRow.id,
            col(KeptFiguresRow.version) == TableRow.version,
            col(KeptFiguresRow.method) == METHOD,
        )
        of_clubs = select(TableRow.id).join(ClubTableRow).join(ClubRow)
        waiting = of_clubs.outerjoin(KeptFiguresRow, is_kept).where(
            TableRow.hand > 0,
            col(KeptFiguresRow.table_id).is_(None),
            or_(col(TableRow.winner).is_not(None), col(TableRow.changed_at) < now - _HAS_RESTED),
            col(ClubRow.arriving_at).is_(None),
        )
        latest = waiting.order_by(col(TableRow.created_at).desc()).limit(_MADE_AT_ONCE)
        with self.database.reading() as session:
            return [*session.exec(latest)]

    def kept(self, table_ids: Collection[str]) -> Iterator[tuple[str, Made]]:
        """What the present method has kept of these tables."""
        ids = [*table_ids]
        columns = select(KeptFiguresRow.table_id, KeptFiguresRow.version, KeptFiguresRow.figures)
        query = columns.where(KeptFiguresRow.method == METHOD)
        with self.database.reading() as session:
            for first in range(0, len(ids), _ASKED_AT_ONCE):
                some = col(KeptFiguresRow.table_id).in_(ids[first : first + _ASKED_AT_ONCE])
                for table_id, version, figures in session.exec(query.where(some)).all():
                    # What can't be read is as good as nothing: it is made again.
                    with suppress(ValueError):
                        yield table_id, Made(version, GameFigures.read(figures))

    def save(self, found: Mapping[str, Made]) -> None:
        """Keep the figures of these tables, of those that are still there."""
        # If someone is deleting a table, neither waits for the other: the row has to be there.
        are_there = select(TableRow.id).where(col(TableRow.id).in_(found))
        are_there = are_there.order_by(TableRow.id).with_for_update(read=True, key_share=True)
        insert = sqlite.insert if self.database.is_sqlite else postgresql.insert
        with self.database.writing() as session:
            for table_id in session.exec(are_there).all():
                version, figures = found[table_id]
                row = {"version": version, "method": METHOD, "figures": figures.kept}
                new = insert(KeptFiguresRow).values(row | {"table_id": table_id})
                session.execute(new.on_conflict_do_update(index_elements=["table_id"], set_=row))
