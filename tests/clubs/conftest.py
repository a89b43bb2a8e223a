"""Clubs on a database of their own for each test: SQLite, and PostgreSQL."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from companion.clubs.club import Club
from companion.clubs.services import Clubs
from companion.tables.database import Database
from companion.tables.service import TableService
from tests.tables.conftest import database, kind, table_service, url

__all__ = ["database", "kind", "table_service", "url"]


@dataclass
class House:
    """Tables and clubs on one database, and a club whose book Ana's phone keeps."""

    tables: TableService
    clubs: Clubs
    club_id: str

    @property
    def club(self) -> Club:
        """The club as it stands."""
        return self.clubs.service.look(self.club_id)

    def join(self, *names: str) -> tuple[int, ...]:
        """New players; their numbers."""
        return self.clubs.players.add(self.club_id, names)


@pytest.fixture
def house(database: Database, table_service: TableService) -> House:
    clubs = Clubs.on(table_service, lambda: datetime.now(UTC))
    club_id = clubs.service.open("Friday dominoes", "Ana's phone", zone="Europe/Lisbon")
    return House(table_service, clubs, club_id)
