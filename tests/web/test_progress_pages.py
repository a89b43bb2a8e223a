"""Progress as a page: how it went, what comes next, under which name it is kept."""

import html
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.db.database import Database
from companion.i18n import Text, message
from companion.learners.learner_service import LearnerService
from companion.web.ui.date_text import describe_day
from tests.web.phones import phone
from tests.web.words import worded

COUNT = "count.doubles.race-horse.1.{seed}"


def words(page: str) -> str:
    main = page.partition("<main")[2].partition(">")[2]
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", main)).split())


def shows(client: FlaskClient, text: Text) -> bool:
    return str(text) in words(client.get("/practise/progress").text)


def answered(client: FlaskClient) -> int:
    """How many answers the page knows of."""
    page = client.get("/practise/progress").text
    if str(message("progress.empty")) in html.unescape(page):
        return 0
    found = re.search(r'class="totals">\s*<div><dt>[^<]*</dt><dd>(\d+)</dd>', page)
    assert found is not None
    return int(found[1])


def answer(client: FlaskClient, seed: int = 7) -> None:
    form = {"question": COUNT.format(seed=seed), "said": "99", "milliseconds": "2000"}
    assert client.post("/practise/count", data=form).status_code == 303


def named(client: FlaskClient, name: str = "Ana") -> str:
    """The code under which somebody's progress is kept from now on."""
    assert client.post("/practise/progress/name", data={"name": name}).status_code == 303
    code = re.search('class="code">([^<]*)<', client.get("/practise/progress").text)
    assert code is not None
    return code[1]


def test_before_the_first_answer_it_says_what_will_be_there(client: FlaskClient) -> None:
    page = words(client.get("/practise/progress").text)
    assert answered(client) == 0
    first = message("progress.next.new")
    assert f"{DrillKind.COUNT.heading} · {Skill.PLAIN_SUMS.heading} {first}" in page
    # The chosen game has no table of scores.
    for skill in Skill:
        assert (str(skill.heading) in page) is (skill is not Skill.WORTHS)
    with client.session_transaction() as session:
        assert "learner" not in session


def test_answers_show_as_pictures_and_in_figures(app: Flask, client: FlaskClient) -> None:
    answer(client)
    with client.session_transaction() as session:
        learner_id = session["learner"]
    database: Database = app.extensions["table_service"].database
    days = iter(range(40))
    start = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)
    past = LearnerService(database, now=lambda: start + timedelta(days=next(days)))
    for seed in range(5):
        key = QuestionKey.parse(COUNT.format(seed=seed))
        past.answer(learner_id, key, is_right=seed > 1, milliseconds=4000)
    page = client.get("/practise/progress").text
    for chart in ("right", "seconds"):
        label = worded(f"progress.chart.{chart}.day").pattern
        assert re.search(f'aria-label="{label}"', page)
        # The days, all skills, and the one that was practised.
        assert page.count("<caption>") == 3
    share, time = (
        message("progress.percent", number="50"),
        message("progress.seconds", number="4.0"),
    )
    assert str(describe_day(start.date())) in page
    assert f">{share}<" in page and f">{time}<" in page
    for seed in range(5, 25):
        past.answer(learner_id, QuestionKey.parse(COUNT.format(seed=seed)), is_right=True)
    assert shows(client, message("progress.over-time.week"))


def test_what_went_wrong_comes_back_and_the_page_says_why(app: Flask, client: FlaskClient) -> None:
    answer(client)
    with client.session_transaction() as session:
        learner_id = session["learner"]
    database: Database = app.extensions["table_service"].database
    lately = LearnerService(database, now=lambda: datetime.now(UTC) - timedelta(minutes=20))
    lately.reset(learner_id)
    lately.answer(learner_id, QuestionKey.parse(COUNT.format(seed=1)), is_right=False)
    practice = message(
        "practise.practice", drill=DrillKind.COUNT.heading, skill=Skill.DOUBLES.heading
    )
    assert shows(client, practice) and shows(client, message("progress.next.went-wrong"))


def test_a_name_keeps_it_and_a_code_brings_it_to_another_device(
    app: Flask, client: FlaskClient
) -> None:
    answer(client)
    code = named(client)
    other = phone(app, "other-phone")
    entered = other.post("/practise/progress/enter", data={"name": "ANA", "code": code.lower()})
    assert entered.status_code == 303
    assert shows(other, message("progress.title-of", name="Ana"))
    assert answered(other) == 1


def test_nobody_takes_a_name_or_guesses_a_code(app: Flask, client: FlaskClient) -> None:
    named(client)
    zoe = phone(app, "zoes-phone")
    taken = zoe.post("/practise/progress/name", data={"name": "ana"})
    assert taken.status_code == 422 and 'role="alert"' in taken.text
    guessed = zoe.post("/practise/progress/enter", data={"name": "Ana", "code": "AAAAAA"})
    assert guessed.status_code == 404 and 'role="alert"' in guessed.text
    assert not shows(zoe, message("progress.title-of", name="Ana"))


@pytest.mark.parametrize("name", ["", " ", "A" * 25, "a, b"])
def test_no_name_is_refused_with_a_sentence(client: FlaskClient, name: str) -> None:
    page = client.post("/practise/progress/name", data={"name": name})
    assert page.status_code == 422 and 'role="alert"' in page.text


def test_a_name_stays_text(client: FlaskClient) -> None:
    page = client.post(
        "/practise/progress/name", data={"name": "<b>Ana</b>"}, follow_redirects=True
    )
    assert "<b>Ana</b>" not in page.text and "&lt;b&gt;Ana" in page.text


def test_starting_anew_strikes_the_answers_and_keeps_the_name(client: FlaskClient) -> None:
    answer(client)
    code = named(client)
    assert client.post("/practise/progress/reset").status_code == 303
    assert answered(client) == 0 and code in client.get("/practise/progress").text
    assert "<b>0</b>" in client.get("/practise/count").text


def test_who_leaves_a_device_comes_back_by_the_code(client: FlaskClient) -> None:
    answer(client)
    code = named(client)
    client.post("/practise/progress/leave")
    assert answered(client) == 0
    client.post("/practise/progress/enter", data={"name": "Ana", "code": code})
    assert answered(client) == 1


def test_other_devices_are_shut_out(app: Flask, client: FlaskClient) -> None:
    code = named(client)
    other = phone(app, "other-phone")
    other.post("/practise/progress/enter", data={"name": "Ana", "code": code})
    client.post("/practise/progress/shut-out")
    title = message("progress.title-of", name="Ana")
    assert shows(client, title) and not shows(other, title)


def test_who_is_forgotten_leaves_nothing(client: FlaskClient) -> None:
    answer(client)
    named(client)
    client.post("/practise/progress/remove")
    assert answered(client) == 0
    named(client)
    assert answered(client) == 0


def test_what_a_device_kept_without_a_name_goes_when_it_enters_as_somebody(
    app: Flask, client: FlaskClient
) -> None:
    code = named(client)
    other = phone(app, "other-phone")
    answer(other)
    with other.session_transaction() as session:
        unnamed = session["learner"]
    other.post("/practise/progress/enter", data={"name": "Ana", "code": code})
    with pytest.raises(LookupError):
        app.extensions["learner_service"].of(unnamed)


@pytest.mark.parametrize("deed", ["leave", "shut-out", "reset", "remove"])
def test_before_anybody_practised_there_is_nothing_to_undo(client: FlaskClient, deed: str) -> None:
    assert client.post(f"/practise/progress/{deed}").status_code == 303
    assert client.post("/practise/progress/cheat").status_code == 400
