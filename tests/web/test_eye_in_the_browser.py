"""What pages do with what a camera sees: an eye that sees what the test tells it stands in."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.tables.table_service import TableService
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.thumb import laid, shows
from tests.web.words import worded

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True)

EYE = """
export const canSee = () => true;
const lies = (tile, at) => ({
  tile, halves: tile.split("-").map(Number), probabilities: null, doubt: false, why: [],
  corners: [[0, 104 * at], [50, 104 * at], [50, 104 * at + 100], [0, 104 * at + 100]],
  likely: [tile, "5-3", "5-2", "5-1"],
});
const picture = Object.assign(document.createElement("canvas"), { width: 50, height: 400 });
export async function openEye({ onSeen }) {
  const how = { isStill: true, picture };
  window.see = (names, isFixed) => onSeen({ tiles: names.map(lies) }, { ...how, isFixed });
  return { again() {}, hold() { window.isHeld = true; }, stop() {}, waitForChange() {} };
}
"""


@pytest.fixture
def seeing(page: Page) -> Page:
    page.route(
        "**/camera-eye.js*",
        lambda route: route.fulfill(body=EYE, content_type="text/javascript"),
    )
    return page


def see(page: Page, *names: str, is_fixed: bool = True) -> None:
    told: list[Any] = [list(names), is_fixed]
    page.evaluate(
        """([names, isFixed]) => new Promise((done) => {
          const look = () => (window.see ? done(see(names, isFixed)) : setTimeout(look, 20));
          look();
        })""",
        told,
    )


def test_a_tile_that_was_laid_is_proposed_and_entered_by_a_tap_alone(
    seeing: Page, context: BrowserContext, server: Serving, behind: TableService
) -> None:
    look = "pips.coloured.auto.off.on.on.off.on"
    context.add_cookies([{"name": "look", "value": look, "url": server.address}])
    table_id = laid(behind, "game: race-horse", "6-4")
    version = behind.look(table_id).version
    seeing.goto(f"{server.address}/t/{table_id}")
    proposed = seeing.locator(".watch-proposed button")
    # What shares no number with its neighbour, and what lies already, is nobody’s play.
    see(seeing, "6-4", "5-3")
    expect(proposed).to_have_count(0)
    see(seeing, "6-4", "4-4")
    expect(proposed.first).to_have_text(worded("script.watch.on-host", tile="4-4", host="6-4"))
    # No holds, on a page that is loaded anew too.
    proposed.last.tap()
    expect(proposed).to_have_count(0)
    seeing.reload()
    see(seeing, "6-4", "4-4")
    expect(proposed).to_have_count(0)
    see(seeing, "6-6", "6-4")
    assert behind.look(table_id).version == version, "nothing is entered without a tap"
    proposed.first.tap()
    shows(seeing, version + 1)
    last = behind.look(table_id).entries[-1].statement
    assert "6-6" in str(last.tile)


def test_a_tile_tapped_in_the_live_view_is_the_one_that_is_named(
    seeing: Page, server: Serving
) -> None:
    seeing.goto(f"{server.address}/camera")
    seeing.get_by_role("button", name=worded("script.camera.live")).tap()
    see(seeing, "6-4", "6-6", is_fixed=False)
    seeing.locator("[data-at='0']").dispatch_event("click")
    seeing.locator(".fix-sheet .likely button[value='5-3']").tap()
    named = seeing.locator("ol li")
    expect(named.first).to_have_attribute("data-tile", "5-3")
    expect(named.last).to_have_attribute("data-tile", "6-6")
    assert seeing.evaluate("window.isHeld"), "it looks no further"
