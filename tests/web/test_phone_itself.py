"""The phone itself, at a table: it stays awake, shows the table on its whole screen, and buzzes."""

import pytest
from playwright.sync_api import Page, expect

from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from tests.thorough import some, thorough
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import laid, shows
from tests.web.words import shown

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, bypass_csp=True)

TWO = "game: race-horse"
#: Where the 3-0 goes on the 3-3 or on the 2-0.
TWO_PLACES = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
#: Keeps the screen awake, and lets go of it with a page that is hidden, as a phone does.
WAKE_LOCK = """
    const held = [];
    window.asked = [];
    Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
        window.asked.push(kind);
        held.push(new EventTarget());
        return held.at(-1);
    } } });
    window.turn = (isHidden) => {
        Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
        if (isHidden) for (const lock of held.splice(0)) lock.dispatchEvent(new Event("release"));
        document.dispatchEvent(new Event("visibilitychange"));
    };
"""


@pytest.fixture
def table(server: Serving, behind: TableService) -> str:
    """The address of a table at which the 6-3 lies."""
    return f"{server.address}/t/{laid(behind, TWO, '6-3')}"


# ---- The screen stays awake --------------------------------------------------------------------


@pytest.mark.parametrize("seen", some(["", "/board"], 1))
def test_the_screen_stays_awake_and_does_so_again_when_the_page_is_seen_again(
    page: Page, table: str, seen: str
) -> None:
    page.add_init_script(WAKE_LOCK)
    page.goto(table + seen)
    page.wait_for_function("window.asked.join() === 'screen'")
    page.evaluate("turn(true)")
    assert page.evaluate("asked.length") == 1
    page.evaluate("turn(false)")
    page.wait_for_function("window.asked.length === 2")


@thorough
def test_a_screen_that_is_awake_is_not_asked_again(page: Page, table: str) -> None:
    page.add_init_script(WAKE_LOCK)
    page.goto(table)
    page.wait_for_function("window.asked.length === 1")
    page.locator(".menu summary").tap()
    assert page.evaluate("asked.length") == 1


@thorough
def test_a_browser_that_wants_to_be_touched_first_is_asked_with_the_tap(
    page: Page, table: str
) -> None:
    page.add_init_script(
        "window.asked = 0;"
        "Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {"
        " window.asked += 1; throw new DOMException('', 'NotAllowedError'); } } })"
    )
    page.goto(table)
    page.wait_for_function("window.asked === 1")
    page.locator(".menu summary").tap()
    page.wait_for_function("window.asked === 2")


# ---- The whole screen --------------------------------------------------------------------------

FULL_SCREEN = "[data-full-screen]"
BACK = shown("page.to-table")
ENTER, LEAVE = shown("script.full-screen.enter"), shown("script.full-screen.leave")


def test_a_table_fills_the_screen_and_gives_it_back(page: Page, table: str) -> None:
    page.goto(table)
    page.locator(".menu summary").tap()
    page.get_by_role("button", name=ENTER).tap()
    page.wait_for_function("document.fullscreenElement")
    expect(page.locator(".menu[open]")).to_have_count(0)
    expect(page.locator(".menu summary")).to_be_focused()
    page.locator(".menu summary").tap()
    page.get_by_role("button", name=LEAVE).tap()
    page.wait_for_function("!document.fullscreenElement")
    expect(page.locator(FULL_SCREEN)).to_have_text(ENTER)


@thorough
def test_the_button_says_what_it_does_after_taps_at_the_table(page: Page, table: str) -> None:
    page.goto(table)
    page.locator(".menu summary").tap()
    page.get_by_role("button", name=ENTER).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.fullscreenElement")
    page.locator("#tile-3-1").tap()
    shows(page, 3)
    page.locator(".menu summary").tap()
    expect(page.get_by_role("button", name=LEAVE)).to_be_visible()
    is_clean(page)
    page.evaluate("document.exitFullscreen()")
    expect(page.get_by_role("button", name=ENTER)).to_be_visible()


