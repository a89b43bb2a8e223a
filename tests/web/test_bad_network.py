"""A bad network: what cannot be delivered waits, in sight, and is entered once and in order."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route, expect

from companion.i18n import listed, message
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.tables.scribe import said
from tests.thorough import some, thorough
from tests.web.network import cut_off, deafen, no_answer_yet
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.test_in_the_browser import MEASURE, STRANGE, Table
from tests.web.thumb import laid
from tests.web.words import shown, worded

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True)

TWO = "game: race-horse"
#: Where the 3-0 goes on the 3-3 or on the 2-0.
TWO_PLACES = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
LED = ["lead: Ana", "Ana: 6-3"]
#: What waits, as the page lists it.
DRAW = str(message("script.tap-draw", count=1))
MOVED_ON, NOT_ENTERED = "script.moved-on", "script.was-not-entered"
#: How broad the ring of what has the focus is, its colour, and that of the newest tile.
RING = """() => {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
  const newest = document.querySelector("#felt .newest");
  const gold = getComputedStyle(document.documentElement).getPropertyValue("--gold");
  newest.style.color = gold;
  const { color } = getComputedStyle(newest);
  return [outlineStyle === "none" ? 0 : parseFloat(outlineWidth), outlineColor, color];
}"""
ON_2_0 = str(message("script.tap-tile-on", tile="3-0", host="2-0"))


@pytest.fixture
def at(page: Page, server: Serving, behind: TableService) -> Table:
    """A table of Ana and Ben at which the 6-3 lies, open on a phone."""
    return Table(page, server, behind, laid(behind, TWO, "6-3"))


def waits(page: Page, *words: str) -> None:
    """Wait until just this waits for the network."""
    expect(page.locator("[data-part=waits] li")).to_have_text(list(words))


def tap_in_turn(at: Table, *tiles: str) -> None:
    """Tap tiles that wait: while the first one is on its way, the table takes no other."""
    for number, tile in enumerate(tiles, start=1):
        at.tile(tile).tap()
        waits(at.page, *tiles[:number])


def is_handed(page: Page, *words: str) -> None:
    """Wait until just this is handed to the person."""
    expect(page.locator("[data-part=handed]")).to_be_visible()
    expect(page.locator("[data-part=handed] li")).to_have_text(list(words))


def online_at_its_end(route: Route) -> None:
    """A script that hears of the network before the scripts behind it are here."""
    found = route.fetch()
    route.fulfill(response=found, body=f"{found.text()}\ndispatchEvent(new Event('online'));")


def nothing_waits(page: Page) -> None:
    expect(page.locator("#waiting")).to_be_hidden()
    page.wait_for_function("() => Object.keys(localStorage).length === 0")


def undoes(change: str, **known: object) -> re.Pattern[str]:
    return worded("change.undo", change=message(change, **known))


def draw(page: Page) -> None:
    page.locator(".draw > button").tap()


def crash(page: Page) -> None:
    """End a tab on the spot."""
    # Nobody is left to say that it opened this.
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")


def entered_elsewhere(at: Table, line: str) -> None:
    """What another phone enters."""
    version = at.table_service.look(at.id).version
    at.table_service.enter(at.id, said(line), RequestStamp(version, f"elsewhere {version}"))


# ---- Cut, and back -----------------------------------------------------------------------------


def test_taps_made_without_network_are_entered_in_order_when_it_is_back(
    at: Table, context: BrowserContext
) -> None:
    cut_off(context)
    draw(at.page)
    waits(at.page, DRAW)
    at.tile("3-1").tap()
    waits(at.page, DRAW, "3-1")
    at.tile("5-1").tap()
    waits(at.page, DRAW, "3-1", "5-1")
    draw(at.page)
    waits(at.page, DRAW, "3-1", "5-1", DRAW)
    assert at.record == [*LED[:1], "Ana: 6-3"]
    context.set_offline(False)
    at.is_at(6)
    nothing_waits(at.page)
    assert at.record[2:] == ["Ben: draws 1", "Ben: 3-1 on 6-3", "Ana: 5-1 on 3-1", "Ben: draws 1"]


def test_taps_wait_through_a_reload_of_the_page(at: Table, context: BrowserContext) -> None:
    cut_off(context)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    draw(at.page)
    waits(at.page, "3-1", DRAW)
    at.page.route("**/t/*/*", lambda route: route.abort())
    context.set_offline(False)
    at.page.reload()
    waits(at.page, "3-1", DRAW)
    expect(at.tile("3-1")).to_be_disabled()
    at.page.unroute("**/t/*/*")
    errors: list[str] = []
    at.page.on("pageerror", lambda error: errors.append(str(error)))
    at.page.route("**/queue.js*", online_at_its_end)
    at.page.reload()
    at.is_at(4)
    nothing_waits(at.page)
    assert at.record[2:] == ["Ben: 3-1 on 6-3", "Ana: draws 1"]
    assert errors == []
    # What was not reached by keys has no ring, and theirs is not the gold of the newest tile.
    width, colour, newest = at.page.evaluate(RING)
    assert (at.page.evaluate("document.activeElement.closest('#table') !== null"), width) == (
        True,
        0,
    )
    at.page.keyboard.press("ArrowRight")
    width, colour, newest = at.page.evaluate(RING)
    assert width >= 2 and colour != newest


@thorough
def test_taps_wait_while_the_page_is_closed(
    at: Table, context: BrowserContext, server: Serving
) -> None:
    cut_off(context)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    at.page.close()
    context.set_offline(False)
    Table(context.new_page(), server, at.table_service, at.id).is_at(3)
    assert at.record[2:] == ["Ben: 3-1 on 6-3"]


def test_what_waits_cannot_be_tapped_twice_and_the_page_says_that_it_waits(
    at: Table, context: BrowserContext
) -> None:
    cut_off(context)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    expect(at.tile("3-1")).to_be_disabled()
    expect(at.tile("3-1")).to_have_accessible_name(worded("script.tile-waits", tile="3-1"))
    expect(at.page.locator("#heard")).to_have_text(worded("script.tap-waits", tap="3-1"))
    assert at.page.evaluate("document.documentElement.dataset.waiting") == "1"


def test_undo_takes_back_what_waits_last(at: Table, context: BrowserContext) -> None:
    undo = at.page.locator(".undo")
    cut_off(context)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    at.tile("5-1").tap()
    waits(at.page, "3-1", "5-1")
    expect(undo).to_contain_text(worded("script.take-back", tap="5-1"))
    undo.tap()
    waits(at.page, "3-1")
    expect(at.tile("5-1")).to_be_enabled()
    undo.tap()
    expect(at.page.locator("#waiting")).to_be_hidden()
    expect(undo).to_contain_text(undoes("change.tile", player="Ana", tile="6-3"))
    draw(at.page)
    waits(at.page, DRAW)
    context.set_offline(False)
    at.is_at(3)
    nothing_waits(at.page)
    assert at.record[2:] == ["Ben: draws 1"]


@thorough
def test_one_of_several_that_wait_can_be_dropped(at: Table, context: BrowserContext) -> None:
    cut_off(context)
    tap_in_turn(at, "3-1", "5-1", "5-0")
    at.page.get_by_label(worded("script.drop", tap="5-1")).tap()
    at.page.get_by_label(worded("script.drop", tap="5-0")).tap()
    waits(at.page, "3-1")
    context.set_offline(False)
    at.is_at(3)
    nothing_waits(at.page)
    assert at.record[2:] == ["Ben: 3-1 on 6-3"]


@thorough
@pytest.mark.parametrize("status", some([503, 429, 502, 504], 1))
def test_a_server_that_is_not_itself_is_as_good_as_none(at: Table, status: int) -> None:
    at.page.route("**/set", lambda route: route.fulfill(status=status, body="later"))
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    at.page.unroute("**/set")
    at.is_at(3)
    assert at.record[2:] == ["Ben: 3-1 on 6-3"]


@thorough
def test_the_sign_in_page_of_somebodys_wifi_enters_nothing(at: Table) -> None:
    at.page.route("**/set", lambda route: route.fulfill(status=200, body="<h1>Free wifi</h1>"))
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    at.page.unroute("**/set")
    at.is_at(3)
    assert at.record[2:] == ["Ben: 3-1 on 6-3"]


# ---- Views of the table without a network ------------------------------------------------------


@thorough
def test_an_end_is_picked_first_without_network(
    page: Page, server: Serving, behind: TableService, context: BrowserContext
) -> None:
    at = Table(page, server, behind, laid(behind, TWO, *TWO_PLACES))
    before = at.version
    cut_off(context)
    at.ring("2-0").tap()
    expect(page.locator(".count")).to_contain_text(worded("script.what-goes-on", host="2-0"))
    at.tile("3-0").tap()
    waits(page, ON_2_0)
    draw(page)
    waits(page, ON_2_0, DRAW)
    context.set_offline(False)
    at.is_at(before + 2)
    assert at.record[-2].endswith("3-0 on 2-0")


@thorough
def test_the_tray_is_back_after_an_end_was_chosen_without_network(
    page: Page, server: Serving, behind: TableService, context: BrowserContext
) -> None:
    at = Table(page, server, behind, laid(behind, TWO, *TWO_PLACES))
    before = at.version
    at.tile("3-0").tap()
    expect(page.locator(".chooser")).to_be_visible()
    cut_off(context)
    page.locator(".chooser button").first.tap()
    waits(page, worded("script.tap-tile-on", tile="3-0"))  # type: ignore[arg-type]
    draw(page)
    context.set_offline(False)
    at.is_at(before + 2)


@thorough
def test_a_tile_is_put_back_without_network(
    page: Page, server: Serving, behind: TableService, context: BrowserContext
) -> None:
    at = Table(page, server, behind, laid(behind, TWO, *TWO_PLACES))
    at.tile("3-0").tap()
    expect(page.locator(".chooser")).to_be_visible()
    cut_off(context)
    page.get_by_text(worded("play.not-tile", tile="3-0")).tap()
    expect(page.locator(".tray")).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()


# ---- Lost answers ------------------------------------------------------------------------------


def loses_answers(page: Page, pattern: str, times: int = 1) -> list[int]:
    """The server hears this many taps, but its answers get lost on the way."""
    heard: list[int] = []

    def handle(route: Route) -> None:
        heard.append(route.fetch().status)
        if len(heard) <= times:
            route.abort()
        else:
            route.continue_()

    page.route(pattern, handle)
    return heard


def test_a_tap_whose_answer_was_lost_counts_once(at: Table) -> None:
    heard = loses_answers(at.page, "**/draw")
    draw(at.page)
    waits(at.page, DRAW)
    draw(at.page)
    at.is_at(4)
    nothing_waits(at.page)
    assert heard[0] == 200
    assert at.record[2:] == ["Ben: draws 1", "Ben: draws 1"]


def test_a_tap_taken_back_after_its_answer_was_lost_is_told_to_have_been_entered(
    at: Table,
) -> None:
    loses_answers(at.page, "**/draw")
    draw(at.page)
    waits(at.page, DRAW)
    at.page.locator(".undo").tap()
    is_handed(at.page)
    notice = at.page.locator("[data-part=notice]")
    expect(notice).to_contain_text(worded("script.too-late", tap=DRAW))
    at.is_at(3)
    at.page.get_by_role("button", name=shown("script.all-right")).tap()
    nothing_waits(at.page)
    at.page.locator(".undo").tap()
    at.is_at(4)
    assert at.record == LED


@thorough
def test_a_tap_without_an_answer_waits_and_others_join(at: Table) -> None:
    with no_answer_yet(at.page, "**/set"):
        at.tile("3-1").tap()
        waits(at.page, "3-1")
        draw(at.page)
        waits(at.page, "3-1", DRAW)
    at.is_at(4)
    nothing_waits(at.page)
    assert at.record[2:] == ["Ben: 3-1 on 6-3", "Ana: draws 1"]


@thorough
def test_two_quick_taps_without_network_are_not_two_tiles(
    at: Table, context: BrowserContext
) -> None:
    cut_off(context)
    at.page.evaluate(
        "() => { for (const id of ['tile-3-1', 'tile-6-1']) document.getElementById(id).click(); }"
    )
    waits(at.page, "3-1")


# ---- Handed to the person ----------------------------------------------------------------------


def moved_on(at: Table, context: BrowserContext) -> None:
    """Two taps wait; meanwhile another phone enters Ben's tile."""
    cut_off(context)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    at.tile("1-0").tap()
    waits(at.page, "3-1", "1-0")
    entered_elsewhere(at, "Ben: draws 2")
    context.set_offline(False)
    is_handed(at.page, "3-1", "1-0")
    at.is_at(3)


