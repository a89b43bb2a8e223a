"""Storms and ladders as pages: what is dealt, what counts, and what a changed phone cannot do."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeSerializer
from werkzeug.test import TestResponse

from companion.coach.challenges.sprint_questions import DEAL, FIRST_DEAL
from companion.coach.challenges.timed_run import STORM
from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import QuestionKey
from companion.learners.learner_service import LearnerService
from companion.learners.sprint_service import SprintCourse, best_run
from companion.web.coach import sprint_views
from companion.web.ui.template_filters import unbroken
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import hrefs, read, shows, worded

START = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
STORMS = SprintCourse("storm", "race-horse")
Dealt = dict[str, Any]
FOLLOW: Any = {"follow_redirects": True}


class Clock:
    """The server's clock, as a test sets it."""

    now = START

    def __call__(self) -> datetime:
        return self.now

    def goes_on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock(app: Flask) -> Iterator[Clock]:
    clock = Clock()
    app.config["NOW"] = clock
    yield clock


def deals(client: FlaskClient, course: str = "storm") -> Dealt:
    told: Dealt = client.post("/sprint/deal", data={"course": course}).get_json()
    return told


def rights(dealt: Dealt, number: int, every: int = 1000) -> list[list[Any]]:
    """The right answers to the first so many questions."""
    cards = enumerate(dealt["cards"][:number], 1)
    return [[card["key"], card["right"][0], every * at] for at, card in cards]


def wrong(card: dict[str, Any]) -> str:
    asked = question(QuestionKey.parse(card["key"]))
    others = [choice.value for choice in asked.choices] or ["38", "39"]
    return next(value for value in others if value not in card["right"])


def sends(client: FlaskClient, dealt: Dealt, answers: object) -> TestResponse:
    told = {"deal": dealt["deal"], "answers": json.dumps(answers)}
    return client.post("/sprint/result", data=told)


def best(app: Flask, client: FlaskClient, course: SprintCourse = STORMS) -> int:
    """The best score of who practises there; 0 for nobody's."""
    with client.session_transaction() as session:
        known = session.get("learner", "")
    found = best_run(app.extensions["learner_service"], known, course)
    return found.score if found else 0


def is_refused(response: TestResponse, why: str, status: int = 422) -> None:
    assert response.status_code == status
    assert worded(f"sprint.refused.{why}").search(response.text)


def test_ten_questions_come_at_once_and_more_on_demand(client: FlaskClient) -> None:
    dealt = deals(client)
    assert len(dealt["cards"]) == FIRST_DEAL
    assert dealt["pace"]["pool"] == STORM.pool
    keys = [card["key"] for card in dealt["cards"]]
    while len(keys) < 2 * DEAL:
        told = {"deal": dealt["deal"], "first": len(keys)}
        keys += [card["key"] for card in client.post("/sprint/more", data=told).get_json()["cards"]]
        assert len(keys) % DEAL == 0
    assert len({*keys}) == 2 * DEAL
    for first in (0, 7, 20, 300, "x"):
        told = {"deal": dealt["deal"], "first": first}
        assert client.post("/sprint/more", data=told).status_code == 400


def test_a_result_is_judged_anew_and_kept(app: Flask, client: FlaskClient, clock: Clock) -> None:
    dealt = deals(client)
    clock.goes_on(70)
    page = sends(client, dealt, rights(dealt, 7))
    assert page.status_code == 200
    assert worded("sprint.new-best").search(page.text)
    assert best(app, client) == 9
    start = client.get("/storm").text
    assert worded("storm.best", score=9, combo=7).search(start)


def test_a_storm_of_misses_alone_is_nobodys_best(client: FlaskClient, clock: Clock) -> None:
    dealt = deals(client)
    clock.goes_on(70)
    answers = rights(dealt, 2)
    for answer, card in zip(answers, dealt["cards"], strict=False):
        answer[1] = wrong(card)
    page = sends(client, dealt, answers)
    assert page.status_code == 200 and "Your best" not in page.text
    assert "Your best" not in client.get("/storm").text


def test_a_miss_is_told_with_its_reason_and_can_be_tried_again(
    client: FlaskClient, clock: Clock
) -> None:
    dealt = deals(client)
    clock.goes_on(70)
    answers = rights(dealt, 3)
    missed = dealt["cards"][1]
    answers[1][1] = wrong(missed)
    page = sends(client, dealt, answers).text
    verdict = question(QuestionKey.parse(missed["key"])).judge(answers[1][1])
    assert unbroken(verdict.reasons[-1].sentence) in page
    address = f"/practise/{missed['asks']}?question={missed['key']}"
    assert f'href="{address}&amp;missed=storm"' in page
    again = client.get(address)
    assert again.status_code == 200
    assert missed["prompt"] in again.text


