"""The phone itself, at a table: it stays awake, shows the table on its whole screen, and buzzes."""

from typing import Any

import pytest
from playwright.sync_api import Page

from companion.tables.service import TableService
from tests.web.serving import Serving
from tests.web.thumb import laid

TWO = "game: race-horse"
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
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
    return {**browser_context_args, **phone}


@pytest.fixture
def table(server: Serving, behind: TableService) -> str:
    """The address of a table at which the 6-3 lies."""
    return f"{server.address}/t/{laid(behind, TWO, '6-3')}"


# ---- The screen stays awake --------------------------------------------------------------------


@pytest.mark.parametrize("seen", ["", "/board"])
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


def test_a_screen_that_is_awake_is_not_asked_again(page: Page, table: str) -> None:
    page.add_init_script(WAKE_LOCK)
    page.goto(table)
    page.wait_for_function("window.asked.length === 1")
    page.locator(".menu summary").tap()
    assert page.evaluate("asked.length") == 1


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
