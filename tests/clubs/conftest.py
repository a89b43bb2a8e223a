"""Clubs on a database of their own for each test: SQLite, and PostgreSQL where it differs."""

from datetime import UTC, datetime

import pytest

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.database import Database
from companion.league.lineup import Pairing
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import TEAMS, LeagueNight, begun
from tests.tables.conftest import database, kind, pytest_generate_tests, table_service, url

__all__ = ["database", "kind", "pytest_generate_tests", "table_service", "url"]


@pytest.fixture
def house(database: Database, table_service: TableService) -> House:
    clubs = Clubs(table_service, lambda: datetime.now(UTC))
    club_id = clubs.service.open("Friday dominoes", "Ana's phone", zone="Europe/Lisbon")
    return House(table_service, clubs, club_id)


@pytest.fixture
def night(house: House) -> LeagueNight:
    """The Reds (Ana, Ben, Eva) at home to the Blues (Cyd, Dee): two singles, the best of three."""
    ana, ben, cyd, dee, eva = house.join("Ana", "Ben", "Cyd", "Dee", "Eva")
    blues, reds = NewEntrant((cyd, dee), "Blues"), NewEntrant((ana, ben, eva), "Reds")
    return begun(house, TEAMS, [blues, reds])


@pytest.fixture
def lined_up(night: LeagueNight) -> LeagueNight:
    """The same once Ana meets Cyd, and Ben meets Dee."""
    night.line_up(Pairing((1,), (3,)), Pairing((2,), (4,)))
    return night
