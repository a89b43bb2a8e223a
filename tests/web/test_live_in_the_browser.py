"""Two phones and a board at one table: what one enters the others show, and nobody is disturbed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.thorough import is_thorough, thorough
from tests.web.conftest import SECRET
from tests.web.network import cut_off, no_answer_yet
from tests.web.phones import as_phone
from tests.web.serving import Serving
from tests.web.thumb import Thumb, laid, shows, transcript_of, unhurried
from tests.web.words import worded

BENS_PHONE = "bens-phone"
#: So many of a game, each phone in turn.
ENTRIES = 99 if is_thorough() else 8
TWO = "game: race-horse"
#: Where the 3-0 goes on the 3-3 or on the 2-0.
TWO_PLACES = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")


@pytest.fixture
def bens(browser: Browser, server: Serving, behind: TableService) -> Iterator[Page]:
    """Ben's phone; what it may do at a table is the test's business."""
    context = browser.new_context(storage_state=as_phone(SECRET, BENS_PHONE))  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def keeps(behind: TableService, table_id: str, device: str = BENS_PHONE, name: str = "Ben") -> None:
    """Let a phone keep score."""
    access_service = AccessService(behind.database)
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], device, name)


def is_live(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-link", "live")


def test_two_phones_enter_one_game_in_turn_and_each_sees_what_the_other_enters(
    page: Page, bens: Page, server: Serving, behind: TableService
) -> None:
    record = transcript_of("thin-ended-blocked")
    assert record.header is not None
    thumbs = [Thumb(page, server.address), Thumb(bens, server.address)]
    thumbs[0].open_table(record.header)
    keeps(behind, page.url.rpartition("/")[2])
    bens.goto(page.url)
    for phone_page in (page, bens):
        is_live(phone_page)
    for number, entry in enumerate(record.entries[:ENTRIES]):
        acts, watches = thumbs[number % 2], thumbs[1 - number % 2]
        acts.enter(entry.statement)
        shows(watches.page, acts.version())
        assert acts.scores() == watches.scores() == list(entry.game.scores)


@thorough
def test_a_phone_that_watches_and_the_big_board_follow(
    page: Page, bens: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, TWO, "6-4")
    keeps(behind, table_id)
    AccessService(behind.database).take_back(table_id, BENS_PHONE)
    bens.goto(f"{server.address}/t/{table_id}")
    page.goto(f"{server.address}/t/{table_id}/board")
    for watching in (page, bens):
        is_live(watching)
    enter(behind, table_id, "Ana: 4-4")
    for watching in (page, bens):
        shows(watching, 3)
        expect(watching.locator("#heard")).to_contain_text("6 + 8 = 14")
    # Keeping is given: the page has the tiles to tap, without a finger on it.
    AccessService(behind.database).give(table_id, BENS_PHONE)
    expect(bens.locator("#tile-5-4")).to_be_visible()


@thorough
def test_a_tile_picked_up_is_kept_while_it_is_still_that_players_turn(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, TWO, *TWO_PLACES)
    page.goto(f"{server.address}/t/{table_id}")
    is_live(page)
    page.locator("#tile-3-0").click()
    expect(page.locator(".chooser")).to_be_visible()
    acts = behind.look(table_id).game
    name = acts.seating.players[acts.turn or 0]
    version = enter(behind, table_id, f"{name}: draws 1").version
    shows(page, version)
    expect(page.locator(".chooser")).to_be_visible()
    page.locator(".chooser .option").first.click()
    shows(page, version + 1)
    assert str(behind.look(table_id).entries[-1].statement).startswith(f"{name}: 3-0 on ")


@thorough
def test_a_tile_picked_up_is_put_back_when_the_table_moved_on_and_the_page_says_why(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, TWO, *TWO_PLACES)
    page.goto(f"{server.address}/t/{table_id}")
    is_live(page)
    page.locator("#tile-3-0").click()
    expect(page.locator(".chooser")).to_be_visible()
    acts = behind.look(table_id).game
    name = acts.seating.players[acts.turn or 0]
    version = enter(behind, table_id, f"{name}: 3-0 on 2-0").version
    shows(page, version)
    expect(page.locator(".chooser")).to_have_count(0)
    expect(page.locator(".count")).to_contain_text(worded("change.tile", player=name, tile="3-0"))


@thorough
def test_a_half_told_hand_keeps_its_ticks_while_another_phone_tells_another_hand(
    page: Page, server: Serving, behind: TableService
) -> None:
    header = "game: race-horse\nplayers: Ana, Ben, Cyd\nrule: tiles-each = 2"
    table_id = laid(behind, header, "6-3", "Ben: draws 1", "Ben: 3-1", "Cyd: 1-0", "Ana: 6-6")
    page.goto(f"{server.address}/t/{table_id}")
    assert behind.look(table_id).game.awaits_left, behind.look(table_id).game
    is_live(page)
    page.locator(".pick:has(input[value='5-5'])").click()
    version = enter(behind, table_id, "Cyd: left 4-4").version
    shows(page, version)
    expect(page.locator("input[value='5-5']")).to_be_checked()
    expect(page.locator("[data-tell]")).to_contain_text(worded("script.left-picked", picked=1))


def test_nothing_is_swapped_under_a_tap_that_is_on_its_way_and_never_an_older_table(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, TWO, "6-4")
    unhurried(page)
    page.add_init_script(
        "const Real = EventSource;"
        "window.EventSource = class extends Real { constructor(url) { super(url);"
        " this.addEventListener('shown', (event) => { window.told = event.lastEventId; }); } };"
    )
    page.goto(f"{server.address}/t/{table_id}")
    is_live(page)
    with no_answer_yet(page, "**/set"):
        page.locator("#tile-4-4").click()
        page.wait_for_function("() => document.querySelector('.is-sending')")
        version = enter(behind, table_id, "Ana: 4-4").version
        page.wait_for_function("version => window.told?.startsWith(`${version}.`)", arg=version)
        # Long enough that a page that tries again would have done so.
        page.wait_for_timeout(200)
        assert page.locator("#table").get_attribute("data-version") == "2"
    shows(page, version)
    assert behind.look(table_id).version == version


def test_the_page_says_that_it_reconnects_and_then_shows_what_it_missed(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, TWO, "6-4")
    page.goto(f"{server.address}/t/{table_id}")
    is_live(page)
    cut_off(page.context)
    expect(page.locator("html")).to_have_attribute("data-link", "reconnecting")
    expect(page.locator("#line")).to_have_text(str(message("script.live.reconnecting")))
    version = enter(behind, table_id, "Ana: 4-4").version
    page.context.set_offline(False)
    shows(page, version)
    is_live(page)


def test_a_page_that_cannot_have_a_stream_asks(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, TWO, "6-4")
    page.add_init_script(
        "const Real = EventSource;"
        "window.EventSource = class extends Real { constructor() { super('/healthz'); } };"
    )
    page.goto(f"{server.address}/t/{table_id}")
    is_live(page)
    for tile in ("Ana: 4-4", "Ana: 5-4 on 4-4"):
        version = enter(behind, table_id, tile).version
        shows(page, version)
    is_live(page)
