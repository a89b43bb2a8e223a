"""Taking in: a club that was exported elsewhere is opened anew, its tables from their records."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlmodel import Session

from companion.clubs.leagues.league_store import add_entrants
from companion.clubs.transfer.club_file import ClubFile
from companion.clubs.transfer.club_schema import CarriedClub
from companion.clubs.transfer.import_table import BroughtTable
from companion.db.bulk_writes import insert_all
from companion.db.club_models import CLUB_TABLES, ClubMemberRow, ClubPlayerRow, ClubRow
from companion.db.database import Database
from companion.db.league_models import CompetitionRow, FixtureRow, MatchTableRow, SeasonRow
from companion.db.table_models import Role
from companion.league.kept_json import write_kept
from companion.tables.table_writer import delete_rows

#: Tables that are written while others wait, some hundredths of a second.
_AT_ONCE = 10


@dataclass(eq=False)
class TakingInService:
    """Clubs that come from elsewhere. `now` and `token` give the time and unguessable ids."""

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    token: Callable[[], str] = lambda: secrets.token_urlsafe(12).replace("-", "_")

    def take_in(self, brought: ClubFile, device: str) -> str:
        """Open a club as it was elsewhere, its book kept by this phone; returns its id.

        With no phone, whoever runs the server lets one in by its link.

        All of it, or none: raises `BadClubFile` for a record that cannot be one.
        """
        matches = {table.record for league in brought.club.leagues for table in league.tables}
        found = [
            BroughtTable.of(
                number, table, brought.records[table.record], is_of_match=table.record in matches
            )
            for number, table in enumerate(brought.club.tables, 1)
        ]
        club_id, tables = self.token(), {self.token(): table for table in found}
        try:
            self._save_tables(tables)
            with self.database.writing() as session:
                self._save_club(session, club_id, brought.club, device)
                self._save_belonging(session, club_id, brought.club, tables)
        except BaseException:
            # Nobody was let in to a table without its club.
            with self.database.transaction() as connection:
                for table_id in tables:
                    delete_rows(connection, table_id)
            raise
        return club_id

    def _save_tables(self, tables: Mapping[str, BroughtTable]) -> None:
        """Write the tables down, some at a time: whoever plays meanwhile does not wait for all."""
        ids = [*tables]
        for first in range(0, len(ids), _AT_ONCE):
            with self.database.transaction() as connection:
                for table_id in ids[first : first + _AT_ONCE]:
                    after = tables[table_id].carried.after
                    tables[table_id].save(
                        connection, table_id, None if after is None else ids[after]
                    )

    def _save_belonging(
        self, session: Session, club_id: str, club: CarriedClub, tables: Mapping[str, BroughtTable]
    ) -> None:
        """Let the tables belong to the club, and to the matches of its leagues."""
        belongs = [
            {"table_id": table_id, "club_id": club_id, "seats": table.carried.seats}
            for table_id, table in tables.items()
        ]
        insert_all(session.connection(), CLUB_TABLES, belongs)
        records = {table.carried.record: table_id for table_id, table in tables.items()}
        self._save_leagues(session, club_id, club, records)

    def _save_club(self, session: Session, club_id: str, club: CarriedClub, device: str) -> None:
        now = self.now()
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
        if device:
            role = Role.KEEPER.value
            session.add(ClubMemberRow(club_id=club_id, device=device, role=role, since=now))
        for player in club.players:
            session.add(ClubPlayerRow(club_id=club_id, **player.model_dump()))
        session.flush()

    def _save_leagues(
        self, session: Session, club_id: str, club: CarriedClub, records: Mapping[str, str]
    ) -> None:
        """Leagues and seasons as they were; `records` are the ids of the tables by their names."""
        for league in (each.with_records(records) for each in club.leagues):
            league_id = self.token()
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
        session.flush()
