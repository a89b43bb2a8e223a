"""The answer on a phone: marked at once, then moved and written; hints; cropped layouts."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import Question
from companion.coach.drills.question_key import NARROWEST, QuestionKey
from companion.coach.drills.skills import DRILLS, DrillKind, has_drill
from companion.i18n import message
from companion.rules.games import GAMES
from companion.web.coach.drill_felt import cropped
from tests.thorough import is_thorough, some, thorough
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import OF_EACH_FORM
from tests.web.test_practise_in_the_browser import asks, fits, stamp, wrong

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, reduced_motion="reduce")

LAYOUTS = (
    DrillKind.COUNT,
    DrillKind.CHANGE,
    DrillKind.TILES,
    DrillKind.NEED,
    DrillKind.SPINNERS,
    DrillKind.EXHAUSTED,
)
#: How all that moves ends, and how it stands where nothing does.
STANDS = """() => [...drill().querySelectorAll("[data-at]")].map((part) => {
    const { opacity, transform } = getComputedStyle(part);
    const still = transform === "none" ? "" : new DOMMatrix(transform).isIdentity ? "" : transform;
    return `${part.dataset.at} ${opacity} ${still}`;
})"""
MOVES = """() => document.getAnimations().map(({ effect }) => effect)
    .filter(({ target }) => "at" in target.dataset)
    .map((effect) => effect.getComputedTiming().endTime)"""
#: How many px a half is wide on a felt.
SCALE = "() => drill().querySelector('.felt-view > .layout:not(.whole)').getScreenCTM().a"

#: Whether all of the place that a tile goes to is on the part of the felt that is seen.
PLACE_IS_SEEN = """() => {
    const [place, felt] = [".place", ".felt-view"].map((each) => drill().querySelector(each));
    const [inner, outer] = [place, felt].map((each) => each.getBoundingClientRect());
    const isIn = inner.left >= outer.left && inner.right <= outer.right;
    return felt.scrollWidth > felt.clientWidth && isIn && inner.bottom <= outer.bottom;
}"""


@pytest.fixture
def other(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Any]:
    """Opens the page of a phone that differs in something."""
    contexts: list[BrowserContext] = []

    def opened(**options: Any) -> Page:
        contexts.append(browser.new_context(**{**browser_context_args, **options}))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


def key_of(kind: DrillKind, level: int = 3, seed: int = 3) -> QuestionKey:
    games = ("race-horse", "fives-and-threes")
    game = next(id for id in games if has_drill(GAMES[id].rules, kind))
    return QuestionKey(kind, DRILLS[kind][-1], game, level, seed)


@pytest.mark.parametrize(
    "kind", some([DrillKind.COUNT, DrillKind.SCORE, DrillKind.TILES, DrillKind.SETTLEMENT], 1)
)
def test_a_tap_is_marked_before_the_reasons_are_here(
    page: Page, server: Serving, kind: DrillKind
) -> None:
    waiting: list[Route] = []
    key, of = key_of(kind), question(key_of(kind))
    asks(page, server, key)

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(f"**/practise/{kind}", hold)
    stamp(page, of, wrong(of))
    expect(page.locator(".drill.marked-wrong")).to_be_visible()
    expect(page.locator(".outcome")).to_have_count(0)
    if of.choices:
        lit = page.locator(".is-answer [name=said], .is-answer[name=said]")
        assert {each.get_attribute("value") for each in lit.all()} == of.answer
    elif kind is DrillKind.COUNT:
        (right,) = of.answer
        expect(page.locator(f".number-board [value='{right}']")).to_have_class(
            "is-answer" if int(right) % 5 else "five is-answer"
        )
    waiting[0].continue_()
    expect(page.locator(".is-wrong .outcome")).to_be_visible()


def test_a_mark_is_taken_back_where_the_answer_did_not_get_through(
    page: Page, server: Serving
) -> None:
    key, of = key_of(DrillKind.COUNT), question(key_of(DrillKind.COUNT))
    asks(page, server, key)
    page.route("**/practise/count", lambda route: route.abort())
    stamp(page, of, of.answer)
    expect(page.locator(".reply .problem")).to_have_text(str(message("script.practise.no-network")))
    expect(page.locator(".said-right, .said-wrong, .is-answer, .is-marked")).to_have_count(0)


def test_what_the_phone_marks_is_what_the_server_says(page: Page, server: Serving) -> None:
    page.add_init_script(
        "document.addEventListener('companion:marked', (e) => { window.marked = e.detail.isRight })"
    )
    for kind in DrillKind if is_thorough() else some(OF_EACH_FORM, 3):
        key, of = key_of(kind), question(key_of(kind))
        for said in (of.answer, wrong(of)):
            asks(page, server, key)
            stamp(page, of, said)
            is_right = of.judge(" ".join(said)).is_right
            expect(page.locator(f".is-{'right' if is_right else 'wrong'} .outcome")).to_be_visible()
            assert page.evaluate("marked") is is_right, key


@pytest.mark.parametrize("kind", some(LAYOUTS, 1))
def test_all_that_moves_ends_within_a_second_as_it_stands_without_motion(
    other: Any, page: Page, server: Serving, kind: DrillKind
) -> None:
    key, of = key_of(kind), question(key_of(kind))
    moving = other(reduced_motion="no-preference")
    for each in (page, moving):
        asks(each, server, key)
        stamp(each, of, wrong(of))
        expect(each.locator(".is-wrong .outcome")).to_be_visible()
    ends = moving.evaluate(MOVES)
    assert page.evaluate(MOVES) == []
    stands = page.evaluate(STANDS)
    assert stands and len(ends) <= len(stands) and all(end <= 900 for end in ends)
    moving.evaluate("() => document.getAnimations().forEach((each) => each.finish())")
    assert moving.evaluate(STANDS) == stands


@thorough
def test_the_next_tap_waits_for_nothing_that_moves(other: Any, server: Serving) -> None:
    page = other(reduced_motion="no-preference")
    key, of = key_of(DrillKind.CHANGE), question(key_of(DrillKind.CHANGE))
    asks(page, server, key)
    stamp(page, of, of.answer)
    page.locator(".onward .big").click()
    expect(page.locator("h1.prompt")).to_be_focused()
    expect(page.locator(".outcome")).to_have_count(0)


@thorough
def test_the_picture_after_an_answer_shows_the_new_count(page: Page, server: Serving) -> None:
    key, of = key_of(DrillKind.CHANGE, level=2), question(key_of(DrillKind.CHANGE, level=2))
    assert of.position is not None
    asks(page, server, key)
    waiting = page.locator(".felt-view .newest").bounding_box()
    stamp(page, of, of.answer)
    expect(page.locator(".is-right .outcome")).to_be_visible()
    rings = page.locator(".cropped .ring text, .layout:not(.whole) .ring text").all_text_contents()
    shown = page.locator("g:not(.gone) > .ring text").all_text_contents()
    assert sum(map(int, shown)) == of.position.layout.total and rings
    moved = page.locator("[data-way]").bounding_box()
    assert waiting and moved and (waiting["x"], waiting["y"]) != (moved["x"], moved["y"])
    assert page.locator(".sums").inner_text().split()[-1] == str(of.position.layout.total)


@thorough
def test_a_ring_comes_for_each_tap_on_hint_and_asks_no_server(page: Page, server: Serving) -> None:
    key, of = key_of(DrillKind.COUNT, level=2), question(key_of(DrillKind.COUNT, level=2))
    asks(page, server, key)
    box = page.locator("[data-hint]").bounding_box()
    assert box is not None and box["width"] >= 44 and box["height"] >= 44
    page.route("**/*", lambda route: route.abort())
    rings = page.locator(".hint-ring").count()
    for shown in range(1, rings + 1):
        page.locator("[data-hint]").click()
        expect(page.locator(".hint-ring:visible")).to_have_count(shown)
        said = page.locator(".hint-ring:visible").last.get_attribute("data-said") or ""
        expect(page.locator("#heard")).to_have_text(said)
    expect(page.locator("[data-hint]")).to_have_count(0)
    page.unroute("**/*")
    with page.expect_request("**/practise/count") as sent:
        stamp(page, of, of.answer)
    assert f"hint={rings}" in (sent.value.post_data or "")


def long_arms() -> QuestionKey:
    """A question whose layout is cropped on a phone."""
    for seed in range(100):
        key = key_of(DrillKind.COUNT, level=4, seed=seed)
        of = question(key)
        assert of.position is not None
        if cropped(of, DrillKind.COUNT) != of.position.laid:
            return key
    raise LookupError("no long arms")


def test_a_tap_on_the_felt_shows_all_tiles_and_back(
    other: Any, page: Page, server: Serving
) -> None:
    key = long_arms()
    of = question(key)
    assert of.position is not None
    asks(page, server, key)
    expect(page.locator(".cropped .gap").first).to_be_visible()
    expect(page.locator(".cropped .gap text").first).to_have_text(re.compile(r"^\+\d+$"))
    page.locator(".felt-view").click()
    expect(page.locator(".cropped")).to_be_hidden()
    expect(page.locator(".whole .tile")).to_have_count(len(of.position.laid))
    fits(page)
    page.locator(".felt-view").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cropped")).to_be_visible()
    plain = other(java_script_enabled=False)
    asks(plain, server, key)
    plain.locator(".whole-key").click()
    expect(plain.locator(".whole .tile").first).to_be_visible()


def longest(kind: DrillKind, level: int) -> list[tuple[QuestionKey, Question]]:
    """Of eight questions the one with most tiles; all of them where the tests are thorough."""
    asked = [(key, question(key)) for key in (key_of(kind, level, seed) for seed in range(8))]
    asked.sort(key=lambda each: -len(each[1].position.laid) if each[1].position else 0)
    return asked if is_thorough() else asked[:1]


@pytest.mark.parametrize("kind", some(LAYOUTS, 1))
def test_no_tile_is_narrower_than_18_px(page: Page, server: Serving, kind: DrillKind) -> None:
    for level in some((4, 3, 2, 1), 1):
        for key, of in longest(kind, level):
            asks(page, server, key)
            assert page.evaluate(SCALE) >= NARROWEST - 0.05, key
            stamp(page, of, wrong(of))
            expect(page.locator(".outcome")).to_be_visible()
            assert page.evaluate(SCALE) >= NARROWEST - 0.05, key


@thorough
def test_where_a_tile_goes_is_seen_though_its_layout_is_larger_than_the_felt(
    page: Page, server: Serving
) -> None:
    asks(page, server, key_of(DrillKind.CHANGE, 4, 11))
    assert page.evaluate(PLACE_IS_SEEN)


@thorough
def test_short_reasons_leave_the_felt_as_large_as_it_was(page: Page, server: Serving) -> None:
    height = "() => drill().querySelector('.drill-felt').clientHeight"
    key, of = key_of(DrillKind.COUNT), question(key_of(DrillKind.COUNT))
    asks(page, server, key)
    before = page.evaluate(height)
    stamp(page, of, wrong(of))
    expect(page.locator(".is-wrong .outcome")).to_be_visible()
    assert page.evaluate(height) >= before