def test_where_the_table_moved_on_the_person_sees_it_and_enters_what_waits(
    at: Table, context: BrowserContext
) -> None:
    moved_on(at, context)
    came = message(MOVED_ON, entered=message("change.draw", player="Ben"))
    lost = message("script.were-not-entered", count=2)
    expect(at.page.locator("[data-part=notice]")).to_have_text(f"{came} {lost}")
    at.page.get_by_role("button", name=shown("script.enter", count=2)).tap()
    at.is_at(5)
    nothing_waits(at.page)
    assert at.record[2:] == ["Ben: draws 2", "Ben: 3-1 on 6-3", "Ana: 1-0 on 3-1"]


@thorough
def test_where_the_table_moved_on_the_person_sees_it_and_drops_what_waits(
    at: Table, context: BrowserContext
) -> None:
    moved_on(at, context)
    at.page.get_by_role("button", name=shown("script.drop-held", count=2)).tap()
    nothing_waits(at.page)
    expect(at.tile("3-1")).to_be_enabled()
    assert at.record[2:] == ["Ben: draws 2"]


def test_what_was_handed_over_is_still_there_after_a_reload_and_can_be_dropped_one_by_one(
    at: Table, context: BrowserContext
) -> None:
    moved_on(at, context)
    at.page.reload()
    is_handed(at.page, "3-1", "1-0")
    at.page.get_by_label(worded("script.drop", tap="3-1")).tap()
    is_handed(at.page, "1-0")
    at.tile("6-1").tap()
    at.is_at(4)
    at.page.get_by_role("button", name=shown("script.enter", count=1)).tap()
    at.is_at(5)
    nothing_waits(at.page)
    assert at.record[2:] == ["Ben: draws 2", "Ben: 6-1 on 6-3", "Ana: 1-0 on 6-1"]


