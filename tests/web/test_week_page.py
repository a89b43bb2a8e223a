"""A week of puzzles to print: those that have come, and their answers on another sheet."""

import re
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page

from companion.coach.analysis.daily_puzzles import daily_puzzle
from companion.coach.analysis.puzzle import week_of
from companion.i18n import message
from companion.web.coach.surge_page import describe_turn
from tests.thorough import thorough
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.test_review_page import read

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, bypass_csp=True)

#: A Wednesday.
TODAY = datetime(2026, 2, 4, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def it_is_that_day(app: Flask) -> None:
    app.config["NOW"] = lambda: TODAY


def test_the_latest_week_that_is_over_is_offered(client: FlaskClient) -> None:
    assert client.get("/puzzle/week").location == "/puzzle/week/2026-01-26"
    page = client.get("/puzzle/week/2026-01-29").text
    assert page.count('class="week-puzzle"') == page.count('class="week-answer"') == 7
    assert 'href="/puzzle/week/2026-01-19"' in page and 'href="/puzzle/week/2026-02-02"' in page
    for day in week_of(TODAY.date()):
        assert daily_puzzle(day).puzzle.question is not None


def test_no_day_that_has_not_come_is_given_away(client: FlaskClient) -> None:
    page = client.get("/puzzle/week/2026-02-08").text
    assert page.count('class="week-puzzle"') == page.count('class="week-answer"') == 3
    assert 'rel="next"' not in page
    assert client.get("/puzzle/week/2026-02-09").status_code == 404
    assert client.get("/puzzle/week/2025-12-28").status_code == 404
    assert client.get("/puzzle/week/9999-12-31").status_code == 404
    assert client.get("/puzzle/week/never").status_code == 404


def test_the_first_week_begins_with_the_first_puzzle(client: FlaskClient) -> None:
    page = client.get("/puzzle/week/2026-01-01").text
    assert page.count('class="week-puzzle"') == 4 and 'rel="prev"' not in page


def test_each_puzzle_has_its_question_its_tiles_its_grade_and_its_answer(
    client: FlaskClient,
) -> None:
    address = "/puzzle/week/2026-01-26"
    words, page = read(client, address), client.get(address).text
    for day in week_of(datetime(2026, 1, 26, tzinfo=UTC).date()):
        puzzle, grade = daily_puzzle(day)
        assert str(puzzle.question) in words
        assert str(describe_turn(puzzle.position.rules, puzzle.solution)) in words
        assert f'aria-label="Grade {grade} of 5' in page
        assert all(f'aria-label="{tile}"' in page for tile in puzzle.held)


def test_answers_are_seen_on_paper_and_on_the_screen_only_when_asked_for(
    client: FlaskClient,
) -> None:
    address = "/puzzle/week/2026-01-26"
    assert 'class="week-answers on-paper"' in client.get(address).text
    assert 'class="week-answers"' in client.get(f"{address}?answers=yes").text


@thorough
def test_it_prints_on_one_sheet_with_the_answers_on_another(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/puzzle/week")
    is_clean(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert not page.get_by_text(str(message("puzzle.week.answers")), exact=True).is_visible()
    printed = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
    # And the sheet is full.
    page.set_viewport_size({"width": 725, "height": 1054})
    page.emulate_media(media="print")
    box = page.locator(".week").bounding_box()
    assert box is not None and 0.9 < (box["y"] + box["height"]) / 1032 <= 1
