"""When a game ends, the pegs run home, the felt fills the phone, and its card is shared."""

import pytest
from playwright.sync_api import Page, expect

from companion.tables.table_service import TableService
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.thumb import laid, shows

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True)

#: A phone that takes files, which counts the shows and measures what it was given to send.
SHARING = """
    window.shown = 0;
    new MutationObserver(([{ target }]) => { window.shown += "ending" in target.dataset; })
        .observe(document, { subtree: true, attributeFilter: ["data-ending"] });
    const own = (name, value) => Object.defineProperty(navigator, name, { value });
    own("canShare", () => true);
    own("share", async ({ files: [file] }) => {
        const { width, height } = await createImageBitmap(file);
        window.given = [file.name, file.type, width, height];
    });
"""


def test_an_ending_is_shown_once_and_shared_as_a_picture(
    page: Page, server: Serving, behind: TableService
) -> None:
    page.add_init_script(SHARING)
    table_id = laid(behind, "game: race-horse\ntarget: 2")
    page.goto(f"{server.address}/t/{table_id}")
    share, play = page.locator("[data-card]"), page.locator(".over .big")
    page.locator("#tile-6-4").tap()
    page.wait_for_function("() => window.shown && !('ending' in document.documentElement.dataset)")
    share.tap()
    page.wait_for_function("() => window.given")
    assert page.evaluate("window.given") == ["result.png", "image/png", 1080, 1350]
    page.reload()
    expect(play).to_be_visible()
    assert page.evaluate("window.shown") == 0
    # Nothing is cut off: the last button ends where the phone does.
    foot = page.locator(".over .actions").bounding_box()
    assert foot is not None and foot["y"] + foot["height"] <= PHONE["height"] + 0.5
    page.locator("button.undo").tap()
    shows(page, 3)
    expect(page.locator("#table:not(.has-ended) #tile-6-4")).to_be_visible()
    # If a person wants no motion, all of it is there at once.
    page.emulate_media(reduced_motion="reduce")
    page.locator("#tile-6-4").tap()
    expect(play).to_be_visible()
    assert page.evaluate("window.shown") == 0
