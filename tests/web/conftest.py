"""An app of its own for each test of the pages, on SQLite and on PostgreSQL, and who visits it.

Tests in a browser share a server for each module; every test has its own tables at it.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache

from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.web.app import create_app
from tests.databases import KINDS, Ready, schema_of_its_own
from tests.web.phones import as_phone, phone
from tests.web.serving import Serving, serving

Makes = Callable[[str], Ready]
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


@pytest.fixture(scope="session")
def ready(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Makes:
    """The database of that kind, made when the first test asks for it."""
    made: dict[str, Ready] = {}

    def of_kind(kind: str) -> Ready:
        if kind not in made:
            if kind == "sqlite":
                url = f"sqlite:///{tmp_path_factory.mktemp('ready')}/tables.db"
            else:
                url = schema_of_its_own(request.getfixturevalue("postgres_url"))
            made[kind] = Ready(kind, url)
        return made[kind]

    return of_kind


#: Pages that write little or nothing: each of their tests runs on one of the databases, about
#: half of them on each, unless both are asked for.
_READ_MOSTLY = {
    *("test_new_table", "test_rules", "test_board", "test_import", "test_under", "test_ask"),
    *("test_what_if", "test_rulings", "test_drills_pages", "test_lessons_pages", "test_audit"),
    *("test_surge_page", "test_puzzle_page", "test_review_page", "test_finish", "test_proof_page"),
    *("test_why", "test_home", "test_progress_pages", "test_markup"),
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Say on which databases a test of the pages runs."""
    if "url" not in metafunc.fixturenames or "url" in vars(metafunc.module):
        return
    module = metafunc.module.__name__.rpartition(".")[2]
    kinds = KINDS
    if module in _READ_MOSTLY and "COMPANION_TEST_ALL" not in os.environ:
        kinds = (KINDS[crc32(metafunc.function.__name__.encode()) % len(KINDS)],)
    metafunc.parametrize("url", kinds, indirect=True)


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path, ready: Makes) -> Iterator[str]:
    """The address of a database in which nothing is kept yet."""
    with ready(request.param).emptied(tmp_path) as address:
        yield address


class Compiled(BytecodeCache):
    """Templates that were compiled for one app, for all that follow."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


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
    made.jinja_env.bytecode_cache = COMPILED
    yield made
    made.extensions["desk"].database.close()


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
