"""Every dispute on a small phone: its answer and the rule behind it stand above the fold."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.i18n import message
from companion.tables.table_service import TableService
from tests.referee.disputes import DISPUTES, Argued
from tests.thorough import some
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.thumb import laid

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, bypass_csp=True)

#: The most words that are open on a page.
MOST_WORDS = 350
#: What stands on a page: its lines with how far down they end, the words that are open, its width.
LOOK = """() => {
    const plain = (each) => each.innerText.replaceAll("\\u2060", "").replace(/\\s+/g, " ");
    const down = (each) => each.getBoundingClientRect().bottom;
    const all = (selector) => [...document.querySelectorAll(selector)];
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    let words = 0;
    while (texts.nextNode()) {
        const { parentElement: holds, data } = texts.currentNode;
        const isOpen = !holds.closest("svg") && holds.checkVisibility();
        if (isOpen) words += data.match(/\\S+/g)?.length ?? 0;
    }
    return {
        said: all(".first > p").map((each) => [plain(each), down(each)]),
        behind: all(".first .behind").map((each) => [
            plain(each), down(each.querySelector("cite")),
        ]),
        chips: all(".asks a").map((each) => [
            new URL(each.href).searchParams.get("about"), each.ariaCurrent, each.offsetHeight,
        ]),
        words,
        width: document.scrollingElement.scrollWidth,
    };
}"""
#: As long as a name may be, and as broad.
NAMES = ("Wilhelmina Wolkensteiner", "MMMMMMMMMMMMMMMMMMMMMMMM", "Maximilian Mustermannsohn"[:24])


def brought(behind: TableService, argued: Argued) -> tuple[str, int]:
    """A table with that record, and the entry that is argued about."""
    told = argued.transcript
    assert told.header is not None
    table_id = behind.open(told.header, told.entries, keeper=ANAS_PHONE)
    return table_id, behind.read(table_id).entries[-1].line


def check(argued: Argued, seen: dict[str, Any]) -> None:
    """What settles it is in sight, the sentence and its rule, on a page of few words."""
    answer, who = argued.answer, f"{argued.game}: {argued.what}"
    reason = next(each for each in answer.reasons if each.rule.name == argued.rule)
    for kept, wanted in (("said", reason.sentence), ("behind", reason.rule.sentence)):
        bottoms = [bottom for text, bottom in seen[kept] if str(wanted) in text]
        assert bottoms and min(bottoms) < PHONE["height"], (who, kept, str(wanted), seen)
    assert [about for about, current, _ in seen["chips"] if current] == [argued.about], who
    assert min(height for _, _, height in seen["chips"]) >= 44, who
    assert seen["words"] <= MOST_WORDS, (who, seen["words"])
    assert seen["width"] <= PHONE["width"], who


def test_every_dispute_is_settled_in_sight_within_three_taps(
    page: Page, server: Serving, behind: TableService
) -> None:
    for argued in some(DISPUTES, 16):
        table_id, line = brought(behind, argued)
        # One tap leads from the table to its last entry; one more to what is not open at first.
        why, is_open = f"/t/{table_id}/why/{line}", argued.answers()[1].dispute == argued.about
        assert f'href="{why}"' in page.request.get(f"{server.address}/t/{table_id}").text()
        page.goto(f"{server.address}{why}{'' if is_open else f'?about={argued.about}'}")
        check(argued, page.evaluate(LOOK))


def test_a_question_is_one_tap_from_the_others_with_no_script(
    page: Page, server: Serving, behind: TableService
) -> None:
    argued = next(each for each in DISPUTES if each.about == "turn")
    table_id, line = brought(behind, argued)
    page.goto(f"{server.address}/t/{table_id}")
    page.locator("#count .why-link").tap()
    page.locator(".asks a", has_text=str(message("dispute.turn"))).tap()
    expect(page).to_have_url(f"{server.address}/t/{table_id}/why/{line}?about=turn")
    check(argued, page.evaluate(LOOK))
    is_clean(page, in_dark=True)


def test_a_refused_tile_is_refused_in_sight(
    page: Page, server: Serving, behind: TableService
) -> None:
    for header, tiles, refused in (
        ("game: race-horse", ("6-4", "4-4"), "5-5"),
        ("game: merry-go-round", ("6-6", "6-1"), "3-1"),
    ):
        table_id = laid(behind, header, *tiles)
        page.goto(f"{server.address}/t/{table_id}")
        page.locator(f"#tile-{refused}").tap()
        page.locator(f'a[href="/t/{table_id}/what-if?tile={refused}"]').tap()
        cited = page.locator(".behind cite").first.bounding_box()
        assert cited is not None and cited["y"] + cited["height"] < PHONE["height"], header


def test_no_page_of_reasons_scrolls_sideways(
    page: Page, server: Serving, behind: TableService
) -> None:
    a, b, c = NAMES
    four = f"players: {a}, {b}, {c}, Dee\nsides: {a} & {c}, {b} & Dee\nrule: tiles-each = 1"
    for header, tiles in (
        (f"game: fives-and-threes\ntarget: 7\n{four}", ("6-6", "6-3")),
        (
            f"game: race-horse-celko\n{four}",
            ("6-4", f"{b}: left 6-5", f"{c}: left 3-3", "Dee: left 2-2"),
        ),
        (f"game: race-horse\n{four}", ("6-4",)),
    ):
        table_id = laid(behind, header, *tiles)
        page.goto(f"{server.address}/t/{table_id}/why")
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
        )
        for width in (320, 360, 480, 768, 1024, 1280):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.scrollingElement.scrollWidth") <= width, (header, width)
