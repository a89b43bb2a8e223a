"""Answers under a thumb: a phone of 360 by 640, paper, pictures, and no scripts at all."""

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.i18n import message
from companion.tables.table_service import TableService
from tests.thorough import some, thorough
from tests.web.boxes import boxes
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import OPEN, is_clean
from tests.web.test_proof_page import RENEGE, proving
from tests.web.test_proof_page import table as proven
from tests.web.thumb import laid
from tests.web.words import worded

pytestmark = pytest.mark.browser_context_args(
    viewport=PHONE, has_touch=True, bypass_csp=True, reduced_motion="reduce"
)

#: Where the 3-0 goes on the 3-3 or on the 2-0.
TILES = ("6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6", "2-0 on 6-2")
LAY = "lay=6-3.6-6.3-3@6-3.6-2.2-0"
QUESTION = f"/ask?game=race-horse&{LAY}"
WHY_NOT = str(message("asked.why-not"))
#: Letter is the shorter of the two, and A4 the narrower.
PAPERS = ("A4", "Letter")


@pytest.fixture
def table(behind: TableService) -> str:
    return laid(behind, "game: race-horse", *TILES)


def tile(page: Page, name: str) -> None:
    page.locator(f"#tile-{name}").tap()


def fits(page: Page) -> None:
    """Nothing scrolls across, and each tile is as large as a thumb."""
    # The words of a page that was tapped may be there before its sheets.
    page.wait_for_load_state()
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    for box in boxes(page.locator(".tray a")):
        assert box["width"] >= 44 and box["height"] >= 44, box


# ---- Asking ------------------------------------------------------------------------------------


