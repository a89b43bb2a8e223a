"""Storms and ladders on a phone: one tap a question, judged at once, and sent when it can be."""

import pytest
from playwright.sync_api import Page, expect

from companion.i18n import message
from tests.thorough import thorough
from tests.web.network import cut_off
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_feel_in_the_browser import HEARD
from tests.web.test_warmth_in_the_browser import HOPPED

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, reduced_motion="reduce")

#: Taps the right answer, or a wrong one, and tells what the page shows of it in the same moment.
TAPS = """async (isRight) => {
    // No sooner than a thumb can.
    while (run.clock() - run.before <= run.pace.least) await new Promise(requestAnimationFrame);
    const said = [...document.querySelectorAll("[data-part]:not([hidden]) [name=said]")];
    const right = run.card.right;
    said.find((each) => right.includes(each.value) === isRight).click();
    return document.querySelector("[data-stage]").dataset.verdict;
}"""
#: Nothing scrolls, and a thumb hits everything that can be pressed.
FITS = """() => {
    const pressed = [...document.querySelectorAll("[data-stage] :is(button, a)")];
    const boxes = pressed.map((each) => each.getBoundingClientRect()).filter((box) => box.height);
    const bad = boxes.filter((box) => box.width < 43.9 || box.height < 43.9
        || box.bottom > innerHeight || box.right > innerWidth);
    return boxes.length > 2 && !bad.length && document.scrollingElement.scrollHeight <= innerHeight;
}"""


def starts(page: Page, server: Serving, address: str = "/storm") -> None:
    page.clock.install()
    page.goto(f"{server.address}{address}")
    page.locator("[data-start]").click()
    expect(page.locator("[data-stage]")).to_be_visible()


def plays(page: Page, pattern: str) -> list[str]:
    """Answer rightly (`+`) and wrongly (`-`), as quickly as a thumb can."""
    return [page.evaluate(TAPS, sign == "+") for sign in pattern]


def is_over(page: Page) -> None:
    page.clock.fast_forward("02:10")
    expect(page.locator("#sprint")).to_have_attribute("data-shows", "end")


def test_a_storm_is_played_and_counted(page: Page, server: Serving) -> None:
    starts(page, server)
    verdicts = plays(page, "+++++++-+")
    assert verdicts == ["right"] * 7 + ["wrong", "right"]
    expect(page.locator("[data-part=score]")).to_have_text("10")
    expect(page.locator("[data-part=told]")).to_have_text("")
    assert page.evaluate(FITS)
    is_over(page)
    end = page.locator("[data-end]")
    # What the phone told at first the server tells again, and more.
    expect(end.locator(".new-best")).to_be_visible()
    expect(end.locator(".sprint-total b")).to_have_text("10")
    again = end.locator(".misses a", has_text=str(message("sprint.try-again")))
    expect(again).to_have_count(1)
    again.click()
    # Whoever tries one again comes back to the list, where it is told apart.
    (answer, *_) = (page.locator("#drill").get_attribute("data-answer") or "").split()
    # Before its scripts are there a page answers by going to another one.
    page.wait_for_load_state()
    page.locator(f".reply [name=said][value='{answer}']").click()
    expect(page.locator("#drill[data-tried]")).to_have_attribute("data-came", "right")
    page.get_by_role("link", name=str(message("sprint.to-misses"))).last.click()
    expect(end.locator(".tried")).to_have_text(str(message("script.sprint.tried-right")))
    page.go_back()
    page.go_back()
    expect(end.locator(".misses a.button")).to_have_count(1)


@thorough
def test_whoever_leaves_a_run_gets_other_questions(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/storm")
    expect(page.locator("[data-start]")).to_be_enabled()
    page.route("**/sprint/deal", lambda route: route.abort())
    page.locator("[data-start]").click()
    expect(page.locator("[data-stage]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-problem]")).to_have_text(str(message("script.sprint.no-deal")))


@thorough
@pytest.mark.parametrize("sounds", ["off", "on"])
def test_an_answer_knocks_where_sounds_are_on(page: Page, server: Serving, sounds: str) -> None:
    page.add_init_script(f"{{{HEARD}}} {{{HOPPED}}}")
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{server.address}/storm")
    if sounds == "on":
        page.get_by_role("button", name=str(message("look.sounds"))).click()
    page.locator("[data-start]").click()
    page.evaluate("knocks = 0")
    plays(page, "+")
    # A tile on the table, and the peg that hops once.
    assert page.evaluate("knocks") == (3 if sounds == "on" else 0)
    assert page.evaluate("hopped.length") == 1
    plays(page, "-")
    assert page.evaluate("knocks") == (4 if sounds == "on" else 0)


@thorough
def test_without_network_a_score_waits_and_is_sent_when_it_is_back(
    page: Page, server: Serving
) -> None:
    starts(page, server)
    plays(page, "++-")
    cut_off(page.context)
    is_over(page)
    end = page.locator("[data-end]")
    expect(end.locator(".sprint-total b")).to_have_text("2")
    expect(end.locator("[data-note]")).to_have_text(str(message("script.sprint.kept")))
    expect(end.locator(".misses .conclusion")).to_have_count(1)
    page.context.set_offline(False)
    expect(end.locator(".misses .button")).to_have_count(1)
    assert page.evaluate("localStorage.getItem(RESULTS)") is None


@thorough
def test_a_rung_that_is_not_climbed_in_three_seconds_is_missed(page: Page, server: Serving) -> None:
    starts(page, server, "/ladders/complement")
    assert plays(page, "+") == ["right"]
    page.clock.fast_forward(3_100)
    expect(page.locator("[data-stage]")).to_have_attribute("data-verdict", "wrong")
    assert page.evaluate("run.answers[1].slice(1)[0]") == ""
    assert page.evaluate(FITS)
