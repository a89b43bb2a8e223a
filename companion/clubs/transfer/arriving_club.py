"""A club that arrives part by part: nobody sees it before it is whole, and no half of one stays."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from companion.clubs.errors import BadClubFile
from companion.db.club_models import ClubRow, ClubTableRow
from companion.db.database import Database
from companion.i18n import message
from companion.tables.table_writer import delete_rows

#: Tables that are written or removed while others wait, some hundredths of a second.
AT_ONCE = 10
#: Nothing came for so long: whoever imported it was interrupted.
_IS_INTERRUPTED = timedelta(minutes=1)


@dataclass(eq=False)
class ArrivingClub:
    """A club while it is imported; `now` gives the time."""

    database: Database
    row: ClubRow
    now: Callable[[], datetime]

    def __post_init__(self) -> None:
        self.id, self._latest = self.row.id, self.now()
        self.row.arriving_at = self._latest
        with self.database.writing() as session:
            session.add(self.row)

    @contextmanager
    def part(self, *, is_last: bool = False) -> Iterator[Session]:
        """A transaction for its next rows; after the last one everyone sees the club.

        Raises `BadClubFile` if it took so long that what was there is being removed.
        """
        at = self.now()
        with self.database.writing() as session:
            if not _mark(session, self.id, self._latest, None if is_last else at):
                raise BadClubFile(message("club-file.refused.interrupted"))
            yield session
        self._latest = at

    def give_up(self) -> None:
        """Remove what has arrived, unless all has."""
        _remove(self.database, self.id)


def remove_interrupted(database: Database, now: datetime) -> None:
    """Remove what imports have left that were interrupted."""
    arriving = select(ClubRow.id, ClubRow.arriving_at)
    with database.reading() as session:
        query = arriving.where(col(ClubRow.arriving_at) < now - _IS_INTERRUPTED)
        found = session.exec(query).all()
    for club_id, latest in found:
        with database.writing() as session:
            # From now on neither the import can go on, nor does anyone else remove it.
            is_ours = _mark(session, club_id, latest, now)
        if is_ours:
            _remove(database, club_id)


def _mark(session: Session, club_id: str, before: datetime | None, after: datetime | None) -> bool:
    """Note when the latest part came; False if another process was there meanwhile."""
    of_club = update(ClubRow).where(col(ClubRow.id) == club_id, col(ClubRow.arriving_at) == before)
    return bool(session.connection().execute(of_club.values(arriving_at=after)).rowcount)


def _remove(database: Database, club_id: str) -> None:
    is_arriving = select(ClubRow.id).where(
        col(ClubRow.id) == club_id, col(ClubRow.arriving_at).is_not(None)
    )
    of_club = select(ClubTableRow.table_id).where(col(ClubTableRow.club_id).in_(is_arriving))
    found: list[str] = [club_id]
    while found:
        with database.writing() as session:
            found = [*session.exec(of_club.limit(AT_ONCE))]
            for table_id in found:
                delete_rows(session.connection(), table_id)
            if not found:
                session.execute(delete(ClubRow).where(col(ClubRow.id).in_(is_arriving)))
