"""An app of its own for each test of the pages, on SQLite and on PostgreSQL, and who visits it.

Tests in a browser share a server, where they kill none; every test has its own tables at it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from playwright.sync_api import Browser, BrowserContext, Page

from companion.db.database import Database
from companion.tables.table_service import TableService
from companion.web.app import Companion, add_services, create_app
from tests.databases import KINDS, MakesReady
from tests.thorough import is_thorough
from tests.web.kept_pages import KeptPages, watch
from tests.web.phones import PHONE, as_phone, phone
from tests.web.serving import Serving, serving

#: What signs the cookies of that server, so that a test can say which phone a browser is.
SECRET = "no secret among these tests"


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], request: pytest.FixtureRequest
) -> dict[str, Any]:
    """A browser is Ana's phone, and shows what the server sends, no copies.

    The mark of this name says what else it is. Where axe looks at pages, they are told to allow
    it (`bypass_csp`): it is no script of theirs.
    """
    mark = request.node.get_closest_marker("browser_context_args")
    return {
        **browser_context_args,
        "storage_state": as_phone(SECRET),
        "service_workers": "block",
        **(mark.kwargs if mark else {}),
    }


@pytest.fixture(scope="session")
def kept_pages(browser: Browser) -> Iterator[KeptPages]:
    """The pages that tests leave to those after them."""
    watch()
    kept = KeptPages(browser)
    yield kept
    kept.close()


@pytest.fixture
def page(kept_pages: KeptPages, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """Ana's phone, which shows nothing yet."""
    yield kept_pages.page(browser_context_args)
    kept_pages.take_back(browser_context_args)


@pytest.fixture
def context(page: Page) -> BrowserContext:
    """The browser of that phone."""
    return page.context


#: Opens a browser as somebody's phone, of another size if that is said.
OPENS = Callable[..., Page]


@pytest.fixture
def opens(browser: Browser) -> Iterator[OPENS]:
    """Opens browsers as the phones of several people, or as a screen."""
    contexts = []

    def opened(device: str, width: int = PHONE["width"], height: int = PHONE["height"]) -> Page:
        context = browser.new_context(
            storage_state=as_phone(SECRET, device),  # type: ignore[arg-type]
            viewport={"width": width, "height": height},
            service_workers="block",
            reduced_motion="reduce",
        )
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(params=KINDS if is_thorough() else KINDS[:1])
def kind(request: pytest.FixtureRequest) -> str:
    """The database of a test: SQLite; tests of what differs have both."""
    return str(request.param)


@pytest.fixture
def url(kind: str, tmp_path: Path, ready: MakesReady) -> Iterator[str]:
    """The address of a database in which nothing is kept yet."""
    with ready(kind).emptied(tmp_path) as address:
        yield address


@pytest.fixture(scope="session", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let each app find the templates compiled that another app of this worker has compiled."""
    kept = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    Companion.jinja_options = {**Companion.jinja_options, "bytecode_cache": kept}


@pytest.fixture(scope="session")
def made() -> Flask:
    """An app, made once: that takes longer than most tests."""
    settings = {"SECRET_KEY": "test", "WTF_CSRF_ENABLED": False, "TESTING": True}
    return create_app({**settings, "DATABASE_URL": "sqlite://"})


@pytest.fixture
def app(made: Flask, url: str) -> Iterator[Flask]:
    settings = dict(made.config)
    made.config["DATABASE_URL"] = url
    add_services(made)
    yield made
    made.extensions["table_service"].database.close()
    made.config.clear()
    made.config.update(settings)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Ana's phone."""
    return phone(app)


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """Zoe's phone, which nobody has let in."""
    return phone(app, "")


@pytest.fixture
def table_service(app: Flask) -> TableService:
    """Where that app keeps its tables."""
    kept: TableService = app.extensions["table_service"]
    return kept


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server in a process of its own."""
    folder = tmp_path_factory.mktemp("serving")
    (folder / "secret").write_text(SECRET)
    with serving(folder) as started:
        yield started


@pytest.fixture(scope="session")
def behind(server: Serving) -> Iterator[TableService]:
    """The service behind that server: what is entered here is on its pages."""
    database = Database(f"sqlite:///{server.data}/tables.db")
    yield TableService(database)
    database.close()
