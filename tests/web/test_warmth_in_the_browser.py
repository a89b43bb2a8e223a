"""Warmth of practice in a browser: sounds once they are wanted, and the peg of the day."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import QuestionKey
from tests.thorough import thorough
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_feel_in_the_browser import HEARD

#: How long each peg hopped, in milliseconds.
HOPPED = """
    window.hopped = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, length) {
        window.hopped.push(length);
        return animate.call(this, frames, length);
    };
"""
KEY = "to-five.rounding.race-horse.1.{}"

Opens = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opens]:
    """A phone of somebody who has not practised yet."""
    contexts = []

    def open_phone(**options: Any) -> Page:
        contexts.append(browser.new_context(viewport=PHONE, service_workers="block", **options))
        page: Page = contexts[-1].new_page()
        page.add_init_script(f"{{{HEARD}}} {{{HOPPED}}}")
        return page

    yield open_phone
    for context in contexts:
        context.close()


def answer(page: Page, server: Serving, seed: int, *, rightly: bool = True) -> None:
    key = QuestionKey.parse(KEY.format(seed))
    of = question(key)
    said = next(each.value for each in of.choices if (each.value in of.answer) is rightly)
    page.goto(f"{server.address}/practise/{key.kind}?question={key}")
    page.locator(f"[data-option='{said}']").click()
    expect(page.locator(".drill.is-answered")).to_be_visible()


def test_an_answer_is_heard_once_sounds_are_switched_on_in_sight(
    opened: Opens, server: Serving
) -> None:
    page = opened()
    answer(page, server, 1)
    assert page.evaluate("knocks") == 0
    switch = page.locator(".sounds button")
    with page.expect_response("**/look"):
        switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    # It is heard at once, and the verdict stays.
    assert page.evaluate("knocks") == 2
    expect(page.locator(".drill.is-answered")).to_be_visible()
    answer(page, server, 2, rightly=False)
    page.wait_for_function("knocks === 1")
    answer(page, server, 3)
    # A tile on wood, and the peg that hops on.
    page.wait_for_function("knocks === 3")


@thorough
def test_the_peg_runs_along_the_board_that_is_full(opened: Opens, server: Serving) -> None:
    page = opened()
    for seed in range(10, 24):
        answer(page, server, seed)
    expect(page.locator(".pegs-today")).not_to_have_class("pegs-today is-full")
    answer(page, server, 24)
    expect(page.locator(".pegs-today")).to_have_class("pegs-today is-full")
    assert page.evaluate("hopped") == [1200]


@thorough
def test_no_peg_runs_where_less_motion_is_asked_for(opened: Opens, server: Serving) -> None:
    page = opened(reduced_motion="reduce")
    answer(page, server, 30)
    assert page.evaluate("hopped") == []
