"""A server that dies in mid-game: every entry that was acknowledged is there when it is back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.i18n import message
from tests.databases import KINDS, fresh
from tests.thorough import is_thorough, thorough
from tests.web.phones import PHONE
from tests.web.serving import Serving, serving
from tests.web.thumb import CASES, Thumb, transcript_of

pytestmark = pytest.mark.browser_context_args(viewport=PHONE)

GAME = "thin-fifths-own-hand"
SHORT_GAME = "thin-ended-blocked"
#: So many entries are tapped: two of three players draw and knock, and tell what they have left.
TAPPED = 25 if is_thorough() else 8


@pytest.fixture(params=KINDS if is_thorough() else KINDS[:1])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Serving]:
    with (
        fresh(request.param, tmp_path, lambda: request.getfixturevalue("postgres_url")) as url,
        serving(tmp_path, DATABASE_URL=url) as started,
    ):
        yield started


def test_a_game_goes_on_after_the_server_was_killed(page: Page, server: Serving) -> None:
    record = transcript_of(SHORT_GAME)
    assert record.header is not None and record.game is not None
    thumb = Thumb(page, server.address)
    entries = record.entries[-TAPPED:]
    if entries == record.entries:
        thumb.open_table(record.header)
    else:
        lines = (CASES / f"{SHORT_GAME}.record").read_text().splitlines()[: -len(entries)]
        page.goto(f"{server.address}/import")
        page.locator("textarea[name=record]").fill("\n".join(lines))
        page.locator("form.setup > button").click()
        page.wait_for_url("**/t/*")
    deaths = {len(entries) // 2}
    if is_thorough() and not server.environment["DATABASE_URL"].startswith("postgresql"):
        # A server of PostgreSQL lives on; a file was in the hands of the one that died.
        deaths |= {3}
    for number, entry in enumerate(entries):
        if number in deaths:
            before = shown(page)
            server.kill()
            server.start()
            page.reload()
            assert shown(page) == before
        thumb.enter(entry.statement)
        assert thumb.scores() == list(entry.game.scores)
    assert thumb.scores() == list(record.game.scores)
    expect(page.locator("#table.phase-over" if record.game.is_over else "#table")).to_be_attached()


@thorough
def test_a_tap_while_the_server_is_away_waits_and_is_entered_by_itself_once_it_is_back(
    page: Page, server: Serving
) -> None:
    record = transcript_of(GAME)
    assert record.header is not None
    thumb = Thumb(page, server.address)
    thumb.open_table(record.header)
    for entry in record.entries[:3]:
        thumb.enter(entry.statement)
    before = shown(page)
    server.kill()
    page.locator(".draw > button").click()
    expect(page.locator("#waiting li")).to_have_text([str(message("script.tap-draw", count=1))])
    assert shown(page) == before
    server.start()
    expect(page.locator("#waiting")).to_be_hidden()
    assert thumb.version() == 4
    page.reload()
    assert thumb.version() == 4


@thorough
def test_a_device_is_known_again_after_a_restart(page: Page, server: Serving) -> None:
    record = transcript_of(GAME)
    assert record.header is not None
    Thumb(page, server.address).open_table(record.header)
    secret = (server.folder / "secret").read_bytes()
    server.kill()
    server.start()
    page.goto(server.address)
    expect(page.locator(".table-card")).to_have_count(1)
    assert (server.folder / "secret").read_bytes() == secret


def shown(page: Page) -> tuple[str | None, str, list[str], int]:
    """What people see of a table: its version, whose turn it is, the scores, the tiles that lie."""
    return (
        page.locator("#table").get_attribute("data-version"),
        page.locator(".turn").inner_text(),
        page.locator(".score").all_inner_texts(),
        page.locator("#felt .tile").count(),
    )
