"""Questions spoken aloud: by a voice of the phone's own, once somebody asks for it."""

import pytest
from playwright.sync_api import Page, expect

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.i18n import message
from tests.thorough import some, thorough
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.test_practise_in_the_browser import fits

pytestmark = pytest.mark.browser_context_args(
    viewport=PHONE, bypass_csp=True, reduced_motion="reduce"
)

#: A phone that finds these voices after its page, as most do, and keeps what it is given to say.
VOICES = """(() => {
    const said = [];
    const voices = %s, later = [];
    let found = [];
    const synthesis = { getVoices: () => found, speak: (each) => said.push(each),
        cancel: () => said.splice(0), addEventListener: (_, then) => later.push(then) };
    addEventListener("load", () => { found = voices; later.forEach((then) => then()); });
    Object.defineProperty(window, "speechSynthesis", { value: synthesis });
    window.SpeechSynthesisUtterance = function (text) { this.text = text; };
    window.said = () => said.map((each) => each.text);
    window.voiceOf = () => said.map((each) => each.voice.name);
})()"""
OWN = '[{ name: "away", lang: "en-GB", localService: false }, \
    { name: "own", lang: "en_US", localService: true }, \
    { name: "eigen", lang: "de-DE", localService: true, default: true }]'
KEY = QuestionKey(DrillKind.COUNT, Skill.DOUBLES, "race-horse", 1, 5)


def asks(page: Page, server: Serving, voices: str = OWN) -> None:
    page.add_init_script(VOICES % voices)
    page.goto(f"{server.address}/practise/count?question={KEY}")


@thorough
def test_a_question_is_spoken_when_asked_for_and_remembered(page: Page, server: Serving) -> None:
    asks(page, server)
    button = page.get_by_role("button", name=str(message("practise.speak")))
    expect(button).to_have_attribute("aria-pressed", "false")
    box = button.bounding_box()
    assert box is not None and box["width"] >= 44 and box["height"] >= 44
    assert page.evaluate("said()") == []
    fits(page)
    is_clean(page)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    prompt, layout = page.evaluate("said()")
    assert prompt == str(question(KEY).prompt)
    assert {*page.evaluate("voiceOf()")} == {"own"}
    # As a person reads tiles, not as a sum reads.
    lead = question(KEY).placements[0][0]
    names = ["blank", "one", "two", "three", "four", "five", "six"]
    tile = (
        f"double {names[lead.high]}" if lead.is_double else f"{names[lead.high]} {names[lead.low]}"
    )
    assert f"The {tile} was led." in layout and "-" not in layout
    (right,) = question(KEY).answer
    page.locator(f".number-board [value='{right}']").click()
    expect(page.locator(".is-right .outcome")).to_be_visible()
    (outcome,) = page.evaluate("said()")
    assert " plus " in outcome and " is " in outcome and "=" not in outcome
    is_clean(page)
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("said()")
    button.click()
    assert page.evaluate("said()") == []


@pytest.mark.parametrize(
    "voices",
    some(
        [
            '[{ name: "away", lang: "en-GB", localService: false }]',
            *("[]", '[{ name: "eigen", lang: "de-DE", localService: true }]'),
        ],
        1,
    ),
)
def test_without_a_voice_of_its_own_a_phone_offers_nothing(
    page: Page, server: Serving, voices: str
) -> None:
    asks(page, server, voices)
    expect(page.locator("[data-speak]")).to_be_hidden()


@thorough
def test_hands_and_answers_are_spoken_too(page: Page, server: Serving) -> None:
    page.add_init_script(VOICES % OWN)
    key = QuestionKey(DrillKind.SETTLEMENT, Skill.ROUNDING, "race-horse", 1, 5)
    page.goto(f"{server.address}/practise/settlement?question={key}")
    page.locator("[data-speak]").click()
    told = page.evaluate("said()")
    hands = [each.partition(": ") for each in told[1:]]
    assert [name for name, _, _ in hands] == [name for name, _ in question(key).hands]
    for (_, _, spoken), (_, tiles) in zip(hands, question(key).hands, strict=True):
        assert spoken.count(",") == max(0, len(tiles) - 1)
    tiles = QuestionKey(DrillKind.TILES, Skill.MOD_FIVE_CHANGES, "race-horse", 1, 5)
    page.goto(f"{server.address}/practise/tiles?question={tiles}")
    answers = page.evaluate("said()")[-1]
    assert answers.startswith("Answers: ") and "-" not in answers
    assert answers.count(",") == len(question(tiles).choices) - 1