def test_a_layout_is_laid_by_tapping_and_the_address_follows(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/ask")
    fits(page)
    for name, sum_of in (("6-4", "6 + 4 = 10"), ("4-4", "6 + 8 = 14"), ("6-6", "8 + 12 = 20")):
        tile(page, name)
        expect(page.locator(".sum")).to_have_text(sum_of)
    expect(page).to_have_url(f"{server.address}/ask?game=race-horse&lay=6-4.4-4.6-6")
    expect(page.locator("#heard")).to_contain_text("8 + 12 = 20 → 4")
    fits(page)
    page.locator("#take-back").tap()
    expect(page.locator(".sum")).to_have_text("6 + 8 = 14")
    page.go_back()
    expect(page.locator(".sum")).to_have_text("8 + 12 = 20")
    page.locator("#clear").tap()
    expect(page.locator(".prompt")).to_have_text(str(message("answer.tap-the-lead")))


@thorough
def test_where_ends_differ_a_button_or_a_ring_says_which(page: Page, server: Serving) -> None:
    page.goto(server.address + QUESTION)
    tile(page, "3-0")
    places = [worded("play.on", host=host) for host in ("3-3", "2-0")]
    expect(page.locator(".place")).to_have_text(places)
    page.locator("a.ring.lit").first.tap()
    expect(page).to_have_url(re.compile(r"3-0@"))
    expect(page.locator(".sum")).to_be_visible()
    assert not page.url.endswith("tile=3-0")


@thorough
def test_a_tile_that_cannot_lie_there_is_told_why_not(page: Page, server: Serving) -> None:
    page.goto(server.address + QUESTION)
    tile(page, "5-5")
    expect(page.locator(".ruling-told")).to_contain_text("5\u2060-\u20605")
    expect(page.get_by_role("heading", name=WHY_NOT)).to_be_visible()
    fits(page)


@thorough
def test_other_rules_are_chosen_for_the_same_layout(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/ask?lay=6-4.4-4")
    page.locator("[data-house-rules] > summary").tap()
    page.locator(".house-subject:has(#rule-another-turn) > summary").tap()
    page.locator("#rule-another-turn").select_option("none")
    page.locator("#by-rules").tap()
    wanted = f"{server.address}/ask?game=race-horse&another-turn=none&lay=6-4.4-4"
    expect(page).to_have_url(wanted)
    expect(page.get_by_text(str(message("setting.another-turn.value.none"))).first).to_be_attached()


@thorough
def test_a_board_is_laid_without_scripts(browser: Browser, server: Serving) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.goto(f"{server.address}/ask")
    for name in ("6-4", "4-4"):
        tile(page, name)
    expect(page.locator(".sum")).to_have_text("6 + 8 = 14")
    page.locator("a.ring").first.tap()
    expect(page.locator(".prompt")).to_be_visible()
    expect(page.locator("[data-print]")).to_be_hidden()
    context.close()


# ---- What if -----------------------------------------------------------------------------------


def test_any_tile_on_any_end_is_thought_of_by_tapping(
    page: Page, server: Serving, behind: TableService, table: str
) -> None:
    before = behind.look(table).version
    page.goto(f"{server.address}/t/{table}")
    page.locator(".menu summary").tap()
    page.locator(f'.menu-list a[href="/t/{table}/audit"]').tap()
    page.locator(f'a[href="/t/{table}/what-if"]').tap()
    expect(page.locator(".prompt")).to_have_text(str(message("what-if.tap")))
    fits(page)
    tile(page, "3-0")
    page.locator(".place").last.tap()
    expect(page.locator(".sum")).to_have_text("6 + 3 = 9")
    expect(page.locator(".tile.thought")).to_have_count(1)
    tile(page, "5-5")
    expect(page.locator(".ruling-told")).to_contain_text("5\u2060-\u20605")
    assert behind.look(table).version == before


def test_a_refused_tap_at_the_table_is_one_tap_from_its_reasons(
    page: Page, server: Serving, table: str
) -> None:
    page.goto(f"{server.address}/t/{table}")
    tile(page, "5-5")
    page.locator(f'a[href="/t/{table}/what-if?tile=5-5"]').tap()
    expect(page.get_by_role("heading", name=WHY_NOT)).to_be_visible()


# ---- Taking an answer along --------------------------------------------------------------------


@thorough
def test_an_answer_is_saved_as_a_picture_that_every_phone_shows(
    page: Page, server: Serving, tmp_path: Path
) -> None:
    page.goto(server.address + QUESTION)
    with page.expect_download() as saved:
        page.locator("[data-picture]").tap()
    assert saved.value.suggested_filename == "referee.png"
    saved.value.save_as(tmp_path / "saved.png")
    head = (tmp_path / "saved.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert struct.unpack(">I", head[16:20])[0] == 1440


def test_what_a_table_is_told_is_saved_as_a_picture_with_room_for_every_word(
    page: Page, server: Serving, behind: TableService, tmp_path: Path
) -> None:
    table_id = proven(behind, *RENEGE)
    for told in (f"proof/{proving(behind, table_id)}", "audit", "under?game=race-horse-celko"):
        page.goto(f"{server.address}/t/{table_id}/{told}")
        link = page.locator("[data-picture]")
        with page.expect_download() as saved:
            link.tap()
        saved.value.save_as(tmp_path / "saved.png")
        head = (tmp_path / "saved.png").read_bytes()[:24]
        assert (told, head[:4], head[16:20]) == (told, b"\x89PNG", struct.pack(">I", 1440))
        page.goto(server.address + (link.get_attribute("href") or ""))
        ends = page.locator("svg > text").evaluate_all(
            "texts => texts.map((text) => text.getBBox().x + text.getBBox().width)"
        )
        assert max(ends) <= 720 - 36 + 2
    page.goto(f"{server.address}/under")
    page.locator("#record").fill("game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4")
    page.locator("#game").select_option("race-horse-celko")
    page.locator("#by-rules button.big").tap()
    with page.expect_download() as saved:
        page.locator("[formaction='/under.svg']").tap()
    assert saved.value.suggested_filename == "under-other-rules.svg"


def test_a_link_is_copied_where_the_browser_can(page: Page, server: Serving, table: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server.address}/t/{table}/why/3")
    page.locator("[data-share]").tap()
    expect(page.locator("[data-share]")).to_have_text(str(message("script.link-copied")))
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == f"{server.address}/ask?game=race-horse&lay=6-3.6-6"


def answers(table: str) -> tuple[str, ...]:
    return (
        f"/t/{table}/why/3",
        f"/t/{table}/why/6",
        f"/t/{table}/what-if?tile=3-0&on=2-0",
        f"/t/{table}/what-if?tile=5-5",
        QUESTION,
    )


@thorough
def test_every_answer_prints_on_one_page(page: Page, server: Serving, table: str) -> None:
    for address in answers(table):
        page.goto(server.address + address)
        for paper in PAPERS:
            printed = page.pdf(format=paper)
            pages = len(re.findall(rb"/Type\s*/Page[^s]", printed))
            assert (address, paper, pages) == (address, paper, 1)


def test_a_printed_answer_has_its_address_and_nothing_to_press(
    page: Page, server: Serving, table: str
) -> None:
    for address in answers(table):
        page.goto(server.address + address)
        page.emulate_media(media="print")
        expect(page.locator(".sheet-foot")).to_contain_text("/ask?game=race-horse")
        expect(page.locator(":is(button, .button, .tray, .bar):visible")).to_have_count(0)
        page.emulate_media(media="screen")


@thorough
def test_what_a_table_is_told_prints_on_one_page_and_can_be_sent(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = proven(behind, *RENEGE)
    for told in (f"proof/{proving(behind, table_id)}", "audit", "under?game=seven-toed-pete"):
        address = f"{server.address}/t/{table_id}/{told}"
        page.goto(address)
        expect(page.locator("[data-share]")).to_be_visible()
        is_clean(page)
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
        for paper in PAPERS:
            printed = page.pdf(format=paper)
            pages = len(re.findall(rb"/Type\s*/Page[^s]", printed))
            assert (told, paper, pages) == (told, paper, 1)
        page.emulate_media(media="print")
        expect(page.locator(".sheet-foot")).to_contain_text(address)
        expect(page.locator(":is(button, .button, .bar):visible")).to_have_count(0)
        page.emulate_media(media="null")


# ---- To everybody ------------------------------------------------------------------------------


@thorough
@pytest.mark.parametrize(
    "asked", ["?tile=3-0", "", "?tile=3-0&on=2-0", "?tile=5-5", "?tile=6-6", "?on=3-3"]
)
def test_what_if_is_clear_to_everybody(page: Page, server: Serving, table: str, asked: str) -> None:
    page.goto(f"{server.address}/t/{table}/what-if{asked}")
    is_clean(page)


@thorough
@pytest.mark.parametrize(
    "address",
    some([f"{QUESTION}&tile=3-0", "/ask", QUESTION, f"{QUESTION}&tile=5-5", "/ask?lay=6-4.9-9"], 1),
)
def test_the_free_board_is_clear_to_everybody(page: Page, server: Serving, address: str) -> None:
    page.goto(server.address + address)
    page.evaluate(OPEN)
    is_clean(page)


def test_a_reason_with_its_buttons_is_clear_to_everybody(
    page: Page, server: Serving, table: str
) -> None:
    page.goto(f"{server.address}/t/{table}/why/6")
    expect(page.locator("[data-print]")).to_be_visible()
    is_clean(page)
