"""Four phones at one table, each entering, through two workers."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from companion.db.database import Database
from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.databases import KINDS, fresh
from tests.thorough import is_thorough, thorough
from tests.web.conftest import SECRET
from tests.web.network import no_answer_yet
from tests.web.phones import PHONE, as_phone
from tests.web.serving import Serving, serving
from tests.web.test_live_in_the_browser import is_live
from tests.web.thumb import Thumb, shows, transcript_of, unhurried

CAST = ("Ana", "Ben", "Cyd", "Dee")
#: Each phone enters four, doubles and a draw among them.
ENTRIES = 16


@pytest.fixture(scope="module", params=KINDS if is_thorough() else KINDS[:1])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("tables")
    with fresh(request.param, folder, lambda: request.getfixturevalue("postgres_url")) as made:
        yield made


@pytest.fixture(scope="module")
def server(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("serving")
    (folder / "secret").write_text(SECRET)
    with serving(folder, None, "--workers", "2", DATABASE_URL=url) as started:
        yield started


@pytest.fixture
def behind(url: str) -> Iterator[TableService]:
    database = Database(url)
    yield TableService(database)
    database.close()


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[Page]]:
    """A phone of each of the four."""
    contexts = [
        browser.new_context(
            storage_state=as_phone(SECRET, f"{name}-phone"),  # type: ignore[arg-type]
            viewport=PHONE,  # type: ignore[arg-type]
            has_touch=True,
        )
        for name in CAST
    ]
    for context in contexts:
        unhurried(context)
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def at_one_table(phones: list[Page], server: Serving, behind: TableService, case: str) -> str:
    """Ana opens a table, and all four keep score at it; returns its id."""
    record = transcript_of(case)
    assert record.header is not None
    Thumb(phones[0], server.address).open_table(record.header)
    table_id = phones[0].url.rpartition("/")[2]
    access_service = AccessService(behind.database)
    secret = access_service.links(table_id)[LeadsTo.KEEP]
    for name, page in zip(CAST, phones, strict=True):
        access_service.keep(secret, f"{name}-phone", name)
        page.goto(f"{server.address}/t/{table_id}")
        is_live(page)
    return table_id


# Two phones do so on SQLite, in `test_live_in_the_browser.py`.
@pytest.mark.parametrize("url", ["postgresql"], indirect=True, scope="module")
@thorough
def test_four_phones_enter_one_game_in_turn_and_all_show_what_each_enters(
    phones: list[Page], server: Serving, behind: TableService
) -> None:
    table_id = at_one_table(phones, server, behind, "race-horse-4p")
    thumbs = [Thumb(page, server.address) for page in phones]
    entries = transcript_of("race-horse-4p").entries[:ENTRIES]
    for number, entry in enumerate(entries):
        acts = thumbs[number % 4]
        acts.enter(entry.statement)
        for thumb in thumbs:
            shows(thumb.page, acts.version())
            assert thumb.scores() == list(entry.game.scores)
    entered = [entry.statement for entry in behind.read(table_id).entries]
    assert entered == [entry.with_host for entry in entries]


@thorough
def test_of_four_who_tap_at_once_one_is_entered_and_the_others_hear_what_came_first(
    phones: list[Page], server: Serving, behind: TableService
) -> None:
    table_id = at_one_table(phones, server, behind, "race-horse-4p")
    Thumb(phones[0], server.address).enter(transcript_of("race-horse-4p").entries[0].statement)
    before = behind.look(table_id).version
    with ExitStack() as on_the_way:
        for page, tile in zip(phones, ("6-5", "6-4", "6-3", "6-2"), strict=True):
            shows(page, before)
            on_the_way.enter_context(no_answer_yet(page, "**/set"))
            page.locator(f"#tile-{tile}").tap()
            page.wait_for_function("() => document.querySelector('.is-sending')")
    for page in phones:
        shows(page, before + 1)
    state = behind.look(table_id)
    assert state.version == before + 1
    first = str(state.entries[-1].statement).partition(" on ")[0].replace(": ", "’s ")
    late = [page for page in phones if page.locator(".count .problem").count()]
    assert len(late) == len(phones) - 1
    for page in late:
        told = page.locator(".count").inner_text().replace("\u2060", "")
        assert str(message("refused.stale-after", entered=first)) in told
