"""The games of a club with their figures: made from the records, kept beside them, never truth.

Figures are kept with the version of the record and the number of the method that made them. If
these still match, they are used; otherwise the figures are made again.
"""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col, select

from companion.clubs.club import Club
from companion.db.club_models import ClubTableRow, KeptFiguresRow
from companion.db.errors import DatabaseAway
from companion.db.table_models import TableRow
from companion.record.replay import no_search_for_garbage
from companion.stats.game_figures import METHOD, GameFigures, figures_of
from companion.stats.played_game import PlayedGame
from companion.tables.errors import NoSuchTable
from companion.tables.table_service import TableService

#: Up to so many tables are asked for by name; beyond that, all tables of the club are read.
_NAMED_EACH = 500
_MOST_CLUBS = 16
#: The most that a process keeps: some kilobytes each.
_MOST_KEPT = 12_000


class Games(NamedTuple):
    """The games of a club in the order in which they began, each with its figures."""

    played: tuple[PlayedGame, ...]
    #: The games whose figures have not been made yet.
    waiting: int = 0


class Made(NamedTuple):
    """The figures of a table, and the version of the record that they were made from."""

    version: int
    figures: GameFigures


class _Told(NamedTuple):
    """A table of a club as it is now, without its record."""

    id: str
    version: int
    created_at: datetime
    #: The number of the player at each seat.
    seats: tuple[int, ...]


