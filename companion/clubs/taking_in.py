"""Taking in: a club that was exported elsewhere is opened anew, its tables from their records."""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import NamedTuple

from sqlalchemy import Connection, insert
from sqlmodel import Session

from companion.clubs.carried import CarriedClub, CarriedTable
from companion.clubs.carried_leagues import with_tables
from companion.clubs.club_file import ClubFile
from companion.clubs.errors import BadClubFile
from companion.clubs.league_store import add_entrants
from companion.league.entrant import Entrant
from companion.league.fixture_text import write_fixture
from companion.league.kept import write_kept
from companion.record.bounds import bounded, is_too_large, too_large
from companion.record.header import Header
from companion.record.replay import MOST_STATEMENTS, has_pegs_only, replay
from companion.record.statements import (
    BadSyntax,
    HandLed,
    HeaderLine,
    Statement,
    read_lines,
    read_statement,
)
from companion.rules.errors import Refusal
from companion.tables.asked import ASKED_ELSEWHERE
from companion.tables.bulk import insert_all
from companion.tables.club_rows import CLUB_TABLES, ClubMemberRow, ClubPlayerRow, ClubRow
from companion.tables.database import Database
from companion.tables.entering import Logged, Run, save_starts
from companion.tables.league_rows import CompetitionRow, FixtureRow, MatchTableRow, SeasonRow
from companion.tables.rows import CHANGES, TABLES, ChangeKind, Role
from companion.tables.state import RequestStamp, Start, TableOptions, statement_by_seat
from companion.words import message


class _Opened(NamedTuple):
    """A table as its rows will have it, made before anybody waits for the database."""

    carried: CarriedTable
    header: Header
    run: Run
    is_pegs_only: bool

    @property
    def options(self) -> str:
        """How it uses the app, as its row keeps it; no phone has to agree to anything yet."""
        told = self.carried.options
        return TableOptions(
            frozenset(told.counting), told.muggins, told.penalty, told.findings
        ).kept


@dataclass(eq=False)
class TakingInService:
    """Clubs that come from elsewhere. `now` and `token` give the time and unguessable ids."""

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    token: Callable[[], str] = lambda: secrets.token_urlsafe(12).replace("-", "_")

    def take_in(self, brought: ClubFile, device: str) -> str:
        """Open a club as it was elsewhere, its book kept by this phone; returns its id.

        All of it, or none: raises `BadClubFile` for a record that cannot be one.
        """
        matches = {table.record for league in brought.club.leagues for table in league.tables}
        tables = [
            _opened(
                number,
                table,
                brought.records[table.record],
                is_of_match=table.record in matches,
            )
            for number, table in enumerate(brought.club.tables, 1)
        ]
        club_id, ids = self.token(), [self.token() for _ in tables]
        with self.database.writing() as session:
            self._save_club(session, club_id, brought, device)
            connection = session.connection()
            for table_id, table in zip(ids, tables, strict=True):
                after = table.carried.after
                _save(connection, table_id, table, None if after is None else ids[after])
            belongs = [
                {
                    "table_id": table_id,
                    "club_id": club_id,
                    "seats": json.dumps(table.carried.seats),
                }
                for table_id, table in zip(ids, tables, strict=True)
            ]
            insert_all(connection, CLUB_TABLES, belongs)
            records = {
                table.carried.record: table_id for table_id, table in zip(ids, tables, strict=True)
            }
            self._save_leagues(session, club_id, brought.club, records)
        return club_id

    def _save_club(self, session: Session, club_id: str, brought: ClubFile, device: str) -> None:
        club, now = brought.club, self.now()
        session.add(
            ClubRow(
                id=club_id,
                opened_at=now,
                name=club.name,
                zone=club.zone,
                shows_ratings=club.shows_ratings,
            )
        )
        session.flush()
        role = Role.KEEPER.value
        session.add(ClubMemberRow(club_id=club_id, device=device, role=role, since=now))
        for player in club.players:
            nicknames = json.dumps(player.nicknames, ensure_ascii=False)
            told = player.model_dump() | {"nicknames": nicknames}
            session.add(ClubPlayerRow(club_id=club_id, **told))
        session.flush()

    def _save_leagues(
        self, session: Session, club_id: str, club: CarriedClub, records: Mapping[str, str]
    ) -> None:
        """Leagues and seasons as they were; `records` are the ids of the tables by their names."""
        for league in club.leagues:
            league_id = self.token()
            kept = write_kept(league.competition)
            session.add(
                CompetitionRow(id=league_id, club_id=club_id, made_at=league.made_at, kept=kept)
            )
            session.flush()
            add_entrants(
                session, league_id, (Entrant.read(write_kept(each)) for each in league.entrants)
            )
            for each in league.fixtures:
                fixture = with_tables(each.value, records)
                session.add(
                    FixtureRow(
                        competition_id=league_id,
                        number=fixture.number,
                        revision=each.revision,
                        kept=write_fixture(fixture),
                    )
                )
            session.flush()
            for table in league.tables:
                told = table.model_dump(exclude={"record"}) | {"competition_id": league_id}
                session.add(MatchTableRow(table_id=records[table.record], **told))
        for season in club.seasons:
            kept, season_id = write_kept(season.season), self.token()
            session.add(SeasonRow(id=season_id, club_id=club_id, made_at=season.made_at, kept=kept))
        session.flush()