def test_a_club_sees_the_best_of_the_week_of_whoever_shows_theirs(
    app: Flask, client: FlaskClient, stranger: FlaskClient, clock: Clock
) -> None:
    app.extensions["learner_service"].now = clock
    club_id = app.extensions["clubs"].service.open("Fridays", ANAS_PHONE)
    address = f"/club/{club_id}/storms"

    def ends(course: str, number: int) -> str:
        dealt = deals(client, course)
        clock.goes_on(70)
        return sends(client, dealt, rights(dealt, number)).text

    offered = [ends("storm", number) for number in (7, 3)][-1]
    assert shows(offered, "storms.show", club="Fridays") and f'action="{address}"' in offered
    assert shows(client.get(address).text, "storms.nobody")
    # A phone without a name is asked for one first.
    asks = client.post(address, data={"show": "yes"}, **FOLLOW).text
    assert shows(asks, "storms.nobody") and 'name="name"' in asks
    told = client.post(address, data={"show": "yes", "name": "Ana"}, **FOLLOW).text
    assert "Ana yours 9 pegs Race Horse" in read(told)
    # By the name that the phone has there; an easier storm has a best of its own, and is none here.
    client.post(f"/club/{club_id}/name", data={"name": "Annie"})
    assert address in hrefs(ends("storm", 2))
    assert shows(ends("storm.0", 10), "storms.easier")
    assert "Annie yours 9 pegs" in read(client.get(address).text)
    assert "Up to 0 15 Up to 1 – Up to 2 – Up to 3 – Up to 4 9" in read(client.get("/storm").text)
    assert address in hrefs(client.get(f"/club/{club_id}").text)
    assert shows(client.post(address, **FOLLOW).text, "storms.nobody")
    client.post(address, data={"show": "yes"})
    clock.goes_on(2 * 24 * 3600)
    assert shows(client.get(address).text, "storms.nobody"), "it is Monday"
    assert {stranger.get(address).status_code, stranger.post(address).status_code} == {404}


def test_a_storm_up_to_a_level_asks_nothing_harder(client: FlaskClient) -> None:
    dealt = deals(client, "storm.1")
    told = {"deal": dealt["deal"], "first": FIRST_DEAL}
    dealt["cards"] += client.post("/sprint/more", data=told).get_json()["cards"]
    assert {QuestionKey.parse(card["key"]).level for card in dealt["cards"]} == {0, 1}
    # Without doubles no count is larger than 12, and neither is a key.
    easiest, counts = deals(client, "storm.0"), dealt["boards"]["counts"]
    assert all(int(card["right"][0]) <= 12 for card in easiest["cards"] if card["numbers"])
    assert ">39<" in counts and ">13<" not in easiest["boards"]["counts"]


def test_a_storm_is_no_answer_of_the_schedule(
    app: Flask, client: FlaskClient, clock: Clock
) -> None:
    dealt = deals(client)
    clock.goes_on(70)
    sends(client, dealt, rights(dealt, 5))
    with client.session_transaction() as session:
        known = session["learner"]
    assert app.extensions["learner_service"].attempts(known) == ()


def test_a_result_counts_once(app: Flask, client: FlaskClient, clock: Clock) -> None:
    dealt = deals(client)
    clock.goes_on(70)
    sends(client, dealt, rights(dealt, 2))
    is_refused(sends(client, dealt, rights(dealt, 9)), "counted-already", 409)
    assert best(app, client) == 2


