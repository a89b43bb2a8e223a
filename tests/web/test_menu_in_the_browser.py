"""The menu of a table, and whatever else lies over or above it, on windows of every size."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.thorough import thorough
from tests.web.inside import SIZES, outside_of_windows
from tests.web.phones import PHONE, phone
from tests.web.serving import Serving
from tests.web.thumb import laid

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, bypass_csp=True)

TILES = ("game: race-horse\nplayers: Ana, Ben", "6-4", "4-4", "4-1 on 4-4")
#: As many characters as a name may have.
ZOE = "Grandmother Zoë Josephine"[:24]
#: What the banner lies over or under, and which of its words are missing.
CROWDED = """() => {
    // It may lie on the edge of the felt, but not on its tiles.
    const OTHERS = "#table > :not(#asking, .felt), .felt svg, .head > *";
    const banner = document.querySelector("#asking"), box = banner.getBoundingClientRect();
    const isOver = (part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const [across, down] = [Math.min(right, box.right) - Math.max(left, box.left),
            Math.min(bottom, box.bottom) - Math.max(top, box.top)];
        return Math.min(across, down) > 0.5;
    };
    const isCut = (part) => part.scrollWidth > part.clientWidth + 1
        || part.scrollHeight > part.clientHeight + 1;
    const others = [...document.querySelectorAll(OTHERS)];
    return [...others.filter(isOver), ...[...banner.querySelectorAll("*")].filter(isCut)]
        .map((part) => part.id || part.className || part.localName);
}"""


@pytest.fixture
def without_server(page: Page, app: Flask) -> Callable[[str], str]:
    """Answers as the app does that a phone has to itself; gives the address of a table there."""
    app.config["IS_ALONE"] = True
    client = phone(app)

    def answer(route: Route) -> None:
        at = urlsplit(route.request.url)
        with client.get(f"{at.path}?{at.query}") as said:
            route.fulfill(status=said.status_code, headers=dict(said.headers), body=said.data)

    page.route("http://phone.test/**", answer)
    return "http://phone.test/t/{}".format


def show_at_each_size(page: Page, address: str) -> dict[tuple[int, int], list[str]]:
    """What is out of place there, by the size of the window."""
    page.goto(address)
    expect(page.locator(":root[data-link=live]")).to_be_attached()
    return outside_of_windows(page)


def test_what_lies_over_a_table_is_inside_every_window(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, *TILES)
    AccessService(behind.database).ask(table_id, "zoes-phone", ZOE)
    assert not show_at_each_size(page, f"{server.address}/t/{table_id}")
    page.reload()
    for width, height in (*SIZES, (412, 915)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CROWDED) == [], (width, height)


# In the app itself, `tests/offline/test_on_the_phone.py` looks.
@thorough
def test_so_it_is_without_a_server(
    page: Page, without_server: Callable[[str], str], table_service: TableService
) -> None:
    assert not show_at_each_size(page, without_server(laid(table_service, *TILES)))


def test_the_menu_has_ten_entries_and_closes_by_a_tap_elsewhere_escape_and_back(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, *TILES)
    home = f"{server.address}/t/{table_id}"
    page.goto(server.address)
    page.goto(home)
    menu, dots = page.locator(".menu[open]"), page.locator(".menu summary")
    dots.tap()
    entries = page.locator(".menu-list > *")
    assert entries.count() <= 10
    assert all(tall >= 44 for tall in entries.evaluate_all("all => all.map(e => e.offsetHeight)"))
    # On a tile that could be played: it is not.
    tile = page.locator("#tile-6-1").bounding_box()
    assert tile is not None
    page.touchscreen.tap(tile["x"] + 9, tile["y"] + 9)
    expect(menu).to_have_count(0)
    dots.tap()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(dots).to_be_focused()
    dots.tap()
    expect(menu).to_have_count(1)
    page.wait_for_function("history.state?.menu")
    page.go_back()
    expect(menu).to_have_count(0)
    assert page.url == home and behind.look(table_id).version == 4
    # From a page of the menu, one step back is the table.
    dots.tap()
    page.wait_for_function("history.state?.menu")
    page.get_by_role("link", name="Settings").tap()
    page.wait_for_url(f"{home}/customs")
    page.go_back()
    page.wait_for_url(home)
    expect(menu).to_have_count(0)
    page.go_back()
    page.wait_for_url(f"{server.address}/")
