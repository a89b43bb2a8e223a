"""What people argue about stands in sight on a small phone, and a tile on the felt answers."""

import pytest
from playwright.sync_api import Page, expect

from companion.i18n import message
from companion.tables.table_service import TableService
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import laid
from tests.web.words import shown

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, bypass_csp=True)


def test_a_tile_on_the_felt_is_asked_about_where_it_lies(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, "game: race-horse", "6-4", "4-4", "4-1 on 4-4")
    page.goto(f"{server.address}/t/{table_id}")
    # That it can be tapped is said once.
    hint = page.locator(".felt-hint")
    expect(hint).to_contain_text(shown("script.felt-hint"))
    page.locator("#felt a.laid").first.tap()
    expect(hint).to_have_count(0)
    expect(page.locator(".of-entry")).to_have_text(
        str(message("change.tile", player="Ana", tile="6-4"))
    )
    expect(page).to_have_url(f"{server.address}/t/{table_id}")
    is_clean(page)
    for link in page.locator("#count .ways a").all():
        box = link.bounding_box()
        assert box is not None and box["height"] >= 44 and box["width"] >= 44
    # A tile is set from here as ever.
    page.locator("#tile-6-5").tap()
    expect(page.locator(".tile.newest")).to_have_attribute("href", "#t6-5")
    page.locator("#felt a.laid[href$='about=3']").tap()
    # The ring is on what is asked about, and what else it could have been goes along to Fix it.
    expect(page.locator(".tile.newest")).to_have_attribute("href", "#t4-4")
    page.locator("#count .ways a").last.tap()
    expect(page.locator(".why-felt .tile.newest")).to_have_count(0)
    page.locator("#tile-6-0").tap()
    page.get_by_role("link", name=shown("what-if.happened")).tap()
    form = page.locator("form.entry-form")
    expect(form.locator("[name=tile]:checked")).to_have_value("6-0")
    expect(form.locator("[name=who]:checked")).to_have_value("0")
    expect(form.locator("[name=on]")).to_have_value("6-4")
    expect(form.locator(".dim [value='5-5']")).to_be_attached()
    expect(form.locator(".dim [value='6-1']")).to_have_count(0)
    page.get_by_role("button", name=shown("effect.see")).tap()
    expect(page.locator(".misfits .refusal").last).to_contain_text("6-5")


def test_without_scripts_a_tile_on_the_felt_is_a_link(
    page: Page, server: Serving, behind: TableService
) -> None:
    browser = page.context.browser
    assert browser is not None
    table_id = laid(behind, "game: race-horse", "6-4", "4-4")
    state = page.context.storage_state()
    context = browser.new_context(java_script_enabled=False, viewport=PHONE, storage_state=state)  # type: ignore[arg-type]
    plain = context.new_page()
    plain.goto(f"{server.address}/t/{table_id}")
    plain.locator("#felt a.laid").first.click()
    expect(plain).to_have_url(f"{server.address}/t/{table_id}?about=2")
    plain.locator("#count .ways a").last.click()
    expect(plain.locator("h1")).to_have_text(str(message("what-if.what-else")))
    context.close()
