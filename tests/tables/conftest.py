"""A database of its own for each test of the tables: SQLite, and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.db.database import Database
from companion.tables.table_service import TableService
from tests.databases import KINDS, MakesReady, fresh


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """The database of a test: every test has both."""
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
