"""Verdicts without a script: each at an address of its own, where looking counts nothing."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import Wanted
from companion.coach.drills.question_key import QuestionKey
from tests.web.phones import phone

COUNT = "count.doubles.race-horse.3.{}"
SEVERAL = "tiles.mod-five-changes.race-horse.3.7"
JUMPED = "jumped"


def right(key: str) -> str:
    return next(iter(question(QuestionKey.parse(key)).answer))


def wrong(key: str) -> str:
    return next(number for number in "12" if number != right(key))


def send(client: FlaskClient, key: str, *said: str, by_script: bool = False) -> TestResponse:
    headers = {"HX-Request": "true"} if by_script else {}
    form = {"question": key, "said": [*said], "round": "1"}
    return client.post("/practise/mixed", data=form, headers=headers)


def drill(page: TestResponse) -> str:
    """The question on a page, but for the token that differs from device to device."""
    found = re.search("<main.*</main>", page.text, re.DOTALL)
    assert found is not None
    return re.sub('name="csrf_token" value="[^"]*"', "", found[0])


def test_a_verdict_is_the_same_as_by_the_script_and_stays_so(app: Flask) -> None:
    plain, quick = phone(app), phone(app)
    keys = [COUNT.format(seed) for seed in range(4)]
    # The second miss in a row leads to a lesson, and the last question is answered once more.
    said = [(keys[0], right(keys[0])), *((key, wrong(key)) for key in keys[1:3]), (SEVERAL, "")]
    for key, told in [*said, (keys[3], right(keys[3])), (keys[3], right(keys[3]))]:
        sent = send(plain, key, *told.split())
        assert sent.status_code == 303 and "said=" in sent.location
        shown = drill(plain.get(sent.location))
        assert "is-answered" in shown
        assert shown == drill(send(quick, key, *told.split(), by_script=True))
        assert shown == drill(plain.get(sent.location))


def test_looking_at_a_verdict_keeps_nothing(app: Flask, client: FlaskClient) -> None:
    keys = [COUNT.format(seed) for seed in range(2)]
    (first, last) = [send(client, key, right(key)).location for key in keys]
    known = app.extensions["learner_service"]
    # The first page that is shown gives the device its token.
    client.get(last)
    with client.session_transaction() as session:
        before = dict(session)
    attempts = known.attempts(before["learner"])
    schedule = known.of(before["learner"]).schedule
    missed = last.replace(f"said={right(keys[1])}", f"said={wrong(keys[1])}")
    for address in (last, last, first, missed):
        assert "is-answered" in client.get(address).text
    with client.session_transaction() as session:
        assert dict(session) == before
    assert known.attempts(before["learner"]) == attempts and len(attempts) == 2
    assert known.of(before["learner"]).schedule == schedule
    # Only what was answered last moves the peg.
    assert JUMPED in client.get(last).text and JUMPED not in client.get(first).text


def test_a_verdict_from_a_link_makes_nobody_a_learner(client: FlaskClient) -> None:
    key = COUNT.format(7)
    page = client.get(f"/practise/count?question={key}&said={right(key)}")
    assert "is-right" in page.text and JUMPED not in page.text
    with client.session_transaction() as session:
        assert "learner" not in session


def test_none_of_them_is_an_answer_at_an_address_too(client: FlaskClient) -> None:
    assert question(QuestionKey.parse(SEVERAL)).wanted is Wanted.SEVERAL
    sent = send(client, SEVERAL)
    assert sent.location.endswith("said=")
    assert "is-answered" in client.get(sent.location).text


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"said": ""}, 422),
        ({"said": "9" * 5000}, 422),
        ({"said": "7", "of": "nowhere.00"}, 409),
    ],
)
def test_what_is_no_answer_is_refused_at_an_address_too(
    client: FlaskClient, form: dict[str, str], status: int
) -> None:
    form["question"] = COUNT.format(7)
    sent = client.post("/practise/count", data=form)
    assert sent.status_code == 303 and len(sent.location) < 1200
    page = client.get(sent.location)
    assert page.status_code == status and 'class="problem"' in page.text
    with client.session_transaction() as session:
        assert "learner" not in session
