"""Answers typed on a keyboard: numbers by their digits, others by their place."""

import pytest
from playwright.sync_api import Page, expect

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import Question
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from tests.thorough import some, thorough
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.words import shown

pytestmark = pytest.mark.browser_context_args(viewport={"width": 900, "height": 900})

#: A bit more than a digit is waited for.
WAITED = 800


@pytest.fixture
def asked(page: Page, server: Serving) -> Question:
    """A count of one digit, on a page whose clock a test moves on."""
    keys = (
        QuestionKey(DrillKind.COUNT, Skill.PLAIN_SUMS, "race-horse", 2, seed) for seed in range(100)
    )
    key = next(each for each in keys if int(*question(each).answer) in range(2, 4))
    page.clock.install()
    page.goto(f"{server.address}/practise/count?question={key}")
    return question(key)


def is_told(page: Page, given: int) -> None:
    """What was given is judged as that number, or as right."""
    outcome = page.locator(".outcome")
    expect(outcome).to_be_visible()
    if page.locator(".is-wrong").count():
        expect(outcome).to_contain_text(str(given))


def test_two_digits_in_a_row_are_one_number(page: Page, asked: Question) -> None:
    with page.expect_request("**/practise/count") as sent:
        page.keyboard.type("15")
    assert "said=15" in (sent.value.post_data or "")
    is_told(page, 15)


@thorough
def test_one_digit_is_chosen_when_no_other_follows_or_by_enter(page: Page, asked: Question) -> None:
    (right,) = asked.answer
    page.keyboard.type(right)
    expect(page.locator(f".number-board .is-typed[value='{right}']")).to_be_visible()
    expect(page.locator("#said")).to_have_value(right)
    expect(page.locator(".outcome")).to_have_count(0)
    page.clock.fast_forward(WAITED)
    expect(page.locator(".is-right .outcome")).to_be_visible()
    page.clock.fast_forward(WAITED)
    page.keyboard.press("Enter")
    expect(page.locator(".outcome")).to_have_count(0)
    page.wait_for_load_state()
    page.keyboard.press("7")
    if page.locator(".number-board").count():
        page.keyboard.press("Enter")
        expect(page.locator(".outcome")).to_be_visible()


def test_enter_out_of_habit_does_not_skip_what_is_said_to_the_answer(
    page: Page, asked: Question
) -> None:
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    page.clock.resume()
    expect(page.locator(".outcome")).to_be_visible()
    page.clock.fast_forward(WAITED)
    page.keyboard.press("Enter")
    expect(page.locator(".outcome")).to_have_count(0)


@pytest.mark.parametrize("undo", some(["Escape", "Backspace"], 1))
def test_a_digit_is_taken_back(page: Page, asked: Question, undo: str) -> None:
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.keyboard.press("1")
    page.keyboard.press(undo)
    expect(page.locator(".is-typed")).to_have_count(0)
    expect(page.locator("#said")).to_have_value("")
    page.clock.run_for(2 * WAITED)
    expect(page.locator(".outcome")).to_have_count(0)
    (right,) = asked.answer
    page.keyboard.type(right)
    page.keyboard.press("Enter")
    page.clock.resume()
    expect(page.locator(".is-right .outcome")).to_be_visible()


@thorough
def test_a_number_beyond_the_board_goes_to_its_field(page: Page, asked: Question) -> None:
    page.keyboard.type("45")
    expect(page.locator("#said")).to_have_value("45")
    expect(page.locator("#said")).to_be_focused()
    page.keyboard.press("Enter")
    is_told(page, 45)


@thorough
def test_the_keys_are_told_where_there_is_likely_a_keyboard(page: Page, asked: Question) -> None:
    hint = page.get_by_text(shown("practise.by-keyboard"))
    expect(hint).to_be_visible()
    page.set_viewport_size(PHONE)
    expect(hint).to_be_hidden()


@thorough
def test_a_digit_names_an_answer_that_is_a_number_and_counts_all_others(
    page: Page, server: Serving
) -> None:
    tiles = QuestionKey(DrillKind.TILES, Skill.MOD_FIVE_CHANGES, "race-horse", 1, 5)
    page.goto(f"{server.address}/practise/tiles?question={tiles}")
    with page.expect_request("**/practise/tiles") as sent:
        page.keyboard.press("2")
    assert f"said={question(tiles).choices[1].value}" in (sent.value.post_data or "")
    score = QuestionKey(DrillKind.SCORE, Skill.DOUBLES, "race-horse", 1, 5)
    page.goto(f"{server.address}/practise/score?question={score}")
    with page.expect_request("**/practise/score") as sent:
        page.keyboard.press("2")
    assert "said=2" in (sent.value.post_data or "")


@thorough
def test_a_number_with_a_sign_is_typed_too(page: Page, server: Serving) -> None:
    keys = (
        QuestionKey(DrillKind.NEED, Skill.MOD_FIVE_CHANGES, "race-horse", 4, seed)
        for seed in range(100)
    )
    found = ((key, [choice.value for choice in question(key).choices]) for key in keys)
    key, values = next((key, values) for key, values in found if int(values[0]) < 0)
    page.goto(f"{server.address}/practise/need?question={key}")
    page.keyboard.type(values[0])
    expect(page.locator(f"[value='{values[0]}']")).to_be_checked()
    expect(page.locator("[data-option]:checked")).to_have_count(1)
