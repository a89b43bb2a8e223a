"""What several tests need from the machine: a browser, and a PostgreSQL of their own."""

import gc
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from sqlalchemy import Connection, Engine, event
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

from tests.databases import MakesReady, Ready, schema_of_its_own
from tests.thorough import THOROUGH, is_thorough

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
# Nothing that the browser does by itself may disturb a test or look for a network.
BROWSER_OPTIONS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
#: Where one test takes ten seconds or more, or waits as long.
LONG = {
    *("test_attacks", "test_four_phones", "test_pseudo_in_the_browser"),
    *("test_night_of_all_roles", "test_race_in_the_browser", "test_restart"),
    *("test_tonight_in_the_browser", "test_whole_games"),
}
#: So many milliseconds a browser is waited for at most. It ends as soon as what it waits for is
#: there: a machine with other work to do is slow, and a deadline that it misses tells nothing.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough", action="store_true", help="many more examples, and each on both databases"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Say how thorough to be, and compile the words as they are now, once for all workers."""
    if config.getoption("--thorough"):
        # The environment reaches workers, and modules that ask before any test runs.
        os.environ[THOROUGH] = "yes"
    config.addinivalue_line("markers", "thorough: runs with --thorough only")
    if not hasattr(config, "workerinput"):
        from hatch_build import compile_catalogues

        compile_catalogues()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long comes first, so that no worker is left alone with it at the end.

    Last come the tests of the questions that `asked` makes, those of one kind together: no other
    worker makes them again.
    """
    if not is_thorough():
        left = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
    items.sort(key=lambda item: (_how_soon(item), _asks_of(item)))


def _asks_of(item: pytest.Item) -> str:
    if not hasattr(getattr(item, "module", None), "asked"):
        return ""
    call = getattr(item, "callspec", None)
    return f"{call.params.get('kind', '~')}" if call else "~"


def pytest_collection_finish() -> None:
    """Search what tests make for garbage seldom, and what was loaded never: it costs a tenth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def _how_soon(item: pytest.Item) -> int:
    fixtures = getattr(item, "fixturenames", ())
    if "offline" in item.path.parts or item.path.stem in LONG:
        return 0
    return 1 if {"browser", "server", "postgres_url"} & {*fixtures} else 2


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's own Chromium, since Playwright's may not be there."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.fail("No Chromium or Chrome on PATH: install one, or let `./run test` do it.")
    sandbox = ["--no-sandbox"] if _is_root() else []  # Chromium refuses root otherwise.
    return {
        **browser_type_launch_args,
        "executable_path": browser,
        "args": [*browser_type_launch_args.get("args", []), *BROWSER_OPTIONS, *sandbox],
    }


@pytest.fixture(scope="session", autouse=True)
def patient_pages() -> Iterator[None]:
    """Let every page have as much time as `expect`, also to load and to be tapped."""
    new_context = Browser.new_context

    def patient(browser: Browser, **options: Any) -> BrowserContext:
        context = new_context(browser, **options)
        context.set_default_timeout(PATIENCE)
        return context

    Browser.new_context = patient  # type: ignore[assignment, method-assign]
    yield
    Browser.new_context = new_context  # type: ignore[method-assign]


@pytest.fixture(scope="session", autouse=True)
def compiled_statements() -> None:
    """Let each database of SQLite find the statements compiled that another of this worker has.

    SQLAlchemy keeps them for one engine and its dialect. Each test has an engine of its own, and
    spent a sixth of its time on compiling the same again.
    """
    kept: Any = LRUCache(10_000)

    def share(connection: Connection) -> None:
        if connection.dialect.name == "sqlite":
            connection.engine._compiled_cache = kept

    event.listen(Engine, "engine_connect", share)
    SQLiteDialect_pysqlite.__hash__ = lambda dialect: hash(type(dialect))  # type: ignore[method-assign]
    SQLiteDialect_pysqlite.__eq__ = lambda dialect, other: type(dialect) is type(other)  # type: ignore[method-assign,assignment]


@pytest.fixture(scope="session")
def base_url() -> None:
    """Nothing: tests go to whole addresses, and the plugin's own fixture warns under pytest 9."""


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of an empty database in a cluster of this worker's own, gone after the session."""
    # Not below tmp_path: a socket's path has some hundred characters at most, and a
    # server that runs as another user must be able to enter.
    home = Path(tempfile.mkdtemp(prefix="companion-pg-"))
    owner: dict[str, Any] = {}
    if _is_root():  # The server refuses to run as root.
        owner = {"user": "postgres", "group": "postgres", "extra_groups": []}
        shutil.chown(home, "postgres", "postgres")

    def run(program: str, *arguments: str) -> None:
        command = [_postgres_program(program), *arguments]
        # Into a file: a pipe would stay open for as long as the server runs.
        with (home / "output").open("w+") as output:
            done = subprocess.run(
                command, cwd=home, stdout=output, stderr=output, check=False, **owner
            )
            output.seek(0)
            assert done.returncode == 0, f"{program} failed:\n{output.read()}"

    data = home / "data"
    try:
        run("initdb", "-D", f"{data}", "-U", "companion", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"-k {home} -c listen_addresses= -c fsync=off"
        run("pg_ctl", "-D", f"{data}", "-l", f"{home / 'log'}", "-o", settings, "-w", "start")
        try:
            run("createdb", "-h", f"{home}", "-U", "companion", "companion")
            yield f"postgresql://companion@/companion?host={quote(str(home), safe='')}"
        finally:
            # It finds the server by the process id that the server wrote into its own folder.
            run("pg_ctl", "-D", f"{data}", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(home)


@pytest.fixture(scope="session")
def ready(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MakesReady]:
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

    yield of_kind
    for each in made.values():
        each.close()


def _postgres_program(name: str) -> str:
    """Debian keeps the server's programs off PATH, in a folder for each version."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*map(str, debian), os.environ["PATH"]]))
    if found is None:
        pytest.fail(f"No PostgreSQL ({name}): install the server, or let `./run test` do it.")
    return found


def _version(folder: Path) -> float:
    return float(folder.parent.name)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
