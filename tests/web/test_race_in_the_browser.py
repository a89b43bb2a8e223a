"""A race between two browsers, and one on a phone that two hold."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from companion.coach.challenges.race import HOLES, LASTS
from tests.thorough import thorough
from tests.web.conftest import SECRET
from tests.web.phones import PHONE, as_phone
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.words import shown

pytestmark = pytest.mark.browser_context_args(
    viewport=PHONE, bypass_csp=True, reduced_motion="reduce"
)

#: Taps answers in a seat until its next question is another one: for so long a phone takes no tap
#: for what is only just there. The answers are those that came with the questions.
TAP = """async ([lane, right]) => {
    const seat = document.querySelector(`[data-seat="${lane}"]`);
    const { race } = document.getElementById("race").dataset;
    const asked = Number(seat.dataset.question), number = asked % 30;
    window.dealt ??= {};
    const first = number - (number % 10);
    window.dealt[first] ??= await (await fetch(`${race}/questions?first=${first}`)).json();
    const card = window.dealt[first][number - first];
    const options = [...seat.querySelectorAll("[data-option]")];
    const option = options.find((each) => card.right.includes(each.dataset.option) === right);
    const isDone = () => seat.matches(".is-missed, .is-done");
    const isOn = () => Number(seat.dataset.question) === asked && !isDone();
    while (isOn()) {
        option.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 80));
    }
}"""
#: Nothing scrolls, nothing is cut off, and a thumb hits everything that can be pressed.
FITS = """() => {
    const pressed = [...document.querySelectorAll("[data-option], a.back")];
    const isOut = (box) => box.top < -0.5 || box.bottom > innerHeight + 0.5;
    const isBad = (box) => box.width < 43.9 || box.height < 43.9 || isOut(box);
    const bad = pressed.filter((each) => isBad(each.getBoundingClientRect()));
    const felts = [...document.querySelectorAll(".seat .drill-felt")];
    const flat = felts.filter((each) => each.clientHeight < 70);
    const tall = document.scrollingElement.scrollHeight;
    const told = [...bad, ...flat].map((each) => each.outerHTML);
    return tall > innerHeight ? [...told, `${tall} px tall`] : told;
}"""

#: Which of the last questions, the long ones, are not wholly on the felt of both seats.
CUT_OFF = """async () => {
    const { race } = document.getElementById("race").dataset;
    const cards = await (await fetch(`${race}/questions?first=20`)).json();
    const cut = [];
    for (const seat of document.querySelectorAll(".seat")) {
        const felt = seat.querySelector(".drill-felt");
        for (const card of cards.filter((each) => each.felt)) {
            felt.innerHTML = card.felt;
            const inside = felt.getBoundingClientRect();
            const layout = felt.querySelector(".layout").getBoundingClientRect();
            const isIn = layout.top >= inside.top && layout.bottom <= inside.bottom;
            if (!isIn || layout.left < inside.left || layout.right > inside.right)
                cut.push(card.key);
        }
    }
    return cut;
}"""
NO_STORAGE = """Object.defineProperty(window, "sessionStorage", {
    get() { throw new DOMException("Refused.", "SecurityError"); },
})"""


@pytest.fixture
def ben(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    context = browser.new_context(
        **{**browser_context_args, "storage_state": as_phone(SECRET, "bens-phone")}
    )
    yield context.new_page()
    context.close()


def tap(page: Page, lane: int, *, right: bool = True) -> None:
    # The last one leads to the result, maybe before it is done here.
    with suppress(Error):
        page.evaluate(TAP, [lane, right])


def asked(page: Page, lane: int, question: int) -> None:
    """Wait until a seat is asked the question of that number."""
    expect(page.locator(f"[data-seat='{lane}'][data-question='{question}']")).to_be_visible()


def at_hole(page: Page, lane: int, hole: int) -> None:
    expect(page.locator(f"[data-lane='{lane}'][data-pegs='{hole}']")).to_be_attached()


def run_home(page: Page, lane: int, question: int, hole: int) -> None:
    for right in range(HOLES - hole):
        asked(page, lane, question + right)
        tap(page, lane)


def test_two_phones_race_to_hole_15(page: Page, ben: Page, server: Serving) -> None:
    page.goto(f"{server.address}/race")
    is_clean(page)
    page.get_by_label(shown("holes.your-name")).fill("Ana")
    page.get_by_role("button", name=shown("holes.open")).click()
    # By the link that its QR code holds.
    ben.goto(page.locator(".address input").input_value())
    ben.get_by_label(shown("holes.your-name")).fill("Ben")
    ben.get_by_role("button", name=shown("holes.join")).click()
    start = page.get_by_role("button", name=shown("holes.start"))
    expect(start).to_be_visible()
    is_clean(page)
    page.locator("#seconds-1").select_option("5")
    expect(page.get_by_text(shown("holes.ahead", name="Ben", count=5))).to_be_visible()
    start.click()

    # Ben begins, by the head start that he was given.
    asked(ben, 1, 0)
    expect(page.locator("[data-question]")).to_have_count(0)
    assert ben.evaluate(FITS) == []
    for question in range(2):
        asked(ben, 1, question)
        tap(ben, 1)
    at_hole(page, 1, 2)
    # An answer that was lost on the way is sent again, and counts once; a reload comes back here.
    ben.route("**/answer", lambda route: route.abort(), times=1)
    asked(ben, 1, 2)
    tap(ben, 1)
    at_hole(ben, 1, 3)
    at_hole(page, 1, 3)
    ben.reload()
    asked(ben, 1, 3)
    at_hole(ben, 1, 3)

    asked(page, 0, 0)
    tap(page, 0, right=False)
    expect(page.locator(".was-right")).to_have_count(1)
    is_clean(page)
    asked(page, 0, 1)

    run_home(ben, 1, 3, 3)
    expect(ben.locator(".count-down")).to_have_text(shown("script.holes.home-first"))
    expect(ben.get_by_role("link", name=shown("holes.to-result"))).to_be_visible()
    run_home(page, 0, 1, 0)
    for each in (page, ben):
        each.wait_for_url("**/result")
        expect(each.get_by_role("heading", name=shown("holes.wins", name="Ben"))).to_be_visible()
        expect(each.locator(".misses li")).to_have_count(1)
    is_clean(page)

    page.get_by_role("button", name=shown("holes.again")).click()
    page.wait_for_url(lambda address: not address.endswith("/result"))
    ben.wait_for_url(page.url)


@thorough
def test_one_phone_is_held_by_two(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/race")
    expect(page.get_by_label(shown("holes.other-name"))).to_be_hidden()
    page.get_by_label(shown("holes.way.shared")).check()
    page.get_by_label(shown("holes.your-name")).fill("Ana")
    page.get_by_label(shown("holes.other-name")).fill("Ben")
    page.get_by_role("button", name=shown("holes.open")).click()
    page.get_by_role("button", name=shown("holes.start")).click()
    for lane in (0, 1):
        asked(page, lane, 0)
    assert page.evaluate(FITS) == []
    far, near = (page.locator(f".seat.{place}").bounding_box() for place in ("far", "near"))
    assert far is not None and near is not None
    assert far["y"] < near["y"] and abs(far["height"] - near["height"]) <= 1
    # Each has a question of their own.
    tap(page, 1)
    asked(page, 1, 1)
    asked(page, 0, 0)
    tap(page, 0, right=False)
    expect(page.locator(".seat.near .was-right")).to_have_count(1)
    expect(page.locator(".seat.far .was-right")).to_have_count(0)
    is_clean(page)
    # What is right is not lit up while the other half is asked the same.
    asked(page, 1, 1)
    tap(page, 1, right=False)
    expect(page.locator(".seat.far .was-wrong")).to_have_count(1)
    expect(page.locator(".seat.far .was-right")).to_have_count(0)
    run_home(page, 1, 2, 1)
    expect(page.locator(".seat.far.is-home")).to_be_visible()
    run_home(page, 0, 1, 0)
    page.wait_for_url("**/result")
    expect(page.get_by_role("heading", name=shown("holes.wins", name="Ben"))).to_be_visible()


@thorough
def test_time_ends_the_race_of_a_phone_that_stores_nothing(page: Page, server: Serving) -> None:
    page.add_init_script(NO_STORAGE)
    page.clock.install()
    page.goto(f"{server.address}/race")
    page.get_by_label(shown("holes.way.shared")).check()
    page.get_by_label(shown("holes.your-name")).fill("Ana")
    page.get_by_label(shown("holes.other-name")).fill("Ben")
    page.get_by_role("button", name=shown("holes.open")).click()
    page.get_by_role("button", name=shown("holes.start")).click()
    asked(page, 0, 0)
    tap(page, 0)
    at_hole(page, 0, 1)
    assert page.evaluate(CUT_OFF) == []
    # Nobody taps any more, and nobody tells the phone.
    page.clock.fast_forward(LASTS)
    page.wait_for_url("**/result")
