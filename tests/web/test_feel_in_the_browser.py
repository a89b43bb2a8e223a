"""What a tap feels like: sounds that are off until somebody wants them, pegs that hop."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.tables.table_service import TableService
from tests.thorough import thorough
from tests.web.phones import PHONE, as_phone
from tests.web.serving import Serving
from tests.web.thumb import laid, shows

HEARD = """
    window.knocks = 0;
    const { prototype } = AudioBufferSourceNode, { start } = prototype;
    prototype.start = function (...at) { window.knocks++; start.apply(this, at); };
"""
MOVING = """() => document.getAnimations().filter(({ effect }) => effect.target.matches(".peg"))
    .map(({ effect }) => effect.getComputedTiming().endTime)"""

Opens = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, server: Serving, behind: TableService) -> Iterator[Opens]:
    """Opens a table with a phone that has this look; the 6-4 scores ten there."""
    contexts = []

    def open_table(look: str = "", **options: Any) -> Page:
        state = as_phone((server.folder / "secret").read_text())
        if look:
            state["cookies"].append({**state["cookies"][0], "name": "look", "value": look})
        contexts.append(
            browser.new_context(
                viewport=PHONE,
                has_touch=True,
                storage_state=state,
                service_workers="block",
                **options,
            )
        )
        page: Page = contexts[-1].new_page()
        page.add_init_script(HEARD)
        page.goto(f"{server.address}/t/{laid(behind, 'game: race-horse')}")
        return page

    yield open_table
    for context in contexts:
        context.close()


def tap(page: Page, tile: str, version: int) -> None:
    page.locator(f"#tile-{tile}").tap()
    shows(page, version)


@thorough
def test_nothing_is_heard_until_sounds_are_on(opened: Opens) -> None:
    page = opened()
    tap(page, "6-4", 2)
    assert page.evaluate("window.knocks") == 0


def test_a_tile_knocks_and_so_do_its_pegs_where_sounds_are_on(opened: Opens) -> None:
    page = opened("pips.coloured.auto.on.on")
    tap(page, "6-4", 2)
    # Wood is two sounds; two pegs' points are three hops of the peg behind.
    assert page.evaluate("window.knocks") == 2 + 3


@thorough
def test_sounds_are_switched_on_where_the_table_is_set_up(opened: Opens) -> None:
    page = opened()
    page.goto(f"{page.url}/customs")
    page.locator("button[name=sounds][value=on]").tap()
    expect(page.locator(":root[data-sounds=on]")).to_be_attached()
    expect(page.locator("button[name=sounds][value=on]")).to_have_attribute("aria-pressed", "true")


def test_a_peg_hops_for_at_most_600_ms_and_keeps_no_tap_waiting(opened: Opens) -> None:
    page = opened()
    page.locator("#tile-6-4").tap()
    # On a busy machine it is over when it is asked about a second time.
    length = page.wait_for_function(f"() => ({MOVING})()[0]").json_value()
    assert 0 < length <= 600
    # The next tap does not wait for it.
    tap(page, "4-4", 3)


@thorough
def test_no_peg_moves_where_less_motion_is_asked_for(opened: Opens) -> None:
    page = opened(reduced_motion="reduce")
    tap(page, "6-4", 2)
    assert page.evaluate(MOVING) == []