@thorough
def test_undo_takes_back_the_tables_last_entry_while_taps_are_in_the_persons_hands(
    at: Table, context: BrowserContext
) -> None:
    moved_on(at, context)
    expect(at.page.locator(".undo")).to_contain_text(undoes("change.draw", player="Ben"))
    at.page.locator(".undo").tap()
    at.is_at(4)
    is_handed(at.page, "3-1", "1-0")
    at.page.get_by_role("button", name=shown("script.enter", count=2)).tap()
    at.is_at(6)
    assert at.record[2:] == ["Ben: 3-1 on 6-3", "Ana: 1-0 on 3-1"]


def test_somebody_who_enters_between_two_that_wait_stops_the_second(at: Table) -> None:
    deafen(at.page)
    heard: list[Route] = []

    def handle(route: Route) -> None:
        if not heard:
            route.fetch()
            entered_elsewhere(at, "Ana: draws 1")
            heard.append(route)
            route.abort()
        else:
            route.continue_()

    at.page.route("**/set", handle)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    draw(at.page)
    is_handed(at.page, DRAW)
    at.is_at(4)
    assert at.record[2:] == ["Ben: 3-1 on 6-3", "Ana: draws 1"]


def test_a_refused_one_in_the_middle_stops_those_behind_it(
    at: Table, context: BrowserContext
) -> None:
    cut_off(context)
    tap_in_turn(at, "3-1", "4-4", "1-0")
    context.set_offline(False)
    is_handed(at.page, "1-0")
    at.is_at(3)
    notice = at.page.locator("[data-part=notice]")
    expect(notice).to_contain_text(worded("script.not-entered", tap="4-4"))
    expect(notice).to_contain_text(worded("refused.no-match", tile="4-4"))
    at.page.get_by_role("button", name=shown("script.enter", count=1)).tap()
    at.is_at(4)
    nothing_waits(at.page)
    assert at.record[2:] == ["Ben: 3-1 on 6-3", "Ana: 1-0 on 3-1"]