def _opened(number: int, carried: CarriedTable, text: str, *, is_of_match: bool) -> _Opened:
    try:
        return _replayed(carried, text, is_of_match=is_of_match)
    except Refusal as refusal:
        why = message("club-file.refused.record", number=number, why=refusal.message)
        raise BadClubFile(why) from None


def _replayed(carried: CarriedTable, text: str, *, is_of_match: bool) -> _Opened:
    transcript = bounded(text, replay(text))
    header, start, refused = transcript.header, transcript.start, transcript.refused
    if header is None or start is None:
        assert refused is not None
        raise _at(*refused)
    seats = range(len(header.players))
    if len(carried.seats) != len(seats) or not {*carried.options.counting} <= {*seats}:
        raise BadClubFile(message("club-file.refused.other-seats"))
    if is_of_match and len(header.seating.sides) != 2:
        raise BadClubFile(message("club-file.refused.no-two-sides"))
    run = Run.after(Start(start, start.scores), 0, transcript.entries)
    if refused is not None:
        run.logged.extend(_unheard(text, refused.line, header, run.hand))
    return _Opened(carried, header, run, has_pegs_only(transcript.entries))


def _unheard(text: str, first: int, header: Header, hand: int) -> Iterator[Logged]:
    """What stands from the line on that no longer holds: it waits to be mended, as it did there.

    Raises the `Refusal` of a line that nobody could have entered.
    """
    lines = [*islice(read_lines(text), MOST_STATEMENTS + 1)]
    if len(lines) > MOST_STATEMENTS:
        too_long = message("refused.too-long", most=f"{MOST_STATEMENTS:,}")
        raise _at(lines[-1][0], BadSyntax(too_long))
    for line, said in lines:
        if line < first:
            continue
        try:
            statement = _entered(said)
            written = statement_by_seat(statement, header.seating)
        except Refusal as refusal:
            raise _at(line, refusal) from None
        hand += isinstance(statement, HandLed)
        yield Logged(ChangeKind.ENTERED, statement=written, hand=hand, is_live=True)


def _entered(said: str) -> Statement:
    statement = read_statement(said)
    if isinstance(statement, HeaderLine):
        raise BadSyntax(message("refused.header-too-late", word=statement.word))
    if is_too_large(statement):
        raise too_large()
    return statement


def _at(line: int, refusal: Refusal) -> Refusal:
    return Refusal(message("import.line-refused", line=line, refusal=refusal.message))


def _save(connection: Connection, table_id: str, table: _Opened, after: str | None) -> None:
    """Write the rows of a table; what its hands start from too, so that a tap needs no replay."""
    carried, run = table.carried, table.run
    asked = {*carried.asked}
    changes = []
    for at, logged in enumerate(run.logged):
        device = ASKED_ELSEWHERE if at in asked else ""
        stamp = RequestStamp(at, f"{at + 1}", device)
        changes.append(logged.row(table_id, at + 1, stamp, carried.changed_at))
    row = {
        "id": table_id,
        "created_at": carried.created_at,
        "changed_at": carried.changed_at,
        "header": str(table.header),
        "is_pegs_only": carried.pegs_only or table.is_pegs_only,
        "again_from": after,
        "origin": carried.origin,
        "customs": table.options,
        "version": len(changes),
        **run.moved,
    }
    connection.execute(insert(TABLES), row)
    save_starts(connection, table_id, run.starts)
    insert_all(connection, CHANGES, changes)