@dataclass(eq=False)
class GameService:
    """The games of clubs. `clock` counts the seconds that one request takes."""

    table_service: TableService
    clock: Callable[[], float] = time.monotonic
    #: How long one request may make figures, in seconds; the next requests make the rest.
    patience: float = 2.0

    def __post_init__(self) -> None:
        self.database = self.table_service.database
        self._insert = sqlite.insert if self.database.is_sqlite else postgresql.insert
        self._known: LRUCache[str, Made] = LRUCache(_MOST_KEPT)
        #: The games of the clubs asked for last, and what they were made from.
        self._latest: LRUCache[str, tuple[object, Games]] = LRUCache(_MOST_CLUBS)
        self._lock, self._making = Lock(), Lock()

    def games(self, club: Club) -> Games:
        """The games of a club in which someone has led; outdated figures are made again."""
        told = self._tables(club)
        made_from = club.zone, club.players, told
        with self._lock:
            latest = self._latest.get(club.id)
        if latest is not None and latest[0] == made_from:
            return latest[1]
        found = self._found(club, told)
        if not found.waiting:
            with self._lock:
                self._latest[club.id] = made_from, found
        return found

    def _found(self, club: Club, told: Sequence[_Told]) -> Games:
        figures = self._figures(club.id, told, until=self.clock() + self.patience)
        person = {each.number: club.person(each.number) for each in club.players}
        played = (
            PlayedGame(
                table.id,
                table.created_at,
                club.day_of(table.created_at),
                tuple(person[number] for number in table.seats),
                figures[table.id],
            )
            for table in told
            if table.id in figures
        )
        return Games(tuple(played), len(told) - len(figures))

    def make(self, table_id: str) -> Made | None:
        """The figures of a table by its record now, kept nowhere; None if it is gone."""
        try:
            version = self.table_service.mark(table_id).version
            record = self.table_service.read(table_id)
            asked = self.table_service.lines_asked(table_id)
        except NoSuchTable:
            return None
        return Made(version, figures_of(record.header, record.start, record.entries, asked=asked))

    def remake(self, club: Club) -> tuple[int, tuple[str, ...]]:
        """Make the figures of all games of a club again, and keep them.

        Returns how many games had no valid figures, and the tables whose figures were wrong.
        """
        ids = [table.id for table in self._tables(club)]
        kept = dict(self._kept(club.id, {*ids}))
        new, differed = 0, []
        for table_id in ids:
            made, before = self.make(table_id), kept.get(table_id)
            if made is None or made == before:
                continue
            if before is None or before.version != made.version:
                new += 1
            else:
                differed.append(table_id)
            self._keep(table_id, made)
        with self._lock:
            self._latest.pop(club.id, None)
            for table_id in ids:
                self._known.pop(table_id, None)
        return new, tuple(differed)

    def _tables(self, club: Club) -> list[_Told]:
        columns = select(
            TableRow.id, TableRow.version, TableRow.created_at, col(ClubTableRow.seats)
        )
        of_club = columns.join(ClubTableRow).where(ClubTableRow.club_id == club.id)
        led = of_club.where(TableRow.hand > 0)
        with self.database.reading() as session:
            rows = session.exec(led.order_by(col(TableRow.created_at), col(TableRow.id)))
            return [_Told(*row) for row in rows]

    def _figures(self, club_id: str, told: Sequence[_Told], until: float) -> dict[str, GameFigures]:
        """The figures of these tables by id: known, kept, or made until the time is up."""
        found = self._known_of(told)
        versions = {table.id: table.version for table in told if table.id not in found}
        with no_search_for_garbage():
            kept = {
                table_id: made
                for table_id, made in self._kept(club_id, versions)
                if made.version == versions[table_id]
            }
        self._know(kept)
        found |= {table_id: made.figures for table_id, made in kept.items()}
        missing = [table for table in told if table.id not in found]
        if missing:
            found |= self._make(missing, until)
        return found

    def _known_of(self, told: Sequence[_Told]) -> dict[str, GameFigures]:
        with self._lock:
            known = [(table, self._known.get(table.id)) for table in told]
        return {
            table.id: made.figures
            for table, made in known
            if made is not None and made.version == table.version
        }

    def _make(self, missing: Sequence[_Told], until: float) -> dict[str, GameFigures]:
        """Figures made until the time is up, one request at a time: threads share one core."""
        if not self._making.acquire(timeout=max(0.0, until - self.clock())):
            return {}
        try:
            # Another request may have made them meanwhile.
            found = self._known_of(missing)
            # The latest first: this evening's page is asked for before any other.
            for table in reversed(missing):
                if table.id in found or self.clock() >= until:
                    continue
                # A table that is being deleted now is gone the next time.
                if (made := self.make(table.id)) is not None:
                    found[table.id] = made.figures
                    self._keep(table.id, made)
            return found
        finally:
            self._making.release()

    def _kept(self, club_id: str, table_ids: Collection[str]) -> Iterator[tuple[str, Made]]:
        """What the present method has kept of these tables of a club."""
        if not table_ids:
            return
        columns = select(KeptFiguresRow.table_id, KeptFiguresRow.version, KeptFiguresRow.figures)
        query = columns.where(KeptFiguresRow.method == METHOD)
        of_table = col(KeptFiguresRow.table_id)
        if len(table_ids) > _NAMED_EACH:
            # If nothing of a club is known yet, ask for all of it.
            query = query.join(ClubTableRow, of_table == ClubTableRow.table_id)
            query = query.where(ClubTableRow.club_id == club_id)
        else:
            query = query.where(of_table.in_(table_ids))
        with self.database.reading() as session:
            for table_id, version, figures in session.exec(query).all():
                if table_id in table_ids:
                    # What can't be read is as good as nothing: it is made again.
                    with suppress(ValueError):
                        yield table_id, Made(version, GameFigures.read(figures))

    def _keep(self, table_id: str, made: Made) -> None:
        row = {
            "table_id": table_id,
            "version": made.version,
            "method": METHOD,
            "figures": made.figures.kept,
        }
        new = self._insert(KeptFiguresRow).values(row)
        told = {name: new.excluded[name] for name in ("version", "method", "figures")}
        newer = new.on_conflict_do_update(index_elements=["table_id"], set_=told)
        # If someone is deleting the table, neither waits for the other: the row has to be there.
        is_there = select(TableRow.id).where(TableRow.id == table_id)
        is_there = is_there.with_for_update(read=True, key_share=True)
        # A page can be read even if nothing can be written: then they are made again another time.
        with suppress(DatabaseAway), self.database.writing() as session:
            if session.exec(is_there).first() is not None:
                session.execute(newer)
        self._know({table_id: made})

    def _know(self, found: Mapping[str, Made]) -> None:
        with self._lock:
            self._known.update(found)
