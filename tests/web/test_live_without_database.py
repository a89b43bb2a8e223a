"""The database goes away under phones that listen: they are told, and told when it is back."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.db.database import Database
from companion.db.notify import Revision
from companion.i18n import message
from companion.tables.table_service import TableService
from tests.databases import KINDS, away, fresh
from tests.tables.scribe import enter
from tests.thorough import is_thorough
from tests.web.keeper import Keeper
from tests.web.serving import Serving, serving
from tests.web.test_club import HEADER
from tests.web.thumb import shows
from tests.web.words import shown

#: Seconds: longer than any machine is busy with something else.
PATIENCE = 120.0


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that may be away."""
    with fresh(request.param, tmp_path, lambda: request.getfixturevalue("postgres_url")) as made:
        yield made


@pytest.fixture
def server(url: str, tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path, None, "--threads", "12", DATABASE_URL=url) as started:
        yield started


@pytest.fixture
def behind(url: str) -> Iterator[TableService]:
    """What another process enters."""
    database = Database(url)
    yield TableService(database)
    database.close()


@pytest.fixture
def keeper(server: Serving) -> Iterator[Keeper]:
    made = Keeper(server.port)
    yield made
    made.close()


class Listening:
    """A phone that listens to a table, and asks nothing further."""

    def __init__(self, keeper: Keeper, table: str) -> None:
        self.line = socket.create_connection(("127.0.0.1", keeper.port), timeout=PATIENCE)
        asks = (
            f"GET {table}/live?seen=0.0 HTTP/1.1",
            "Host: 127.0.0.1",
            "Accept: text/event-stream",
            f"Cookie: {keeper.cookie}",
        )
        self.line.sendall("\r\n".join([*asks, "", ""]).encode())
        self.file = self.line.makefile("rb")

    def next_event(self) -> tuple[str, str]:
        """The kind of the next event, and the mark that it brought."""
        kind = mark = ""
        for raw in self.file:
            name, _, said = raw.decode().strip().partition(": ")
            if name == "id":
                mark = said
            elif name == "event":
                kind = said
            elif kind and not name:
                return kind, mark
        raise AssertionError("the stream ended")

    def hears(self, *kinds: str) -> str:
        """Skip what was told before; returns the mark that came with it."""
        while True:
            kind, mark = self.next_event()
            assert kind != "again"
            if kind in kinds:
                return mark

    def close(self) -> None:
        self.file.close()
        self.line.close()


# On SQLite a page listens, below.
@pytest.mark.parametrize("url", KINDS if is_thorough() else ["postgresql"], indirect=True)
def test_phones_that_listen_are_told_that_nobody_knows_and_then_what_they_missed(
    url: str, behind: TableService, keeper: Keeper
) -> None:
    tables = [keeper.open_table(HEADER._replace(changes=())) for _ in range(2)]
    phones = [Listening(keeper, table) for table in tables]
    for phone in phones:
        assert phone.next_event()[0] == "ping"
    with away(url):
        for phone in phones:
            phone.hears("away")
    # On the same streams: nobody has to ask.
    for phone in phones:
        phone.hears("ping")
    for phone, table in zip(phones, tables, strict=True):
        state = enter(behind, table.rpartition("/")[2], "lead: Ana")
        assert phone.hears("shown") == str(Revision(state.version, 0))
        phone.close()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_page_says_so_until_it_is_live_again(
    page: Page, url: str, server: Serving, behind: TableService
) -> None:
    page.goto(f"{server.address}/new")
    page.get_by_role("button", name=shown("new.open")).click()
    root = page.locator("html")
    expect(root).to_have_attribute("data-link", "live", timeout=PATIENCE * 1000)
    with away(url):
        expect(root).to_have_attribute("data-link", "reconnecting", timeout=PATIENCE * 1000)
        expect(page.locator("#line")).to_have_text(str(message("script.live.reconnecting")))
    expect(root).to_have_attribute("data-link", "live", timeout=PATIENCE * 1000)
    table_id = page.url.partition("?")[0].rpartition("/")[2]
    game = behind.look(table_id).game
    leader = game.seating.players[game.turn or 0]
    shows(page, enter(behind, table_id, f"{leader}: 6-4").version)
