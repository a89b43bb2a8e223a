"""What people argue about stands in sight on a small phone, and a tile on the felt answers."""

import pytest
from playwright.sync_api import Page, expect

from companion.i18n import message
from companion.record.replay import replay
from companion.tables.table_service import TableService
from tests.thorough import some, thorough
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import CASES, laid
from tests.web.words import worded

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, bypass_csp=True)

RACE_HORSE = "game: race-horse\nplayers: Ana, Ben\n"
ANNOUNCED = "game: racehorse-1990\nplayers: Ana, Ben\n"
ALL_DEALT = RACE_HORSE + "rule: tiles-each = 14\n"
ONE_EACH = RACE_HORSE + "rule: tiles-each = 1\n"
#: What is argued about: a record that ends with it, and the sentence and the rule in question.
DISPUTED = {
    "washed up": ("thin-ended-washed-up", "why.washed-up", "setting.last-tile.value.washes-up"),
    "rounding": (
        ONE_EACH + "lead: Ana\nAna: 6-3\nBen: left 6-5",
        "why.rounded",
        "law.nearest-five.sentence",
    ),
    "last tile": (
        RACE_HORSE + "rule: tiles-each = 1\nrule: last-tile = draws\nlead: Ana\nAna: 6-4",
        "why.draws-what-is-owed",
        "setting.last-tile.value.draws",
    ),
    "spinner covered": (
        RACE_HORSE + "lead: Ana\nAna: 6-4\nAna: 4-4\nAna: 4-1 on 4-4",
        "why.both-sides-covered",
        "law.covered-double.sentence",
    ),
    "claim": (
        ANNOUNCED + "lead: Ana\nAna: 6-4, claims 15",
        "why.announced-wrongly",
        "setting.announce.value.required",
    ),
    "block": (
        ALL_DEALT + "lead: Ana\nAna: 6-3\nBen: passes\nAna: passes",
        "why.blocked-by-knocks",
        "law.blocked.sentence",
    ),
}
#: How far down an element ends.
BOTTOM = "element => element.getBoundingClientRect().bottom"


def brought(behind: TableService, record: str) -> str:
    """A table with this record, or with that of a case up to where somebody is washed up."""
    is_case = "\n" not in record
    told = replay((CASES / f"{record}.record").read_text() if is_case else record)
    assert told.header is not None and told.refused is None, told.refused
    entries = told.entries[: 33 if is_case else None]
    return behind.open(told.header, entries, keeper=ANAS_PHONE)


@pytest.mark.parametrize("disputed", some(DISPUTED, 1))
def test_what_is_argued_about_stands_above_the_fold_with_its_rule(
    page: Page, server: Serving, behind: TableService, disputed: str
) -> None:
    record, sentence, rule = DISPUTED[disputed]
    known = {"count": 2} if disputed == "block" else {}
    page.goto(f"{server.address}/t/{brought(behind, record)}/why")
    first = page.locator(".answer").first
    said = first.locator("p", has_text=worded(sentence, **known)).first
    cited = first.locator(".behind", has_text=worded(rule)).first
    for each in (page.locator("h1"), said, cited):
        assert each.evaluate(BOTTOM) < PHONE["height"], (disputed, each.inner_text())
    is_clean(page)


def test_a_tile_on_the_felt_is_asked_about_where_it_lies(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = laid(behind, "game: race-horse", "6-4", "4-4", "4-1 on 4-4")
    page.goto(f"{server.address}/t/{table_id}")
    page.locator("#felt a.laid").first.tap()
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
    page.locator("#felt a.laid").first.tap()
    page.locator("#count .ways a").nth(1).tap()
    expect(page.locator("form.entry-form")).to_be_visible()


@thorough
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