@thorough
def test_the_board_fills_the_screen_and_hides_the_button_from_the_room(
    page: Page, table: str
) -> None:
    page.clock.install()
    page.goto(f"{table}/board")
    expect(page.locator(FULL_SCREEN)).to_be_visible()
    page.clock.fast_forward(6000)
    expect(page.locator(FULL_SCREEN)).to_be_hidden()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=BACK)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(FULL_SCREEN)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function("document.fullscreenElement")
    expect(page.get_by_role("button", name=LEAVE)).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    page.clock.fast_forward(6000)
    expect(page.locator(FULL_SCREEN)).to_be_hidden()
    page.mouse.move(9, 9)
    expect(page.locator(FULL_SCREEN)).to_be_visible()


@pytest.mark.parametrize(
    "says",
    some(
        [
            "Object.defineProperty(document, 'fullscreenEnabled', { value: undefined })",
            "const asked = matchMedia; window.matchMedia = (query) =>"
            " asked(query.includes('standalone') ? 'all' : query)",
        ],
        1,
    ),
    ids=lambda says: "none can be had" if "undefined" in says else "the app has it",
)
@pytest.mark.parametrize("seen", some(["", "/board"], 1))
def test_where_there_is_no_whole_screen_to_be_had_it_is_not_offered(
    page: Page, table: str, seen: str, says: str
) -> None:
    page.add_init_script(says)
    page.goto(table + seen)
    expect(page.locator(FULL_SCREEN)).to_have_text(ENTER)
    expect(page.locator(FULL_SCREEN)).to_have_attribute("hidden", "")


# ---- A tap is felt -----------------------------------------------------------------------------

BUZZ = """
    window.felt = [];
    navigator.vibrate = (rhythm) => window.felt.push([].concat(rhythm).length);
"""
ONCE, IN_VAIN = 1, 3


def felt(page: Page) -> list[int]:
    """How often the phone buzzed since the last question, and with how many beats."""
    # A second buzz would follow soon.
    page.wait_for_timeout(300)
    return list(page.evaluate("window.felt.splice(0)"))


def test_each_tap_is_felt_once(page: Page, server: Serving, behind: TableService) -> None:
    page.add_init_script(BUZZ)
    page.goto(f"{server.address}/t/{laid(behind, TWO, *TWO_PLACES)}")
    page.locator(".draw > button").tap()
    shows(page, 7)
    assert felt(page) == [ONCE]
    page.locator("button.undo").tap()
    shows(page, 8)
    assert felt(page) == [ONCE]
    page.locator(".ring[data-on='2-0']").first.tap()
    expect(page.locator(".ring.chosen")).to_be_attached()
    assert felt(page) == [ONCE]
    page.locator("#tile-5-5").tap()
    expect(page.locator("#table[data-problem]")).to_be_attached()
    assert felt(page) == [IN_VAIN]


@thorough
def test_what_others_enter_is_not_felt(page: Page, server: Serving, behind: TableService) -> None:
    page.add_init_script(BUZZ)
    table_id = laid(behind, TWO, "6-3")
    page.goto(f"{server.address}/t/{table_id}")
    page.locator(".menu summary").tap()
    behind.undo(table_id, RequestStamp(2, "elsewhere"))
    shows(page, 3)
    assert felt(page) == []


@thorough
def test_a_tap_that_waits_is_felt_once_when_it_is_entered(
    page: Page, server: Serving, behind: TableService
) -> None:
    page.add_init_script(BUZZ)
    page.goto(f"{server.address}/t/{laid(behind, TWO, *TWO_PLACES)}")
    page.locator("#tile-3-0").tap()
    expect(page.locator(".chooser")).to_be_visible()
    felt(page)
    page.route("**/set", lambda route: route.abort())
    page.locator(".chooser button").first.tap()
    expect(page.locator("#waiting li")).to_have_text(["3-0 on 3-3"])
    assert felt(page) == []
    page.unroute("**/set")
    page.evaluate("dispatchEvent(new Event('online'))")
    shows(page, 7)
    assert felt(page) == [ONCE]
