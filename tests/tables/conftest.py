"""A database of its own for each test of the tables: SQLite, and PostgreSQL where it differs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.db.database import Database
from companion.db.table_models import LeadsTo
from companion.record.header import read_header
from companion.tables.hand_over import HandOverService
from companion.tables.proposals import ProposalService
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.databases import KINDS, MakesReady, fresh
from tests.tables.consenting import ANA, BEN, CYD, LINES
from tests.tables.scribe import enter, switch
from tests.thorough import is_thorough

#: What both databases do alike, through SQL that other tests try on both: on PostgreSQL by
#: `--thorough`. Locks, notices, migrations, backups and constraints are always tried on both.
ALIKE = {
    *("test_access", "test_any_changes", "test_carried_back", "test_carrying"),
    *("test_consent_switched_off", "test_entering", "test_proposals"),
    *("test_hostile_backups", "test_story"),
    *(
        "test_any_league_night",
        "test_club_backups",
        "test_club_history",
        "test_exporting",
        "test_hostile_club_files",
    ),
    *("test_leagues", "test_match_cards", "test_match_tables", "test_simulated", "test_taking_in"),
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test its databases, unless it says itself which."""
    marks = metafunc.definition.iter_markers("parametrize")
    if "kind" in metafunc.fixturenames and not any("kind" in mark.args[0] for mark in marks):
        is_alike = Path(metafunc.module.__file__ or "").stem in ALIKE
        kinds = KINDS[:1] if is_alike and not is_thorough() else KINDS
        metafunc.parametrize("kind", kinds, indirect=True)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """The database of a test."""
    return str(request.param)


@pytest.fixture
def url(kind: str, tmp_path: Path, ready: MakesReady) -> Iterator[str]:
    """The address of a database of the present version in which nothing is kept yet."""
    with ready(kind).emptied(tmp_path) as address:
        yield address


@pytest.fixture
def bare_url(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database in which there is nothing at all, not even tables."""
    with fresh(kind, tmp_path, lambda: request.getfixturevalue("postgres_url")) as made:
        yield made


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    made = Database(url)
    yield made
    made.close()


@pytest.fixture
def bare_database(bare_url: str) -> Iterator[Database]:
    made = Database(bare_url)
    yield made
    made.close()


@pytest.fixture
def table_service(database: Database) -> TableService:
    return TableService(database)


@pytest.fixture
def carrying(table_service: TableService) -> HandOverService:
    return HandOverService(table_service)


# Where changes wait for another phone


@pytest.fixture
def consent(table_service: TableService) -> ProposalService:
    """What waits at its tables."""
    return ProposalService(table_service)


@pytest.fixture
def alone(table_service: TableService) -> str:
    """A table at which Ana's phone alone keeps score."""
    return table_service.open(read_header("game: race-horse\nplayers: Ana, Ben"), keeper=ANA)


@pytest.fixture
def table_id(
    table_service: TableService, database: Database, consent: ProposalService, alone: str
) -> str:
    """A table that asks for consent, kept by the phones of Ana, Ben and Cyd."""
    access_service = AccessService(database)
    keep = access_service.links(alone)[LeadsTo.KEEP]
    access_service.keep(keep, BEN, "Ben")
    access_service.keep(keep, CYD, "Cyd")
    enter(table_service, alone, *LINES)
    switch(table_service, alone, TableOptions(consent=True))
    return alone