def test_a_run_of_who_is_forgotten_at_that_moment_is_the_first_of_somebody_new(
    app: Flask, client: FlaskClient, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    learners: LearnerService = app.extensions["learner_service"]
    ana = learners.start("Ana")
    learners.remove(ana.id)
    dealt = deals(client)
    clock.goes_on(70)
    with monkeypatch.context() as patched:
        patched.setattr(sprint_views, "learner", lambda: ana)
        assert sends(client, dealt, rights(dealt, 2)).status_code == 200
    assert best(app, client) == 2


def test_a_score_is_no_better_than_its_answers(
    app: Flask, client: FlaskClient, clock: Clock
) -> None:
    dealt = deals(client)
    clock.goes_on(70)
    told = {"deal": dealt["deal"], "answers": json.dumps(rights(dealt, 2)), "score": 999}
    assert client.post("/sprint/result", data=told).status_code == 200
    assert best(app, client) == 2


def test_answers_that_took_longer_than_there_was_are_refused(
    app: Flask, client: FlaskClient, clock: Clock
) -> None:
    dealt = deals(client)
    clock.goes_on(4)
    is_refused(sends(client, dealt, rights(dealt, 5)), "sent-too-soon")
    assert best(app, client) == 0


def test_a_result_is_taken_for_a_week(client: FlaskClient, clock: Clock) -> None:
    dealt, later = deals(client), deals(client)
    clock.goes_on(7 * 24 * 3600)
    assert sends(client, dealt, rights(dealt, 2)).status_code == 200
    clock.goes_on(1)
    is_refused(sends(client, later, rights(later, 2)), "too-late")


def test_questions_dealt_to_another_phone_count_for_nobody(
    app: Flask, client: FlaskClient, clock: Clock
) -> None:
    dealt, zoe = deals(client), phone(app, "zoes-phone")
    clock.goes_on(70)
    is_refused(sends(zoe, dealt, rights(dealt, 2)), "not-ours", 404)
    assert best(app, zoe) == 0
    more = zoe.post("/sprint/more", data={"deal": dealt["deal"], "first": DEAL})
    assert more.status_code == 404


def test_a_forged_deal_is_none(client: FlaskClient, clock: Clock) -> None:
    dealt = deals(client)
    clock.goes_on(70)
    told = dealt["deal"]
    for forged in (
        "",
        "a.b",
        # The last two bits of the last letter mean nothing: an A and a B are the same there.
        told[:-1] + ("A" if told[-1] != "A" else "Q"),
        "x" + told,
        URLSafeSerializer("guessed", salt="dealt").dumps(["a", "storm", "muggins", 1, 1, "x"]),
        # Signed by us, but for something else.
        URLSafeSerializer("test", salt="other").dumps(["a", "storm", "muggins", 1, 1, "x"]),
    ):
        is_refused(sends(client, {"deal": forged}, rights(dealt, 2)), "not-ours", 404)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda told: told.reverse(), "skipped-ahead"),
        (lambda told: told.pop(0), "skipped-ahead"),
        (lambda told: told.append([*told[0][:2], 9_000]), "answered-twice"),
        (lambda told: told[1].__setitem__(0, "count.doubles.race-horse.1.5"), "not-dealt"),
        (lambda told: told[1].__setitem__(2, 1_050), "too-quick"),
        (lambda told: told[2].__setitem__(2, 1_500), "time-ran-back"),
        (lambda told: told[2].__setitem__(2, 65_000), "time-was-up"),
    ],
)
def test_a_run_that_cannot_have_happened_is_refused(
    app: Flask, client: FlaskClient, clock: Clock, change: Any, why: str
) -> None:
    dealt = deals(client)
    clock.goes_on(70)
    told = rights(dealt, 3)
    change(told)
    is_refused(sends(client, dealt, told), why)
    assert best(app, client) == 0


@pytest.mark.parametrize(
    "told",
    [
        "",
        5,
        [5],
        [["what", "1", 1000]],
        [["count.doubles.race-horse.1.5", 15, 1000]],
        [["count.doubles.race-horse.1.5", "15", "soon"]],
        [["count.doubles.race-horse.1.5", "15", True]],
        [["count.doubles.race-horse.1.5", "15", -1]],
        [["count.doubles.race-horse.1.5", "15", 1e3]],
        [["count.doubles.race-horse.1.5", "15", 1000]] * 301,
    ],
)
def test_what_is_no_list_of_answers_is_not_read(client: FlaskClient, told: object) -> None:
    assert sends(client, deals(client, "worth"), told).status_code == 400


def test_a_ladder_is_climbed_in_a_game_that_has_it(
    app: Flask, client: FlaskClient, clock: Clock
) -> None:
    dealt = deals(client, "worth")
    assert dealt["game"] == "fives-and-threes"
    assert len(dealt["cards"]) == 10
    clock.goes_on(40)
    assert sends(client, dealt, rights(dealt, 10)).status_code == 200
    assert best(app, client, SprintCourse("worth", "fives-and-threes")) == 10
    assert worded("ladders.best", score=10, seconds="10.0").search(
        client.get("/ladders/worth").text
    )


def test_a_storm_is_of_the_game_that_is_practised(client: FlaskClient) -> None:
    client.post("/practise/ground", data={"ground": "muggins"})
    dealt = deals(client)
    assert dealt["game"] == "muggins"
    assert {QuestionKey.parse(card["key"]).game for card in dealt["cards"]} == {"muggins"}


@pytest.mark.parametrize("name", ["best", "count", "gale", "storm.4"])
def test_a_ladder_that_there_is_not_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/ladders/{name}").status_code == 404
    assert client.post("/sprint/deal", data={"course": name}).status_code == 404


def test_without_scripts_a_page_says_why_and_leads_to_plain_practice(client: FlaskClient) -> None:
    for address, drill in (("/storm", "mixed"), ("/ladders/worth", "worth")):
        page = client.get(address).text
        plain = page.partition("<noscript>")[2].partition("</noscript>")[0]
        assert worded("sprint.needs-script").search(plain)
        assert f'href="/practise/{drill}"' in plain
