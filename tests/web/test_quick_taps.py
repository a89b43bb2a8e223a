"""Taps that are quicker than the network: on a board whose address holds all of it none is lost."""

import re
from datetime import date
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.coach.analysis.daily_puzzles import daily_puzzle
from companion.coach.learning.lessons import LESSONS
from companion.coach.learning.screen_questions import ask_screen
from companion.tables.table_service import TableService
from companion.web.ui.position_address import write_placements
from tests.thorough import some, thorough
from tests.web.network import no_answer_yet
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.thumb import laid
from tests.web.words import shown

pytestmark = pytest.mark.browser_context_args(viewport=PHONE)

HAND = ("6-6", "6-5", "5-5", "4-3", "3-2", "1-0", "6-0")
#: Where the 3-0 goes on the 3-3 or on the 2-0.
SEVERAL = "lay=6-3.6-6.3-3@6-3.6-2.2-0"
DAY = date(2026, 2, 3)
PUZZLE = daily_puzzle(DAY).puzzle


def stamp(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"#{name}").click()


def press(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"#{name}").focus()
        page.keyboard.press("Enter")


def tiles(*names: str) -> list[str]:
    return [f"tile-{name}" for name in names]


@pytest.mark.parametrize("by", some([stamp, press], 1))
def test_a_hand_tapped_faster_than_the_network_is_all_there(
    page: Page, server: Serving, by: Any
) -> None:
    page.goto(f"{server.address}/surge?lay=6-4.4-1")
    with no_answer_yet(page):
        by(page, "into-hand", *tiles(*HAND))
        expect(page.locator(".is-kept")).to_have_count(7)
    expect(page.locator(".tray .chosen")).to_have_count(7)
    expect(page).to_have_url(re.compile(rf"hold={'.'.join(HAND)}&"))
    expect(page.locator("#tile-6-0")).to_be_focused()