@thorough
def test_a_refused_one_alone_is_told_until_the_person_has_heard(
    at: Table, context: BrowserContext
) -> None:
    cut_off(context)
    at.tile("4-4").tap()
    waits(at.page, "4-4")
    context.set_offline(False)
    is_handed(at.page)
    at.page.reload()
    notice = at.page.locator("[data-part=notice]")
    expect(notice).to_contain_text(worded("script.not-entered", tap="4-4"))
    at.page.get_by_role("button", name=shown("script.all-right")).tap()
    nothing_waits(at.page)
    assert at.record == LED


def test_where_a_tile_that_waited_goes_is_asked_after_any_outage_and_the_rest_follows(
    page: Page, server: Serving, behind: TableService, context: BrowserContext
) -> None:
    at = Table(page, server, behind, laid(behind, TWO, *TWO_PLACES))
    before, option = at.version, page.locator(".chooser button[value='2-0']")
    cut_off(context)
    at.tile("3-0").tap()
    waits(page, "3-0")
    draw(page)
    waits(page, "3-0", DRAW)
    context.set_offline(False)
    expect(option).to_be_visible()
    # A reload loses no question, nor does a table that is looked at again.
    page.reload()
    expect(option).to_be_visible()
    waits(page, "3-0", DRAW)
    page.evaluate("refresh()")
    expect(option).to_be_visible()
    page.wait_for_function("waiting.asking() && asksAbout(table(), waiting.asking())")
    option.tap()
    at.is_at(before + 2)
    assert at.record[-2].endswith("3-0 on 2-0")
    nothing_waits(page)
    # Whoever changes their mind is asked about what was to follow.
    at.table_service.undo(at.id, RequestStamp(before + 2, "undo a draw"))
    at.table_service.undo(at.id, RequestStamp(before + 3, "undo the 3-0"))
    at.is_at(before + 4)
    cut_off(context)
    at.tile("3-0").tap()
    waits(page, "3-0")
    draw(page)
    waits(page, "3-0", DRAW)
    context.set_offline(False)
    page.locator(".chooser .cancel").tap()
    is_handed(page, DRAW)
    notice, lost = page.locator("[data-part=notice]"), message(NOT_ENTERED, tap="3-0")
    expect(notice).to_have_text(str(lost))
    page.get_by_role("button", name=shown("script.drop-held", count=1)).tap()
    nothing_waits(page)
    # Someone was quicker: it says who, and what of this phone's was not entered.
    cut_off(context)
    at.tile("3-0").tap()
    waits(page, "3-0")
    acting = at.table_service.look(at.id).game
    player = acting.seating.players[acting.turn or 0]
    entered_elsewhere(at, f"{player}: 1-0 on 2-0")
    context.set_offline(False)
    is_handed(page, "3-0")
    came = message("change.tile", player=player, tile="1-0")
    expect(notice).to_have_text(f"{message(MOVED_ON, entered=came)} {lost}")
    # It goes when it is done, whichever way.
    at.tile("3-0").tap()
    nothing_waits(page)


