"""A database of its own for each test of the tables: SQLite, and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url
from sqlalchemy.schema import CreateSchema, DropSchema

from companion.tables.database import Database
from companion.tables.desk import Desk


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database in which there is nothing yet."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/tables.db"
        return
    server = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
    engine = create_engine(server)
    schema = f"test_{uuid4().hex}"
    with engine.begin() as connection:
        connection.execute(CreateSchema(schema))
    alone = server.update_query_dict({"options": f"-csearch_path={schema}"})
    yield alone.render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(DropSchema(schema, cascade=True))
    engine.dispose()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A database brought to the present version."""
    made = Database(url)
    made.migrate()
    yield made
    made.close()


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)