def test_a_tile_tapped_in_and_out_again_is_out(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/surge?lay=6-4&into=hand")
    with no_answer_yet(page):
        stamp(page, *tiles("6-6", "5-5", "6-6"))
    expect(page).to_have_url(re.compile("hold=5-5&"))
    expect(page.locator(".tray .chosen")).to_have_count(1)


def test_a_free_board_is_laid_and_taken_back_in_order(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/ask?lay=6-4")
    with no_answer_yet(page):
        stamp(page, *tiles("4-1", "1-0", "6-6"))
    expect(page.locator("#heard")).to_have_text(re.compile("^0 \\+ 12 = 12"))
    expect(page).to_have_url(re.compile("lay=6-4.4-1.1-0.6-6$"))
    with no_answer_yet(page):
        stamp(page, "take-back", "take-back")
    expect(page).to_have_url(re.compile("lay=6-4.4-1$"))


def test_a_tap_on_what_has_gone_is_dropped_and_the_next_is_done(
    page: Page, server: Serving
) -> None:
    page.goto(f"{server.address}/ask?{SEVERAL}&tile=3-0")
    with no_answer_yet(page):
        stamp(page, "on-2-0", "on-2-0", *tiles("5-3"))
    expect(page).to_have_url(re.compile("2-0.3-0@2-0&tile=5-3$"))


@thorough
def test_an_end_and_then_a_tile_are_thought_of_together(
    page: Page, server: Serving, behind: TableService
) -> None:
    table = laid(behind, "game: race-horse", "6-3", "6-6 on 6-3", "3-3 on 6-3", "6-2 on 6-6")
    page.goto(f"{server.address}/t/{table}/what-if")
    with no_answer_yet(page):
        stamp(page, "end-6-2-2", *tiles("2-0"))
    expect(page.locator(".tile.thought")).to_have_count(1)
    expect(page).to_have_url(re.compile("tile=2-0&on=6-2$"))


@thorough
def test_a_turn_of_the_puzzle_is_tried_at_one_go(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/puzzle/{DAY}")
    first, second, *_ = (f"{step.tile}" for step in PUZZLE.solution.steps)
    with no_answer_yet(page):
        stamp(page, *tiles(first, second))
    # The second is laid, or asked about where it has several places.
    expect(page).to_have_url(re.compile(rf"lay={first}(@\S+)?(\.|&tile=){second}"))


@thorough
def test_a_tap_that_gets_no_answer_waits_and_those_after_it(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/surge?lay=6-4&into=hand")
    page.route("**/surge?*", lambda route: route.abort())
    stamp(page, *tiles("6-6"))
    expect(page.get_by_role("alert")).to_have_text(shown("script.no-answer"))
    stamp(page, *tiles("5-5"))
    expect(page.locator(".is-kept")).to_have_count(2)
    page.unroute("**/surge?*")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page).to_have_url(re.compile("hold=6-6.5-5&"))
    expect(page.get_by_role("alert")).to_have_count(0)


@thorough
def test_a_server_that_is_away_is_asked_again(page: Page, server: Serving) -> None:
    page.clock.install()
    page.goto(f"{server.address}/surge?lay=6-4&into=hand")
    page.route("**/surge?*", lambda route: route.fulfill(status=503), times=1)
    stamp(page, *tiles("6-6"))
    expect(page.get_by_role("alert")).to_be_visible()
    page.clock.fast_forward(4000)
    expect(page.locator("#tile-6-6.chosen")).to_be_visible()


@thorough
def test_where_a_control_has_gone_the_focus_goes_to_the_next(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/ask?{SEVERAL}&tile=3-0")
    press(page, "on-2-0")
    expect(page.locator(".place")).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('#asked') !== null")
    page.keyboard.press("Tab")
    expect(page.locator("#asked :focus")).to_have_count(1)


@thorough
def test_rules_half_chosen_stay_chosen_and_go_with_the_taps(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/surge?lay=6-4&into=hand")
    page.get_by_label(shown("new.game")).select_option("seven-rocks")
    with no_answer_yet(page):
        stamp(page, *tiles("6-6", "6-5"), "by-rules")
    expect(page).to_have_url(re.compile("game=seven-rocks.*hold=6-6.6-5"))


@thorough
def test_back_goes_back_by_one_tap(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/surge?lay=6-4&into=hand")
    with no_answer_yet(page):
        stamp(page, *tiles("6-6", "6-5"))
    expect(page).to_have_url(re.compile("hold=6-6.6-5&"))
    page.go_back()
    expect(page).to_have_url(re.compile("hold=6-6&"))
    expect(page.locator("#tile-6-5.chosen")).to_have_count(0)
    stamp(page, *tiles("5-5"))
    expect(page).to_have_url(re.compile("hold=6-6.5-5&"))


def test_of_two_quick_answers_the_first_counts(page: Page, server: Serving) -> None:
    task = ask_screen(LESSONS["ends"], 1)
    (right,) = task.answer
    wrong = next(choice.value for choice in task.choices if choice.value != right)
    page.goto(f"{server.address}/lessons/ends/1")
    with no_answer_yet(page) as asked:
        for value in (right, wrong):
            page.locator(f"button[data-option='{value}']").click()
        # Whatever was asked for last is answered first.
        asked.reverse()
    expect(page.locator(".is-right .outcome")).to_be_visible()


ADDRESSES = (
    "/ask",
    f"/ask?{SEVERAL}&tile=3-0",
    f"/ask?{SEVERAL}",
    f"/surge?{SEVERAL}&tile=3-0",
    f"/surge?lay=6-4.4-1&hold={'.'.join(HAND)}",
    f"/surge?lay=6-4.4-1&hold={'.'.join(HAND)}&into=hand",
    f"/puzzle/{DAY}",
    f"/puzzle/{DAY}?lay="
    + write_placements([(step.tile, step.host) for step in PUZZLE.solution.steps]),
    f"/puzzle/{DAY}?told=yes",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_control_of_a_board_has_a_name_of_its_own(client: FlaskClient, address: str) -> None:
    page = client.get(address).text
    names = re.findall(r'\sid="([^"]*)"', page)
    assert sorted(set(names)) == sorted(names)
    board = page.partition('<div id="asked"')[2].partition('aria-labelledby="days"')[0]
    links = re.findall("<a [^>]*>", board)
    apart = ('hx-boost="false"', "download=")
    nameless = [link for link in links if " id=" not in link and not any(a in link for a in apart)]
    assert links and nameless == []


def test_a_table_that_is_opened_with_two_quick_taps_is_one(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/new")
    posted: list[str] = []
    page.on("request", lambda asked: posted.append(asked.url) if asked.method == "POST" else None)
    box = page.get_by_role("button", name=shown("new.open")).bounding_box()
    assert box is not None
    with no_answer_yet(page) as asked:
        for _ in range(2):
            page.mouse.click(box["x"] + 20, box["y"] + 20)
        page.wait_for_timeout(200)
        assert len(asked) == 1
    expect(page.locator("#table")).to_be_attached()
    assert len(posted) == 1
