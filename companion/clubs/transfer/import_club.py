"""Importing: a club from elsewhere is opened here, its tables made from their records."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import NamedTuple, Self

from sqlalchemy import Connection, insert
from sqlmodel import Session

from companion.clubs.errors import BadClubFile
from companion.clubs.leagues.league_store import add_entrants
from companion.clubs.transfer.arriving_club import AT_ONCE, ArrivingClub, remove_interrupted
from companion.clubs.transfer.club_file import ClubFile
from companion.clubs.transfer.club_schema import CarriedClub, CarriedTable
from companion.db.bulk_writes import insert_all
from companion.db.club_models import ClubMemberRow, ClubPlayerRow, ClubRole, ClubRow, ClubTableRow
from companion.db.database import Database
from companion.db.errors import DatabaseAway
from companion.db.league_models import CompetitionRow, FixtureRow, MatchTableRow, SeasonRow
from companion.db.table_models import ChangeKind, ChangeRow, TableRow
from companion.i18n import message
from companion.league.kept_json import write_kept
from companion.record.header import Header
from companion.record.number_bounds import TooLarge, bounded, is_too_large
from companion.record.replay import MOST_STATEMENTS, RecordTooLong, has_pegs_only, replay
from companion.record.statements import read_entry, read_lines
from companion.rules.errors import Refusal
from companion.tables.stored_statements import statement_by_seat
from companion.tables.table_options import TableOptions
from companion.tables.table_state import Start
from companion.tables.table_writer import Logged, Run, save_starts


class _BroughtTable(NamedTuple):
    """A table as its rows will have it, made before the database is locked."""

    carried: CarriedTable
    header: Header
    run: Run
    is_pegs_only: bool

    @classmethod
    def of(cls, number: int, carried: CarriedTable, text: str, *, is_of_match: bool) -> Self:
        """The `number`-th table of a file with its record; raises `BadClubFile`."""
        try:
            found = cls._replayed(carried, text)
            if is_of_match and len(found.header.seating.sides) != 2:
                raise BadClubFile(message("club-file.refused.no-two-sides"))
        except Refusal as refusal:
            why = message("club-file.refused.record", number=number, why=refusal.message)
            raise BadClubFile(why) from None
        return found

    @classmethod
    def _replayed(cls, carried: CarriedTable, text: str) -> Self:
        transcript = bounded(text, replay(text))
        header, start, refused = transcript.header, transcript.start, transcript.refused
        if header is None or start is None:
            assert refused is not None
            raise _at(*refused)
        seats = range(len(header.players))
        if len(carried.seats) != len(seats) or not {*carried.options.counting} <= {*seats}:
            raise BadClubFile(message("club-file.refused.other-seats"))
        run = Run.after(Start(start, start.scores), 0, transcript.entries)
        if refused is not None:
            run.logged.extend(_unheard(text, refused.line, header))
        return cls(carried, header, run, has_pegs_only(transcript.entries))

    def save(self, connection: Connection, table_id: str, after: str | None) -> None:
        """Write the rows, and the state where each hand starts, so that a tap needs no replay."""
        carried, run = self.carried, self.run
        changes = run.rows(table_id, carried.changed_at)
        for at in {*carried.asked} & {*range(len(changes))}:
            changes[at]["is_asked"] = True
        row = {
            "id": table_id,
            "created_at": carried.created_at,
            "changed_at": carried.changed_at,
            "header": str(self.header),
            "is_pegs_only": carried.pegs_only or self.is_pegs_only,
            "again_from": after,
            "origin": carried.origin,
            # No other phone must agree to anything yet.
            "table_options": TableOptions(**carried.options.model_dump()).kept,
            "version": len(changes),
            "undo": len(changes) or None,
            **run.moved,
        }
        connection.execute(insert(TableRow), row)
        save_starts(connection, table_id, run.starts)
        insert_all(connection, ChangeRow, changes)


def _unheard(text: str, first: int, header: Header) -> Iterator[Logged]:
    """The record from the first line that doesn't fit any more: it still waits to be fixed.

    Raises the `Refusal` of a line that nobody could have entered.
    """
    lines = [*islice(read_lines(text), MOST_STATEMENTS + 1)]
    if len(lines) > MOST_STATEMENTS:
        raise _at(lines[-1][0], RecordTooLong())
    for line, said in lines:
        if line < first:
            continue
        try:
            statement = read_entry(said, header.seating)
            if is_too_large(statement):
                raise TooLarge()
            written = statement_by_seat(statement, header.seating)
        except Refusal as refusal:
            raise _at(line, refusal) from None
        yield Logged(ChangeKind.ENTERED, statement=written, is_live=True)


def _at(line: int, refusal: Refusal) -> Refusal:
    return Refusal(message("import.line-refused", line=line, refusal=refusal.message))


@dataclass(eq=False)
class TakingInService:
    """Importing clubs. `now` and `token` give the time and unguessable ids."""

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    token: Callable[[], str] = lambda: secrets.token_urlsafe(12).replace("-", "_")

    def take_in(self, brought: ClubFile, device: str) -> str:
        """Open a club as it was elsewhere, with this phone as its manager; returns its id.

        If no phone is given, the person who runs the server lets one in by its link.

        It imports everything or nothing: raises `BadClubFile` for a record that can't be one. If it
        is interrupted, nobody ever sees the tables that were written by then.
        """
        matches = {table.record for league in brought.club.leagues for table in league.tables}
        found = [
            _BroughtTable.of(
                number, table, brought.records[table.record], is_of_match=table.record in matches
            )
            for number, table in enumerate(brought.club.tables, 1)
        ]
        with suppress(DatabaseAway):
            self.tidy()
        tables = {self.token(): table for table in found}
        told = brought.club.model_dump(include={"name", "zone", "shows_ratings"})
        row = ClubRow(id=self.token(), opened_at=self.now(), founder=device, **told)
        arriving = ArrivingClub(self.database, row, self.now)
        try:
            with arriving.part() as session:
                for player in brought.club.players:
                    session.add(ClubPlayerRow(club_id=arriving.id, **player.model_dump()))
            self._save_tables(arriving, tables)
            with arriving.part(is_last=True) as session:
                if device:
                    told = {"device": device, "role": ClubRole.MANAGER.value, "since": self.now()}
                    session.add(ClubMemberRow(club_id=arriving.id, **told))
                records = {table.carried.record: each for each, table in tables.items()}
                self._save_leagues(session, arriving.id, brought.club, records)
        except BaseException:
            # If that can't be done now, what is there is removed later; until then nobody sees it.
            with suppress(DatabaseAway):
                arriving.give_up()
            raise
        return arriving.id

    def tidy(self) -> None:
        """Remove what interrupted imports have left."""
        remove_interrupted(self.database, self.now())

    def _save_tables(self, arriving: ArrivingClub, tables: Mapping[str, _BroughtTable]) -> None:
        """Write the tables, a few at a time: players don't have to wait for all of them."""
        ids = [*tables]
        for first in range(0, len(ids), AT_ONCE):
            some = ids[first : first + AT_ONCE]
            with arriving.part() as session:
                connection = session.connection()
                for table_id in some:
                    after = tables[table_id].carried.after
                    tables[table_id].save(
                        connection, table_id, None if after is None else ids[after]
                    )
                belongs = [
                    {"table_id": each, "club_id": arriving.id, "seats": tables[each].carried.seats}
                    for each in some
                ]
                insert_all(connection, ClubTableRow, belongs)

    def _save_leagues(
        self, session: Session, club_id: str, club: CarriedClub, records: Mapping[str, str]
    ) -> None:
        """Leagues and seasons as they were; `records` has the ids of the tables by name."""
        ids = [self.token() for _ in club.leagues]
        leagues = (each.with_records(records) for each in club.leagues)
        for league_id, league in zip(ids, leagues, strict=True):
            kept = write_kept(league.competition)
            session.add(
                CompetitionRow(id=league_id, club_id=club_id, made_at=league.made_at, kept=kept)
            )
            session.flush()
            add_entrants(session, league_id, league.entrants)
            for each in league.fixtures:
                session.add(FixtureRow.of(league_id, each.fixture, each.revision))
            session.flush()
            for table in league.tables:
                told = table.model_dump(exclude={"record"}) | {"competition_id": league_id}
                session.add(MatchTableRow(table_id=table.record, **told))
        for season in club.seasons:
            kept, season_id = write_kept(season.season), self.token()
            session.add(SeasonRow(id=season_id, club_id=club_id, made_at=season.made_at, kept=kept))
        for number, event in enumerate(club.events, 1):
            place, fixture = event.match
            match = ids[int(place)] if place else "", fixture
            session.add(event._replace(match=match).row(club_id, number))
        session.flush()