@pytest.mark.parametrize("status", some([403, 404, 500, 400], 1))
def test_where_the_server_lets_nobody_in_the_person_hears_why_and_nothing_is_lost(
    at: Table, status: int
) -> None:
    page = "<main><h1>No</h1><p>This phone keeps score no more.</p><p><a>Home</a></p></main>"
    at.page.route("**/set", lambda route: route.fulfill(status=status, body=page))
    at.tile("3-1").tap()
    is_handed(at.page, "3-1")
    expect(at.page.locator("[data-part=notice]")).to_have_text(
        "No. This phone keeps score no more."
    )
    at.page.unroute("**/set")
    at.page.get_by_role("button", name=shown("script.enter", count=1)).tap()
    at.is_at(3)
    nothing_waits(at.page)


@thorough
def test_who_may_only_watch_by_now_hears_so_and_sees_what_watchers_see(
    at: Table, context: BrowserContext
) -> None:
    cut_off(context)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    access_service = AccessService(at.table_service.database)
    access_service.ask(at.id, "bens-phone", "Ben")
    access_service.give(at.id, "bens-phone")
    access_service.take_back(at.id, ANAS_PHONE)
    context.set_offline(False)
    is_handed(at.page, "3-1")
    notice = at.page.locator("[data-part=notice]")
    expect(notice).to_contain_text(worded("problem.only-keepers.title"))
    expect(at.page.locator("#table.phase-watch")).to_be_attached()
    at.page.get_by_role("button", name=shown("script.drop-held", count=1)).tap()
    nothing_waits(at.page)


@thorough
def test_who_was_shown_out_hears_what_was_not_entered(at: Table, context: BrowserContext) -> None:
    cut_off(context)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    draw(at.page)
    waits(at.page, "3-1", DRAW)
    context.clear_cookies()
    # The page itself would look again as soon as there is a network.
    at.page.goto("about:blank")
    context.set_offline(False)
    at.page.goto(at.address)
    left_over = at.page.locator("#left-over")
    expect(left_over).to_contain_text(worded("problem.left-over"))
    expect(left_over).to_contain_text(f"3-1 · {DRAW}")
    at.page.get_by_role("button", name=shown("problem.drop-left-over")).tap()
    expect(left_over).to_be_hidden()
    at.page.reload()
    expect(at.page.locator("h1")).to_have_text(shown("problem.no-such-table.title"))
    expect(left_over).to_be_hidden()
    assert at.record == LED


