"""Printable sheets: questions on one page, answers on the next, the same again by their code."""

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from companion.coach.challenges.worksheet import DRILL, Worksheet, is_asked
from companion.coach.drills.skills import DrillKind, Skill
from companion.coach.learning.practice_rounds import MIXED
from companion.i18n import message
from companion.rules.games import GAMES
from companion.web.app import create_app
from tests.thorough import is_thorough, some, thorough
from tests.web.phones import PHONE, phone
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean

CODE = "mixed.race-horse.2.12.7"
#: What takes most room: all kinds, hands of four with up to seven tiles, six tiles to choose from.
LARGE = "mixed.race-horse.0.12.7"
FULL = ["mixed.race-horse.4.20.7", "rounding.seven-rocks.4.20.7", "mixed.sniff.4.8.3"]


def test_a_form_makes_a_sheet_of_what_was_chosen(client: FlaskClient) -> None:
    form = {"about": "doubles", "game": "five-up", "level": "3", "number": "8"}
    made = client.get("/sheets/new", query_string=form)
    assert made.status_code == 303
    assert re.fullmatch(r"/sheets/doubles\.five-up\.3\.8\.\d{1,5}", made.location)
    page = client.get(made.location).text
    assert page.count('<li class="task') == 8
    # Who wants another one finds all as it was chosen.
    chosen = client.get("/sheets", query_string=form).text
    assert 'value="doubles" selected' in chosen and 'value="five-up" selected' in chosen
    # Beginners are asked nothing that opens late, and the old code asks what it asked.
    form |= {"about": MIXED, "level": "0"}
    assert client.get("/sheets/new", query_string=form).location.startswith("/sheets/first.")
    kinds = {each.kind for each in Worksheet.parse("first.five-up.0.8.1").practices}
    late = {DrillKind.EXHAUSTED, DrillKind.TO_FIVE, DrillKind.TO_GO, DrillKind.SPINNERS}
    assert kinds and not kinds & late
    assert late < {each.kind for each in Worksheet.parse("mixed.five-up.0.8.1").practices}


def test_the_code_at_its_foot_brings_the_same_sheet_back(client: FlaskClient) -> None:
    page = client.get(f"/sheets/{CODE}").text
    assert f"<b>{CODE}</b>" in page
    found = client.get("/sheets/new", query_string={"code": f" {CODE.upper()} "})
    assert found.location == f"/sheets/{CODE}"
    assert client.get(found.location).text == page


def test_every_question_has_its_answer_with_the_sum(client: FlaskClient) -> None:
    page = html.unescape(client.get(f"/sheets/{CODE}").text)
    answers = re.findall(r'<b class="answer-is">([^<]*)</b>', page.replace("\u2060", ""))
    plain = page.replace("\u00a0", " ").replace("\u2060", "")
    for question, told in zip(Worksheet.parse(CODE).questions, answers, strict=True):
        said = sorted(question.answer)[: None if question.wanted == "several" else 1]
        verdict = question.judge(" ".join(said))
        assert told == str(verdict.headline["answer"])
        assert all(str(reason.sentence) in plain for reason in verdict.reasons)
    # Nothing on the page of questions tells them.
    asked = plain.partition("paper-answers")[0]
    assert 'class="ring' not in asked and "answer-is" not in asked


@pytest.mark.parametrize(
    "asked",
    [
        *("/sheets/nonsense", "/sheets/mixed.whist.1.8.1", "/sheets/new"),
        *("/sheets/new?code=nonsense", "/sheets/new?about=mixed&game=race-horse"),
    ],
)
def test_what_is_no_sheet_is_refused_with_a_sentence_above_the_form(
    client: FlaskClient, asked: str
) -> None:
    answer = client.get(asked)
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text and 'name="about"' in answer.text


def test_a_game_with_nothing_to_ask_of_that_brings_the_form_again_with_those_that_have(
    client: FlaskClient,
) -> None:
    pair = {"about": "worths", "game": "race-horse", "level": "1", "number": "8"}
    for answer in (
        client.get("/sheets/new", query_string=pair),
        client.get("/sheets/worths.race-horse.1.8.1"),
    ):
        assert answer.status_code == 422 and 'name="about"' in answer.text
        (told,) = re.findall(r'role="alert">(.*?)</p>', answer.text)
        assert "Race Horse" in told and "Fives and Threes" in told


@pytest.mark.parametrize("game", some(GAMES, 3))
def test_what_a_sheet_may_be_about_is_what_its_game_asks(client: FlaskClient, game: str) -> None:
    page = client.get("/sheets", query_string={"game": game, "about": "doubles"}).text
    about = page.partition('id="about"')[2].partition("</select>")[0]
    every = [*Skill, *(f"{DRILL}{kind}" for kind in DrillKind)]
    listed = re.findall(r'<option value="([^"]+)"', about)
    assert listed == [MIXED, *(each for each in every if is_asked(each, game))]
    # What was chosen stays chosen if the game has it.
    assert ('value="doubles" selected' in about) == is_asked("doubles", game)
    # Without scripts a button brings the list of another game.
    assert '<noscript><button formaction="/sheets">' in page


