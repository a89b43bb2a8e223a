"""An app of its own for each test of the pages, on SQLite and on PostgreSQL, and who visits it.

Tests in a browser share a server for each module; every test has its own tables at it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.web.app import create_app
from tests.databases import KINDS, fresh
from tests.web.phones import as_phone, phone
from tests.web.serving import Serving, serving

#: What signs the cookies of that server, so that a test can say which phone a browser is.
SECRET = "no secret among these tests"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A browser is Ana's phone, and shows what the server sends, no copies."""
    return {
        **browser_context_args,
        "storage_state": as_phone(SECRET),
        "service_workers": "block",
    }


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database in which there is nothing yet."""
    with fresh(request.param, tmp_path, lambda: request.getfixturevalue("postgres_url")) as made:
        yield made


@pytest.fixture
def app(url: str) -> Iterator[Flask]:
    made = create_app(
        {
            "DATABASE_URL": url,
            "SECRET_KEY": "test",
            "WTF_CSRF_ENABLED": False,
            "TESTING": True,
        }
    )
    database = made.extensions["desk"].database
    database.migrate()
    yield made
    database.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Ana's phone."""
    return phone(app)


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """Zoe's phone, which nobody has let in."""
    return phone(app, "")


@pytest.fixture
def desk(app: Flask) -> Desk:
    """Where that app keeps its tables."""
    kept: Desk = app.extensions["desk"]
    return kept


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server in a process of its own."""
    folder = tmp_path_factory.mktemp("serving")
    (folder / "secret").write_text(SECRET)
    with serving(folder) as started:
        yield started


@pytest.fixture(scope="module")
def behind(server: Serving) -> Iterator[Desk]:
    """The desk behind that server: what is entered here is on its pages."""
    database = Database(f"sqlite:///{server.data}/tables.db")
    yield Desk(database)
    database.close()
