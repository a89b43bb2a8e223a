"""A table handed over from phone to phone and back, by links that people open in a browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.i18n import message
from companion.record.record_link import PackedTable, pack
from companion.tables.table_service import TableService
from tests.tables.scribe import record
from tests.thorough import thorough
from tests.web.conftest import SECRET
from tests.web.phones import PHONE, as_phone
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import laid
from tests.web.words import shown, worded

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, bypass_csp=True)

NO_WIDER = "() => document.scrollingElement.scrollWidth <= innerWidth"


@pytest.fixture
def bens(browser: Browser, browser_context_args: dict[str, object]) -> Iterator[BrowserContext]:
    """Ben's phone, in another kitchen."""
    context = browser.new_context(  # type: ignore[arg-type]
        **{**browser_context_args, "storage_state": as_phone(SECRET, "bens-phone")}
    )
    yield context
    context.close()


@pytest.fixture
def table_id(behind: TableService) -> str:
    return laid(behind, "game: race-horse", "6-4", "4-4 on 6-4")


def link_at(page: Page, table: str) -> str:
    """The link by which the table at an address is handed over now."""
    page.goto(f"{table}/hand-over")
    return page.get_by_label(shown("hand-over.link")).input_value()


def set_tile(page: Page, tile: str) -> None:
    before = page.locator("#table").get_attribute("data-version")
    page.locator(f"#tile-{tile}").click()
    expect(page.locator(f"#table:not([data-version='{before}'])")).to_be_attached()


def test_a_table_goes_to_another_phone_and_comes_back_with_more(
    page: Page, bens: BrowserContext, server: Serving, behind: TableService, table_id: str
) -> None:
    link = link_at(page, f"{server.address}/t/{table_id}")
    ben = bens.new_page()
    ben.goto(link)
    expect(ben.locator(".table-card")).to_contain_text("Ana")
    ben.get_by_role("button", name=shown("take.go-on-here")).click()
    ben.wait_for_url("**/t/*")
    set_tile(ben, "4-1")
    bens_id = ben.url.rsplit("/", 1)[1]
    assert bens_id != table_id and len(record(behind, bens_id)) == 4
    # Opened once more, the link leads back to what goes further.
    ben.goto(link)
    expect(ben.locator("main")).to_contain_text(worded("take.falls-short", count=1))
    ben.get_by_role("link", name=shown("take.to-table")).click()
    ben.wait_for_url(f"**/t/{bens_id}")

    page.goto(link_at(ben, f"{server.address}/t/{bens_id}"))
    expect(page.locator("main")).to_contain_text(worded("take.goes-on", count=1))
    page.get_by_role("button", name=shown("take.go-on-from-there")).click()
    page.wait_for_url(f"**/t/{table_id}")
    assert record(behind, table_id) == record(behind, bens_id)


def test_the_table_is_out_of_the_address_at_once(
    page: Page, server: Serving, table_id: str
) -> None:
    length = "() => history.length"
    before = page.evaluate(length)
    link = link_at(page, f"{server.address}/t/{table_id}")
    page.goto(f"{server.address}/rules")
    page.goto(link)
    page.wait_for_url(f"**/t/{table_id}")
    while page.url != f"{server.address}/rules":
        assert "#table" not in page.url
        page.go_back()
    assert page.evaluate(length) < before + 7


@thorough
def test_a_link_opened_on_the_first_page_itself_is_taken_too(
    page: Page, server: Serving, table_id: str
) -> None:
    link = link_at(page, f"{server.address}/t/{table_id}")
    page.goto(server.address)
    page.evaluate("(link) => { location.href = link }", link)
    page.wait_for_url(f"**/t/{table_id}")


def test_a_link_that_was_damaged_says_so(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/#table=1abc")
    expect(page.get_by_role("alert")).to_have_text(str(message("carried.damaged")))


def test_the_link_is_copied_and_shared_where_the_browser_can(
    page: Page, server: Serving, table_id: str
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(
        "navigator.share = (what) => { window.shared = what.url; return Promise.resolve(); }"
    )
    link = link_at(page, f"{server.address}/t/{table_id}")
    page.get_by_role("button", name=shown("hand-over.share")).click()
    assert page.evaluate("() => window.shared") == link
    page.locator("[data-copy-link]").click()
    expect(page.locator("[data-copy-link]")).to_have_text(str(message("script.link-copied")))
    assert page.evaluate("() => navigator.clipboard.readText()") == link


@thorough
@pytest.mark.parametrize("way", ["share", "copy"])
def test_where_the_browser_can_do_neither_the_link_is_selected(
    page: Page, server: Serving, table_id: str, way: str
) -> None:
    page.add_init_script(
        "for (const name of ['share', 'clipboard'])"
        " Object.defineProperty(navigator, name, { value: undefined });"
        "document.execCommand = () => false"
    )
    link = link_at(page, f"{server.address}/t/{table_id}")
    button = page.locator({"share": "[data-share]", "copy": "[data-copy-link]"}[way])
    button.click()
    expect(button).to_have_text(shown(f"script.hold-to-{way}"))
    assert page.evaluate("() => getSelection().toString()") == link


@thorough
def test_the_pages_are_clear_to_everybody(
    page: Page, bens: BrowserContext, server: Serving, behind: TableService, table_id: str
) -> None:
    link = link_at(page, f"{server.address}/t/{table_id}")
    is_clean(page)
    assert page.evaluate(NO_WIDER)
    ben = bens.new_page()
    ben.goto(link)
    expect(ben.locator(".table-card")).to_be_visible()
    is_clean(ben)
    text = "game: race-horse\nplayers: Ana, Ben\n\nlead: Ana\nAna: 6-4\nAna: 6-3 on 6-4\n"
    page.goto(f"{server.address}/#table={pack(PackedTable(text, table_id))}")
    expect(page.locator(".parting")).to_be_visible()
    is_clean(page)
    assert page.evaluate(NO_WIDER)
