"""Warmth of practice as pages: praise that is so, a board that is full, a calendar of days."""

import html
import re
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import QuestionKey
from companion.i18n import Text, message

COVERED = "take-double.covered-spinners.race-horse.4.3"


def answers(client: FlaskClient, key: str, said: str = "", milliseconds: int = 0) -> TestResponse:
    said = said or next(iter(question(QuestionKey.parse(key)).answer))
    form = {"question": key, "said": said, "milliseconds": str(milliseconds)}
    # As the script sends it: only that takes the time.
    sent = {"HX-Request": "true"}
    return client.post(f"/practise/{key.partition('.')[0]}", data=form, headers=sent)


def praise(page: TestResponse) -> str:
    found = re.search('class="praise">([^<]*)<', page.text)
    return html.unescape(found[1]).replace("\u2060", "") if found else ""


def is_heard(page: TestResponse, text: Text) -> bool:
    found = re.search('data-heard="([^"]*)"', page.text)
    return found is not None and str(text) in html.unescape(found[1])


def test_who_took_a_double_off_is_told_how_much_that_was(client: FlaskClient) -> None:
    page = answers(client, COVERED)
    took = message("praise.took-off", pips=12)
    assert praise(page) == str(took)
    assert is_heard(page, took)


def test_a_wrong_answer_is_not_praised(client: FlaskClient) -> None:
    (slip, *_) = question(QuestionKey.parse(COVERED)).slips
    assert praise(answers(client, COVERED, slip)) == ""


def test_quick_is_told_to_whom_it_is_quicker_than_usual(client: FlaskClient) -> None:
    sixth = "to-five.rounding.race-horse.1.{}"
    for seed in range(5):
        assert praise(answers(client, sixth.format(seed), milliseconds=6200)) == ""
    assert praise(answers(client, sixth.format(6), milliseconds=5900)) == ""
    quick = answers(client, sixth.format(7), milliseconds=2000)
    assert praise(quick) == str(message("praise.quicker", count=6))


def test_the_fifteenth_right_answer_of_a_day_fills_the_board(client: FlaskClient) -> None:
    full = str(message("praise.board-full", number=15))
    key = "to-five.rounding.race-horse.1.{}"
    said = [praise(answers(client, key.format(seed))) for seed in range(16)]
    assert [each == full for each in said] == [False] * 14 + [True, False]


def test_usual_is_what_is_usual_at_that_level(client: FlaskClient) -> None:
    for seed in range(5):
        answers(client, f"to-five.rounding.race-horse.4.{seed}", milliseconds=9000)
    easier = answers(client, "to-five.rounding.race-horse.1.7", milliseconds=2000)
    assert praise(easier) == ""


def test_a_right_answer_is_pegged_once_whatever_was_answered_meanwhile(
    client: FlaskClient,
) -> None:
    keys = [f"to-five.rounding.race-horse.1.{seed}" for seed in (1, 2, 1)]
    pages = [answers(client, key) for key in keys]
    right = [re.search('class="pegs-today".*?<b>([0-9]+)</b>', page.text, re.S) for page in pages]
    assert [each and each[1] for each in right] == ["1", "2", "2"]
    assert ["jumped" in page.text for page in pages] == [True, True, False]


@pytest.fixture
def on_a_wednesday(app: Flask) -> None:
    app.config["NOW"] = lambda: datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.mark.usefixtures("on_a_wednesday")
def test_the_calendar_marks_today_and_says_each_days_answers(client: FlaskClient) -> None:
    for seed in range(3):
        answers(client, f"to-five.rounding.race-horse.1.{seed}")
    page = html.unescape(client.get("/practise/progress").text)
    # Answers are dated by their own clock.
    days = re.findall('<td class="([^"]*)"([^>]*)>.*?</td>', page)
    assert len(days) == 42
    assert [today for _, today in days].count(' aria-current="date"') == 1
    assert [look.endswith("ahead") for look, _ in days] == [False] * 38 + [True] * 4
    assert str(message("date.weekday-1")) in page


def test_the_switch_of_the_sounds_leads_back_to_its_question(client: FlaskClient) -> None:
    page = client.get(f"/practise/take-double?question={COVERED}").text
    form = re.search('<form class="sounds".*?name="back" value="([^"]*)"', page, re.DOTALL)
    assert form is not None
    back = html.unescape(form[1])
    answer = client.post("/look", data={"sounds": "on", "back": back})
    assert answer.headers["Location"] == back
    assert f'value="{COVERED}"' in client.get(back).text
    assert 'data-sounds="on"' in client.get(back).text
