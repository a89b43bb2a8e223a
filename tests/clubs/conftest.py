"""Clubs on a database of their own for each test: SQLite, and PostgreSQL."""

from dataclasses import dataclass

import pytest

from companion.clubs.access import ClubAccessService
from companion.clubs.club import Club
from companion.clubs.forgetting import ForgettingService
from companion.clubs.players import PlayerService
from companion.clubs.service import ClubService
from companion.clubs.tables import ClubTableService
from companion.tables.database import Database
from companion.tables.service import TableService
from tests.tables.conftest import database, kind, table_service, url

__all__ = ["database", "kind", "table_service", "url"]


@dataclass
class House:
    """All that clubs can do on one database, and a club whose book Ana's phone keeps."""

    tables: TableService
    clubs: ClubService
    access: ClubAccessService
    players: PlayerService
    club_tables: ClubTableService
    forgetting: ForgettingService
    club_id: str

    @property
    def club(self) -> Club:
        """The club as it stands."""
        return self.clubs.look(self.club_id)

    def join(self, *names: str) -> tuple[int, ...]:
        """New players; their numbers."""
        return self.players.add(self.club_id, names)


@pytest.fixture
def house(database: Database, table_service: TableService) -> House:
    clubs = ClubService(database)
    return House(
        table_service,
        clubs,
        ClubAccessService(database),
        PlayerService(database),
        ClubTableService(table_service),
        ForgettingService(table_service),
        clubs.open("Friday dominoes", "Ana's phone", zone="Europe/Lisbon"),
    )