def test_sheets_are_made_without_a_server_too(url: str) -> None:
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "test", "IS_ALONE": True})
    client = phone(app)
    assert 'href="/sheets"' in client.get("/lessons").text
    assert client.get(f"/sheets/{CODE}").status_code == 200
    app.extensions["table_service"].database.close()


def test_sheet_after_sheet_is_too_much_for_one_address(url: str) -> None:
    settings = {"DATABASE_URL": url, "SECRET_KEY": "test", "RATELIMIT_ENABLED": True}
    client = phone(create_app(settings))
    statuses = [client.get(f"/sheets/{CODE}").status_code for _ in range(14)]
    client.application.extensions["table_service"].database.close()
    assert statuses[0] == 200 and statuses[-1] == 429


@pytest.fixture
def plain(browser: Browser, browser_context_args: dict[str, Any]) -> Any:
    """A browser without scripts."""
    context = browser.new_context(**{**browser_context_args, "java_script_enabled": False})
    yield context.new_page()
    context.close()


def test_it_prints_in_a_few_pages_and_nothing_of_the_answers_stands_with_the_questions(
    plain: Page, server: Serving
) -> None:
    for code in FULL if is_thorough() else FULL[:1]:
        plain.goto(f"{server.address}/sheets/{code}")
        asked = plain.locator(".paper-page").count()
        for paper in ("A4", "Letter"):
            (pages,) = re.findall(rb"/Count (\d+)", plain.pdf(format=paper))
            assert asked < int(pages) <= min(asked + 2, 6), (code, paper)
        # Paper has room for every tile.
        assert plain.locator(".gap").count() == 0
    plain.emulate_media(media="print")
    answers = plain.locator(".paper-answers")
    assert answers.evaluate("part => getComputedStyle(part).breakBefore") == "page"


def test_at_level_0_tiles_are_twice_as_large_and_pages_are_full(
    page: Page, server: Serving
) -> None:
    page.emulate_media(media="print")
    page.goto(f"{server.address}/sheets/{LARGE}")
    # What A4 and Letter leave, in px.
    for width, height in ((725, 1054), (748, 986)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT.replace("HALF", "35.9")) == []
        for bottom in page.evaluate(BOTTOMS):
            assert 0.95 < bottom / height <= 1


#: On paper nothing of a question is cut off, and no layout is too small to be read.
CUT = """() => [...document.querySelectorAll(".task")].flatMap((task) => {
    const inside = [...task.children].map((part) => part.getBoundingClientRect());
    const { bottom, right } = task.getBoundingClientRect();
    const layout = task.querySelector(".layout");
    const half = layout ? layout.getScreenCTM().a : 99;
    return inside.some((box) => box.bottom > bottom + 1 || box.right > right + 1)
        || task.scrollHeight > task.clientHeight + 1 || half < HALF
        ? [task.innerText] : [];
})"""

#: How far down each page of questions is used.
BOTTOMS = """() => [...document.querySelectorAll(".paper-page")].map((page) =>
    page.lastElementChild.getBoundingClientRect().bottom - page.getBoundingClientRect().top)"""


@thorough
def test_on_paper_nothing_of_a_question_is_cut_off(page: Page, server: Serving) -> None:
    # What A4 leaves in breadth.
    page.set_viewport_size({"width": 725, "height": 1000})
    page.emulate_media(media="print")
    for code in FULL:
        page.goto(f"{server.address}/sheets/{code}")
        # Four millimetres.
        assert page.evaluate(CUT.replace("HALF", f"{4 * 96 / 25.4}")) == []


#: The layouts of which a half is narrower than 18 px.
SMALL = """() => [...document.querySelectorAll(".task .layout")]
    .map((layout) => layout.getScreenCTM().a).filter((half) => half < 17.99)"""


def test_sheets_are_clear_to_everybody(page: Page, server: Serving) -> None:
    page.set_viewport_size(PHONE)
    every = ("/sheets", "/sheets/nonsense", f"/sheets/{CODE}", f"/sheets/{FULL[0]}")
    for address in some(every, 2):
        page.goto(f"{server.address}{address}")
        assert page.evaluate(SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        is_clean(page)
    expect(page.get_by_role("button", name=str(message("answer.print")))).to_be_visible()


def test_the_subjects_follow_the_game(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/sheets?about=doubles&level=3")
    page.select_option("#game", "fives-and-threes")
    worths = page.locator("#about option[value=worths]")
    expect(worths).to_have_count(1)
    expect(page.locator("#about")).to_have_value("doubles")
    expect(page.locator("#level-3")).to_be_checked()