@thorough
def test_a_table_that_is_looked_at_again_puts_nothing_under_the_finger(at: Table) -> None:
    at.page.evaluate("() => refresh()")
    expect(at.page.locator("body")).to_be_focused()
    at.tile("3-1").focus()
    at.page.evaluate("() => refresh()")
    expect(at.page.locator("#table :focus")).to_have_count(1)


@thorough
def test_home_tells_of_what_waits_at_a_table_that_is_not_open(at: Table, server: Serving) -> None:
    at.page.route("**/set", lambda route: route.abort())
    at.page.route("**/draw", lambda route: route.abort())
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    draw(at.page)
    waits(at.page, "3-1", DRAW)
    at.page.goto(server.address)
    line = at.page.locator("#waits a")
    names = listed(("Ana", "Ben"))
    expect(line).to_have_text(shown("script.taps-wait-for", count=2, names=names))
    at.page.unroute_all()
    line.tap()
    nothing_waits(at.page)
    at.page.goto(server.address)
    expect(at.page.locator("#waits")).to_be_hidden()
    assert at.record[len(LED) :] == ["Ben: 3-1 on 6-3", "Ana: draws 1"]


@thorough
def test_a_tap_that_never_waited_is_told_that_the_table_moved_on_and_nothing_else(
    at: Table,
) -> None:
    deafen(at.page)
    entered_elsewhere(at, "Ben: draws 1")
    at.tile("3-1").tap()
    at.is_at(3)
    expect(at.page.locator(".problem")).to_contain_text(worded("refused.stale-after"))
    nothing_waits(at.page)


# ---- Several tabs ------------------------------------------------------------------------------


def test_two_tabs_of_one_browser_send_what_waits_once(at: Table, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(at.address)
    cut_off(context)
    at.tile("3-1").tap()
    waits(at.page, "3-1")
    waits(other, "3-1")
    expect(other.locator("#tile-3-1")).to_be_disabled()
    other.locator(".draw > button").click()
    waits(at.page, "3-1", DRAW)
    context.set_offline(False)
    at.is_at(4)
    expect(other.locator("#table[data-version='4']")).to_be_attached()
    nothing_waits(at.page)
    nothing_waits(other)
    assert at.record[2:] == ["Ben: 3-1 on 6-3", "Ana: draws 1"]
    # A tab that crashes while it sends keeps no other from it. For the other no time passes.
    with no_answer_yet(other, "**/t/*/draw") as asked:
        with other.expect_request("**/t/*/draw"):
            other.locator(".draw > button").click()
        crash(other)
        at.page.add_init_script("const loaded = Date.now(); Date.now = () => loaded;")
        at.page.reload()
        at.is_at(5)
        asked.clear()
    assert at.record[2:] == ["Ben: 3-1 on 6-3", "Ana: draws 1", "Ana: draws 1"]


@thorough
def test_where_a_browser_keeps_nothing_taps_wait_as_long_as_the_page_is_open(
    page: Page, server: Serving, behind: TableService, context: BrowserContext
) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    at = Table(page, server, behind, laid(behind, TWO, "6-3"))
    cut_off(context)
    at.tile("3-1").tap()
    waits(page, "3-1")
    draw(page)
    waits(page, "3-1", DRAW)
    context.set_offline(False)
    at.is_at(4)
    expect(page.locator("#waiting")).to_be_hidden()


# ---- How it looks ------------------------------------------------------------------------------


@thorough
@pytest.mark.parametrize("names", some([STRANGE, ("Ana", "Ben")], 1), ids=len)
def test_nothing_scrolls_while_taps_wait_and_when_they_were_handed_over(
    page: Page,
    server: Serving,
    behind: TableService,
    names: tuple[str, ...],
) -> None:
    header = f"game: race-horse\nplayers: {', '.join(names)}"
    at = Table(page, server, behind, laid(behind, header, "6-3"))
    at.page.route("**/t/*/*", lambda route: route.abort())
    tap_in_turn(at, "3-1", "5-1", "5-5", "5-0", "2-1")
    assert page.evaluate(MEASURE) == []
    entered_elsewhere(at, f"{names[1]}: draws 1")
    at.page.unroute("**/t/*/*")
    page.evaluate("dispatchEvent(new Event('online'))")
    is_handed(page, "3-1", "5-1", "5-5", "5-0", "2-1")
    assert page.evaluate(MEASURE) == []
