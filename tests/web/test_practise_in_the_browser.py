"""Practice on a phone: nothing scrolls; a keyboard is enough, or a browser without scripts."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import Question, Wanted
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DRILLS, DrillKind, has_drill
from companion.coach.learning.lessons import LESSONS, Action
from companion.coach.learning.practice_rounds import ROUND
from companion.coach.learning.screen_questions import ask_screen
from companion.i18n import message
from companion.rules.games import GAMES
from tests.thorough import some, thorough
from tests.web.boxes import boxes
from tests.web.phones import PHONE
from tests.web.serving import Serving

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, reduced_motion="reduce")

#: Nothing scrolls, nothing is cut off below, and a thumb hits everything that can be pressed.
FITS = """() => {
    const pressed = [...drill().querySelectorAll(
        "button:not([hidden]), .toggle, a.button, .options a")];
    const misses = (box) => box.width < 43.9 || box.height < 43.9 || box.bottom > innerHeight;
    const bad = pressed.filter((each) => misses(each.getBoundingClientRect()));
    const because = [...drill().querySelectorAll(".because")];
    const cut = because.filter((each) => each.scrollHeight > each.clientHeight + 1);
    const tall = Math.max(document.scrollingElement.scrollHeight, drill().scrollHeight);
    return [
        ...bad.map((each) => each.outerHTML),
        ...cut.map((each) => `cut off: ${each.innerText}`),
        ...(tall > innerHeight ? [`${tall} px tall`] : []),
        ...(pressed.length ? [] : ["nothing to press"]),
    ];
}"""


def questions(level: int) -> list[tuple[QuestionKey, Question]]:
    """A question of each drill, with its key."""
    games = ("race-horse", "fives-and-threes")
    keys = [
        QuestionKey(
            kind, skills[-1], next(id for id in games if has_drill(GAMES[id].rules, kind)), level, 3
        )
        for kind, skills in DRILLS.items()
    ]
    return [(key, question(key)) for key in keys]


def asks(page: Page, server: Serving, key: QuestionKey) -> None:
    page.goto(f"{server.address}/practise/{key.kind}?question={key}")


def stamp(page: Page, of: Question, said: frozenset[str]) -> None:
    """Answer with the thumb."""
    if of.wanted is not Wanted.NUMBER:
        for value in said:
            page.locator(f"[data-option][value='{value}']").click(force=True)
        if of.wanted is Wanted.SEVERAL:
            page.locator("[data-several]").click()
        return
    (number,) = said
    if page.locator("[data-keypad]").is_visible():
        for digit in number:
            page.locator(f"[data-digit='{digit}']").click()
        page.locator(".typed .done").click()
    else:
        page.locator(f".number-board [value='{number}']").click()


def wrong(of: Question) -> frozenset[str]:
    if of.wanted is Wanted.NUMBER:
        return frozenset({str(int(next(iter(of.answer))) + 1)})
    others = [choice.value for choice in of.choices if choice.value not in of.answer]
    return frozenset(others[:1])


def is_ready(page: Page) -> None:
    """Wait for the scripts of a page that a link led to."""
    page.wait_for_load_state()


def fits(page: Page) -> None:
    is_ready(page)
    assert page.evaluate(FITS) == []


@thorough
def test_nothing_scrolls_in_the_loop_of_a_drill(page: Page, server: Serving) -> None:
    for key, of in some(questions(1), 2):
        asks(page, server, key)
        fits(page)
        stamp(page, of, of.answer)
        expect(page.locator(".is-right .outcome")).to_be_visible()
        fits(page)
    for key, of in some(questions(4), 4):
        asks(page, server, key)
        fits(page)
        stamp(page, of, wrong(of))
        expect(page.locator(".is-wrong .outcome")).to_be_visible()
        fits(page)


@thorough
def test_on_its_side_a_phone_shows_the_question_beside_its_answers(
    page: Page, server: Serving
) -> None:
    page.set_viewport_size({"width": 640, "height": 360})
    for key, _ in some(questions(4), 2):
        asks(page, server, key)
        fits(page)
        felt, reply = (page.locator(part).bounding_box() for part in (".drill-felt", ".reply"))
        assert felt is not None and reply is not None
        assert felt["height"] >= 150
        assert felt["x"] + felt["width"] <= reply["x"] + 1


def test_digits_and_letters_answer_and_enter_goes_on(page: Page, server: Serving) -> None:
    page.clock.install()
    for key, of in some(questions(3), 4):
        asks(page, server, key)
        values = [choice.value for choice in of.choices]
        if of.wanted is Wanted.NUMBER:
            page.keyboard.type(next(iter(of.answer)))
        else:
            for value in of.answer:
                page.keyboard.press("abcdefgh"[values.index(value)])
        # Two digits on the board of numbers are an answer as they are.
        is_whole = page.locator(".number-board").count() and len(next(iter(of.answer))) > 1
        if of.wanted is not Wanted.ONE and not is_whole:
            page.keyboard.press("Enter")
        expect(page.locator(".is-right .outcome")).to_be_visible()
        page.clock.fast_forward(1000)
        expect(page.locator("#heard")).to_contain_text(str(of.judge(" ".join(of.answer)).headline))
        page.keyboard.press("Enter")
        expect(page.locator(".outcome")).to_have_count(0)
        expect(page.locator("h1.prompt")).to_be_focused()


@thorough
def test_the_time_of_an_answer_goes_with_it(page: Page, server: Serving) -> None:
    key, of = questions(1)[0]
    asks(page, server, key)
    with page.expect_request("**/practise/count") as sent:
        stamp(page, of, of.answer)
    told = dict(pair.split("=") for pair in (sent.value.post_data or "").split("&"))
    assert int(told["milliseconds"]) > 0


@thorough
def test_a_digit_chooses_the_answer_that_it_names(page: Page, server: Serving) -> None:
    key = next(key for key, _ in questions(4) if key.kind is DrillKind.EXHAUSTED)
    asks(page, server, key)
    page.keyboard.press("4")
    expect(page.locator("[data-option][value='4']")).to_be_checked()
    expect(page.locator("[data-several]")).to_have_text(str(message("practise.done")))
    page.keyboard.press("4")
    expect(page.locator("[data-several]")).to_have_text(str(message("practise.none-of-them")))


def test_without_network_it_is_said_where_the_answer_was_given(page: Page, server: Serving) -> None:
    key, of = questions(1)[0]
    asks(page, server, key)
    page.route("**/practise/*", lambda route: route.abort())
    stamp(page, of, of.answer)
    expect(page.locator(".reply .problem")).to_have_text(str(message("script.practise.no-network")))
    fits(page)
    page.unroute("**/practise/*")
    stamp(page, of, of.answer)
    expect(page.locator(".is-right .outcome")).to_be_visible()


def test_the_next_question_is_there_before_it_is_asked_for(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/practise/rounding")
    key = QuestionKey.parse(page.locator("[name=question]").first.input_value())
    stamp(page, question(key), question(key).answer)
    expect(page.locator(".is-right .outcome")).to_be_visible()
    page.wait_for_function("() => coming !== ''")
    page.route("**/practise/*", lambda route: route.abort())
    page.keyboard.press("Enter")
    expect(page.locator("h1.prompt")).to_be_focused()
    expect(page.locator(".outcome, .problem")).to_have_count(0)
    assert page.locator("[name=question]").first.input_value() != str(key)
    # It is shown once, and timed from then on.
    assert page.evaluate("coming") == ""
    fetched = "performance.getEntriesByType('resource').at(-1).responseEnd"
    assert page.evaluate(f"shownAt > {fetched}")


def test_who_taps_next_twice_has_answered_nothing(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/practise/score")
    key = QuestionKey.parse(page.locator("[name=question]").first.input_value())
    stamp(page, question(key), question(key).answer)
    expect(page.locator(".is-right .outcome")).to_be_visible()
    page.wait_for_function("() => coming !== ''")
    box = page.locator("[data-next]").bounding_box()
    assert box is not None
    # Where an answer of the next question comes to lie, and no gap between two.
    place = box["x"] + box["width"] / 6, box["y"] + box["height"] / 2
    page.mouse.click(*place)
    page.mouse.click(*place)
    expect(page.locator("h1.prompt")).to_be_visible()
    expect(page.locator(".is-marked, .outcome")).to_have_count(0)


def test_a_round_ends_with_what_it_came_to_and_nothing_scrolls(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/practise/rounding")
    for number in range(1, ROUND + 1):
        key = QuestionKey.parse(page.locator("[name=question]").first.input_value())
        stamp(page, question(key), question(key).answer)
        expect(page.locator(".round-pegs .right")).to_have_count(number)
        # However soon after the tap on Next before it: this one is no second tap of that.
        page.evaluate("() => { if (onward) onward.at = Infinity; }")
        page.locator(".onward .big").click()
        expect(page.locator(".outcome")).to_have_count(0)
    expect(page).to_have_url(f"{server.address}/practise/rounding/round")
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    for link in page.locator(".round-on a, .back").all():
        box = link.bounding_box()
        assert box is not None and box["height"] >= 44 and box["y"] + box["height"] <= 640
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.address}/practise/rounding")
    expect(page.locator(".round-pegs .open")).to_have_count(ROUND)


@thorough
def test_a_round_works_without_scripts(plain: Page, server: Serving) -> None:
    plain.goto(f"{server.address}/practise/rounding")
    for _ in range(ROUND):
        key = QuestionKey.parse(plain.locator("[name=question]").first.get_attribute("value") or "")
        plain.locator("#said").fill(next(iter(question(key).answer)))
        plain.locator(".typed .done").click()
        plain.locator(".onward .big").click()
    expect(plain.locator(".round-board .right")).to_have_count(ROUND)
    plain.locator(".round-on .big").click()
    expect(plain.locator("h1.prompt")).to_be_visible()


@pytest.fixture
def plain(browser: Browser, browser_context_args: dict[str, Any]) -> Any:
    """A browser without scripts."""
    context = browser.new_context(**{**browser_context_args, "java_script_enabled": False})
    yield context.new_page()
    context.close()


@thorough
def test_every_drill_works_without_scripts(plain: Page, server: Serving) -> None:
    for key, of in questions(3):
        asks(plain, server, key)
        if of.wanted is Wanted.NUMBER:
            expect(plain.locator("[data-keypad]:visible")).to_have_count(0)
            plain.locator("#said").fill(next(iter(of.answer)))
            plain.locator(".typed .done").click()
        else:
            stamp(plain, of, of.answer)
        expect(plain.locator(".is-right .outcome")).to_be_visible()
        expect(plain.locator(".verdict .button")).to_be_focused()
        plain.locator(".verdict .button").click()
        expect(plain.locator("h1.prompt")).to_be_visible()
        expect(plain.locator(".outcome")).to_have_count(0)
    # Going back sends no form again.
    plain.go_back()
    plain.reload()
    expect(plain.locator(".is-right .outcome")).to_be_visible()
    plain.go_forward()
    expect(plain.locator("h1.prompt")).to_be_visible()


@thorough
def test_nothing_scrolls_in_a_lesson_and_it_ends_in_its_drill(page: Page, server: Serving) -> None:
    for name, lesson in LESSONS.items():
        page.goto(f"{server.address}/lessons/{name}/1")
        for at in range(1, len(lesson.screens) + 1):
            asked = ask_screen(lesson, at)
            expect(page.locator("h1.prompt")).to_contain_text(str(asked.prompt)[:12])
            fits(page)
            first = asked.choices[0].value
            answer_of(page, first).click()
            expect(page.locator(".outcome")).to_be_visible()
            fits(page)
            if first not in asked.answer:
                # Asked again, where a tap as quick as this one would be none.
                page.locator(".onward .big").click()
                answer_of(page, first).dispatch_event("click")
                expect(page.locator(".outcome .answer")).to_be_visible()
                fits(page)
            page.locator(".onward .big").click()
            expect(page.locator(".outcome")).to_have_count(0)
        expect(page).to_have_url(f"{server.address}/practise/{lesson.practice.kind}")


def answer_of(page: Page, value: str) -> Locator:
    return page.locator(f"button[data-option='{value}']")


def test_an_end_is_tapped_on_the_felt(page: Page, server: Serving) -> None:
    screen = LESSONS["ends"].screens[0]
    assert screen.action is Action.END
    page.goto(f"{server.address}/lessons/ends/1")
    (right,) = ask_screen(LESSONS["ends"], 1).answer
    for box in boxes(page.locator(".reaches a")):
        assert box["width"] >= 44 and box["height"] >= 44
    page.locator(f".reaches a[data-reach='{right}'] .reach").click()
    expect(page.locator(".is-right .outcome")).to_be_visible()


@thorough
def test_a_lesson_is_learnt_by_keyboard_alone(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/lessons/turns/1")
    for at in range(1, 6):
        asked = ask_screen(LESSONS["turns"], at)
        (right, *_) = asked.answer
        values = [choice.value for choice in asked.choices]
        expect(page.locator("form.options")).to_be_visible()
        is_ready(page)
        page.keyboard.press("abcdefgh"[values.index(right)])
        expect(page.locator(".is-right .outcome")).to_be_visible()
        page.keyboard.press("Enter")
    expect(page.locator(".pegs-today")).to_be_visible()


@thorough
def test_a_lesson_works_without_scripts(plain: Page, server: Serving) -> None:
    plain.goto(f"{server.address}/lessons/ends/1")
    for at in range(1, 6):
        (right, *_) = ask_screen(LESSONS["ends"], at).answer
        answer_of(plain, right).click()
        expect(plain.locator(".is-right .outcome")).to_be_visible()
        plain.locator(".onward .big").click()
    expect(plain.locator(".pegs-today")).to_be_visible()
