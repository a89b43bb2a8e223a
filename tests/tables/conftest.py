"""A database of its own for each test of the tables: SQLite, and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.tables.database import Database
from companion.tables.service import TableService
from tests.databases import KINDS, fresh


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database in which there is nothing yet."""
    with fresh(request.param, tmp_path, lambda: request.getfixturevalue("postgres_url")) as made:
        yield made


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A database brought to the present version."""
    made = Database(url)
    made.migrate()
    yield made
    made.close()


@pytest.fixture
def table_service(database: Database) -> TableService:
    return TableService(database)
