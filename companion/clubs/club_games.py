"""The games of a club with their figures: made from the records, kept beside them, never truth.

Figures are kept with the version of the record and the number of the method that made them. If
these still match, they are used; otherwise the figures are made again.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache
from sqlalchemy import delete
from sqlmodel import col, select

from companion.clubs.club import Club
from companion.clubs.club_service import load_club
from companion.clubs.figure_store import FigureStore, Made
from companion.db.club_models import ClubRow, ClubTableRow, KeptFiguresRow
from companion.db.errors import DatabaseAway
from companion.db.table_models import TableRow
from companion.i18n import Text, message
from companion.record.replay import no_search_for_garbage
from companion.stats.game_figures import GameFigures, figures_of
from companion.stats.played_game import PlayedGame
from companion.tables.errors import NoSuchTable
from companion.tables.table_service import TableService

_MOST_CLUBS = 16
#: The most that a process keeps: some kilobytes each.
_MOST_KEPT = 12_000


class Games(NamedTuple):
    """The games of a club in the order in which they began, each with its figures."""

    played: tuple[PlayedGame, ...]
    #: The games whose figures have not been made yet.
    waiting: int = 0

    @property
    def progress(self) -> Text | None:
        """How far the counting has come; None once it is done."""
        counted, total = len(self.played), len(self.played) + self.waiting
        if not self.waiting:
            return None
        return message("club.waiting", count=total, counted=f"{counted:,}", total=f"{total:,}")


class Remade(NamedTuple):
    """What became of the figures of one club."""

    name: str
    #: How many games there are, and how many of them had no valid figures.
    games: int
    new: int
    #: The tables whose kept figures differ from the new ones.
    differed: tuple[str, ...]


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
    #: How long one request may make figures, in seconds; the background makes the rest, or, where
    #: there is none, the next requests do.
    patience: float = 2.0

    def __post_init__(self) -> None:
        self.database = self.table_service.database
        self._store = FigureStore(self.database)
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
        figures = self._figures(told, until=self.clock() + self.patience)
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

    def make_waiting(self, now: datetime) -> int:
        """Make and keep the figures of some games that wait, the latest first; returns how many."""
        ids = self._store.waiting(now)
        made = {each: found for each in ids if (found := self.make(each)) is not None}
        self._store.save(made)
        return len(made)

    def remake(self, club: Club) -> tuple[int, tuple[str, ...]]:
        """Make the figures of all games of a club again, and keep them.

        Returns how many games had no valid figures, and the tables whose figures were wrong.
        """
        ids = [table.id for table in self._tables(club)]
        kept = dict(self._store.kept(ids))
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

    def _figures(self, told: Sequence[_Told], until: float) -> dict[str, GameFigures]:
        """The figures of these tables by id: known, kept, or made until the time is up."""
        found = self._known_of(told)
        versions = {table.id: table.version for table in told if table.id not in found}
        with no_search_for_garbage():
            kept = {
                table_id: made
                for table_id, made in self._store.kept(versions)
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

    def _keep(self, table_id: str, made: Made) -> None:
        # A page can be read even if nothing can be written: then they are made again another time.
        with suppress(DatabaseAway):
            self._store.save({table_id: made})
        self._know({table_id: made})

    def _know(self, found: Mapping[str, Made]) -> None:
        with self._lock:
            self._known.update(found)


def remake_figures(games: GameService) -> Iterator[Remade]:
    """Make the figures of all clubs again, club by club, and delete what belongs to none.

    What differed was wrong, and is fixed.
    """
    with games.database.transaction() as connection:
        of_clubs = col(KeptFiguresRow.table_id).in_(select(ClubTableRow.table_id))
        connection.execute(delete(KeptFiguresRow).where(~of_clubs))
    with games.database.reading() as session:
        whole = select(ClubRow.id).where(col(ClubRow.arriving_at).is_(None))
        ids = session.exec(whole.order_by(col(ClubRow.opened_at))).all()
    for club_id in ids:
        with games.database.reading() as session:
            club = load_club(session, club_id)
        new, differed = games.remake(club)
        yield Remade(club.name, len(games.games(club).played), new, differed)
