"""The pages of a race, what its phones are told, and what strangers and cheats are refused."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.coach.challenges.race import (
    AT_ONCE,
    COUNTDOWN,
    HOLES,
    LASTS,
    MOST_ANSWERS,
    judge,
    key_of,
    keys_of,
    offers,
)
from companion.coach.challenges.sprint_questions import DEAL
from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import NoSuchQuestion
from companion.i18n import message
from companion.learners.race_service import RaceService
from companion.web.request_log import log_requests
from tests.web.phones import phone

START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
NASTY = "<b id=x>A"


class Evening:
    """An app at which time stands still until somebody moves it."""

    def __init__(self, app: Flask) -> None:
        self.time, self.seed = START, 61
        self.service: RaceService = app.extensions["race_service"]
        self.service.now = app.config["NOW"] = lambda: self.time
        self.service.seed = lambda: self.seed

    def wait(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)

    def begin(self, client: FlaskClient, race: str) -> None:
        """Start a race, and let a second of it pass."""
        assert client.post(f"{race}/start").status_code == 303
        self.wait(COUNTDOWN.total_seconds() + 1)

    def said(self, question: int, *, right: bool = True) -> str:
        key = key_of("race-horse", self.seed, question)
        values = (choice.value for choice in offers(key))
        return next(each for each in values if judge(key, each).is_right == right)


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


@pytest.fixture
def ben(app: Flask) -> FlaskClient:
    return phone(app, "bens-phone")


@pytest.fixture
def race(evening: Evening, client: FlaskClient, ben: FlaskClient) -> str:
    """The address of Ana's race, which Ben has joined."""
    address = opened(client, {"name-0": "Ana"})
    assert ben.post(f"{address}/join", data={"name": "Ben"}).status_code == 303
    return address


def opened(client: FlaskClient, form: dict[str, str]) -> str:
    answer = client.post("/race", data={"game": "race-horse", "way": "phones"} | form)
    assert answer.status_code == 303
    return answer.headers["Location"]


def answered(client: FlaskClient, race: str, said: str, **form: Any) -> TestResponse:
    return client.post(
        f"{race}/answer", data={"lane": 0, "question": 0, "at": 900, "said": said} | form
    )


def pegs(client: FlaskClient, race: str) -> list[int]:
    return [lane["pegs"] for lane in client.get(f"{race}/state").json["lanes"]]


def test_practice_leads_to_the_race(client: FlaskClient) -> None:
    assert 'href="/race"' in client.get("/practise").text
    assert client.get("/race").status_code == 200


def test_who_opens_a_race_invites_others_by_a_code(client: FlaskClient, race: str) -> None:
    page = client.get(race).text
    assert f"http://localhost{race}" in page and "qr-paper" in page
    assert "Ana" in page and "Ben" in page
    assert f'action="{race}/start"' in page


def test_two_who_hold_one_phone_need_no_code(client: FlaskClient, evening: Evening) -> None:
    race = opened(client, {"way": "shared", "name-0": "Ana", "name-1": "Ben"})
    page = client.get(race).text
    assert "qr-paper" not in page and f'action="{race}/start"' in page
    evening.begin(client, race)
    assert client.get(race).text.count("data-seat=") == 2


def test_a_phone_that_is_alone_is_held_by_two(app: Flask, client: FlaskClient) -> None:
    app.config["IS_ALONE"] = True
    assert 'value="phones"' not in client.get("/race").text
    race = opened(client, {"way": "phones", "name-0": "Ana", "name-1": "Ben"})
    assert "qr-paper" not in client.get(race).text


@pytest.mark.parametrize(
    ("form", "refused"),
    [
        ({"name-0": ""}, 422),
        ({"name-0": "lead"}, 422),
        ({"name-0": "A" * 25}, 422),
        ({"way": "shared", "name-0": "Ana"}, 422),
        ({"way": "shared", "name-0": "Ana", "name-1": "Ana"}, 422),
        ({"name-0": "Ana", "game": "whist"}, 400),
        ({"name-0": "Ana", "game": "own"}, 400),
    ],
)
def test_a_race_that_cannot_be_opened_says_why(
    client: FlaskClient, form: dict[str, str], refused: int
) -> None:
    answer = client.post("/race", data={"game": "race-horse", "way": "phones"} | form)
    assert answer.status_code == refused
    assert 'class="problem"' in answer.text or refused == 400


def test_a_stranger_finds_no_race_and_one_with_the_link_watches(
    stranger: FlaskClient, race: str, client: FlaskClient, evening: Evening
) -> None:
    for path in ("", "/state", "/questions", "/result"):
        assert stranger.get(f"/race/AAAAAAAAAAAAAAAAAAAAAA{path}").status_code == 404
    evening.begin(client, race)
    page = stranger.get(race)
    assert page.status_code == 200 and "data-lane" in page.text
    assert "data-seat" not in page.text
    assert stranger.get(f"{race}/state").json["lanes"][0]["pegs"] == 0


def test_a_watcher_is_dealt_no_questions_and_moves_nothing(
    stranger: FlaskClient, race: str, client: FlaskClient, evening: Evening
) -> None:
    for deed, form in (("start", {}), ("head-start", {"lane": 0, "seconds": 20}), ("leave", {})):
        assert stranger.post(f"{race}/{deed}", data=form).status_code == 403
    evening.begin(client, race)
    assert stranger.get(f"{race}/questions").status_code == 403
    assert answered(stranger, race, evening.said(0)).status_code == 403
    assert stranger.post(f"{race}/again").status_code == 403
    assert pegs(client, race) == [0, 0]


def test_no_question_is_dealt_before_the_start(
    client: FlaskClient, race: str, evening: Evening
) -> None:
    assert client.get(f"{race}/questions").status_code == 403
    evening.begin(client, race)
    cards = [
        card
        for first in range(0, DEAL, AT_ONCE)
        for card in client.get(f"{race}/questions?first={first}").json
    ]
    assert len(cards) == DEAL
    for number, card in enumerate(cards):
        key = key_of("race-horse", evening.seed, number)
        assert card["key"] == str(key)
        assert {*card["right"]} == question(key).answer
        for choice in offers(key):
            assert f'data-option="{choice.value}"' in card["options"]


def test_no_page_shows_what_a_racer_is_known_by(
    client: FlaskClient, ben: FlaskClient, race: str, evening: Evening
) -> None:
    secrets = set()
    for each in (client, ben):
        with each.session_transaction() as session:
            secrets.add(session["racer"])
    assert len(secrets) == 2
    evening.begin(client, race)
    for path in ("", "/state", "/questions", "/result"):
        answer = client.get(f"{race}{path}")
        assert answer.headers["Cache-Control"] == "no-store"
        assert not [secret for secret in secrets if secret in answer.text]


def test_an_answer_tells_how_the_race_stands(
    client: FlaskClient, ben: FlaskClient, race: str, evening: Evening
) -> None:
    evening.begin(client, race)
    told = answered(client, race, evening.said(0)).json
    assert told["now"] == 1_000
    assert [lane["pegs"] for lane in told["lanes"]] == [1, 0]
    assert told["lanes"][0] == {
        "answers": 1, "pegs": 1, "readyAt": 900, "homeAt": None, "isDone": False, "place": 1
    }  # fmt: skip
    assert ben.get(f"{race}/state?seen={told['version']}").status_code == 204
    assert ben.get(f"{race}/state?seen=0").json == told


def test_time_ends_a_race_for_who_only_looks(
    client: FlaskClient, race: str, evening: Evening
) -> None:
    evening.begin(client, race)
    before = client.get(f"{race}/state").json
    assert not before["isOver"] and before["endsAt"] == LASTS
    still_on = client.get(f"{race}/result").text
    assert str(message("holes.still-on")) in still_on
    # What each of the two pages asks from then on.
    seen = re.findall(r'seen=(\d+)"', still_on)
    assert seen == [f"{before['version']}"]
    evening.wait(LASTS / 1_000)
    after = client.get(f"{race}/state?seen={seen[0]}").json
    assert after["isOver"] and after["version"] > before["version"]
    assert client.get(f"{race}/state?seen={after['version']}").status_code == 204
    for number, status in ((before["version"], 200), (after["version"], 204)):
        told = client.get(f"{race}/result?seen={number}", headers={"HX-Request": "true"})
        assert told.status_code == status


def test_who_has_missed_and_missed_is_told_to_be_done(
    client: FlaskClient, race: str, evening: Evening
) -> None:
    evening.begin(client, race)
    for number in range(MOST_ANSWERS):
        assert client.get(f"{race}/state").json["lanes"][0]["isDone"] is False
        evening.wait(4)
        wrong = evening.said(number, right=False)
        told = answered(client, race, wrong, question=number, at=10**6)
        assert told.status_code == 200
    lanes = told.json["lanes"]
    assert [lane["isDone"] for lane in lanes] == [True, False]


def test_only_who_races_makes_the_questions_be_found(
    client: FlaskClient, stranger: FlaskClient, race: str, evening: Evening
) -> None:
    keys_of.cache_clear()
    assert stranger.post(f"{race}/start").status_code == 403
    assert keys_of.cache_info().misses == 0
    evening.begin(client, race)
    # Ten before the race: the others while it is run.
    assert keys_of.cache_info().misses == 1
    first = client.get(f"{race}/questions").json
    assert len(first) == AT_ONCE and keys_of.cache_info().misses == 1
    for odd in ("5", "-10", "30", "ten", ""):
        assert client.get(f"{race}/questions?first={odd}").status_code == 400


def test_each_question_is_worked_out_once(client: FlaskClient, race: str, evening: Evening) -> None:
    evening.begin(client, race)
    found = question.cache_info().misses
    client.get(f"{race}/questions")
    assert answered(client, race, evening.said(0)).status_code == 200
    assert question.cache_info().misses == found


def test_a_game_that_has_nothing_to_ask_is_no_race(
    client: FlaskClient, race: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object, **__: object) -> None:
        raise NoSuchQuestion("race-horse")

    monkeypatch.setattr("companion.learners.race_state.keys_of", nothing)
    assert client.post(f"{race}/start").status_code == 404


def test_a_phone_that_two_hold_is_joined_by_nobody_else(
    client: FlaskClient, stranger: FlaskClient
) -> None:
    race = opened(client, {"way": "shared", "name-0": "Ana", "name-1": "Ben"})
    answer = stranger.post(f"{race}/join", data={"name": "Zoe"})
    assert answer.status_code == 422
    assert str(message("holes.refused.shared")) in answer.text
    assert "Zoe" not in client.get(race).text


def test_no_refusal_that_comes_with_the_code_is_kept(ben: FlaskClient, client: FlaskClient) -> None:
    race = opened(client, {"name-0": "Ana"})
    alone = client.post(f"{race}/start")
    nameless = ben.post(f"{race}/join", data={"name": ""})
    for answer in (alone, nameless):
        assert answer.status_code == 422 and race in answer.text
        assert answer.headers["Cache-Control"] == "no-store"
    for deed, form in (("leave", {}), ("head-start", {"lane": 0, "seconds": 5})):
        assert ben.post(f"{race}/{deed}", data=form).headers["Cache-Control"] == "no-store"


def test_the_same_answer_twice_counts_once(
    client: FlaskClient, race: str, evening: Evening
) -> None:
    evening.begin(client, race)
    for _ in range(2):
        assert answered(client, race, evening.said(0)).status_code == 200
    assert pegs(client, race) == [1, 0]


def test_what_a_changed_phone_sends_is_refused(
    client: FlaskClient, race: str, evening: Evening
) -> None:
    right = evening.said(0)
    assert answered(client, race, right).json == {"refused": "too-soon"}
    evening.begin(client, race)
    # Not offered; another question; Ben's lane; no number; a right one of another question.
    assert answered(client, race, "99").status_code == 422
    assert answered(client, race, evening.said(1), question=1).json == {"refused": "out-of-order"}
    assert answered(client, race, right, lane=1).status_code == 403
    assert answered(client, race, right, at="soon").status_code == 400
    assert answered(client, race, right, question=-1).status_code in (409, 422)
    assert pegs(client, race) == [0, 0]
    assert answered(client, race, right).status_code == 200
    # Faster than a thumb.
    too_quick = answered(client, race, evening.said(1), question=1, at=901)
    assert (too_quick.status_code, too_quick.json) == (409, {"refused": "too-soon"})
    assert pegs(client, race) == [1, 0]


def test_a_wrong_answer_that_is_called_right_pegs_nothing(
    client: FlaskClient, race: str, evening: Evening
) -> None:
    evening.begin(client, race)
    told = answered(client, race, evening.said(0, right=False), isRight="true").json
    assert told["lanes"][0]["pegs"] == 0
    # A miss costs two seconds.
    assert told["lanes"][0]["readyAt"] == 2_900


def test_after_the_end_nothing_is_answered(
    client: FlaskClient, race: str, evening: Evening
) -> None:
    evening.begin(client, race)
    evening.wait(3_600)
    assert answered(client, race, evening.said(0)).json == {"refused": "race-over"}
    assert client.get(race).headers["Location"] == f"{race}/result"
    assert str(message("holes.nobody-home")) in client.get(f"{race}/result").text


def run_home(client: FlaskClient, race: str, lane: int, evening: Evening, *, missing: int) -> None:
    question = right = 0
    while right < HOLES:
        evening.wait(4)
        is_right = question >= missing
        said = evening.said(question, right=is_right)
        answer = answered(client, race, said, lane=lane, question=question, at=10**6)
        assert answer.status_code == 200
        right += is_right
        question += 1


def test_the_result_tells_who_won_and_why_each_miss_is_one(
    client: FlaskClient, ben: FlaskClient, race: str, evening: Evening
) -> None:
    ben.post(f"{race}/head-start", data={"lane": 1, "seconds": 20})
    evening.begin(client, race)
    run_home(ben, race, 1, evening, missing=2)
    evening.wait(20)
    run_home(client, race, 0, evening, missing=0)
    page = client.get(f"{race}/result").text
    assert str(message("holes.wins", name="Ben")) in page
    assert page.count('class="miss-asked"') == 2
    for number in (0, 1):
        key = key_of("race-horse", evening.seed, number)
        verdict = judge(key, evening.said(number, right=False))
        assert verdict.notes or verdict.reasons
        # The rule that it breaks, and the way to try once more.
        assert verdict.broken
        assert f'href="/practise/{key.kind}?question={key}"' in page
        shown = re.sub(r"[\u2060\u00a0]", lambda found: "" if found[0] == "\u2060" else " ", page)
        for sentence in (
            question(key).prompt,
            *verdict.notes,
            *(rule.sentence for rule in verdict.broken),
            *(each.sentence for each in verdict.reasons[-1:]),
        ):
            assert str(sentence) in shown
    assert str(message("holes.nothing-missed")) in page
    assert str(message("holes.had-head-start", count=20)) in page


def test_the_same_people_race_again_and_all_phones_are_told_where(
    client: FlaskClient, ben: FlaskClient, stranger: FlaskClient, race: str, evening: Evening
) -> None:
    evening.begin(client, race)
    evening.wait(3_600)
    again = ben.post(f"{race}/again").headers["Location"]
    asks = {"HX-Request": "true"}
    assert client.get(f"{race}/result", headers=asks).headers["HX-Redirect"] == again != race
    assert "HX-Redirect" not in stranger.get(f"{race}/result", headers=asks).headers
    # Nobody calls who watches: for them there is a link, as there is for who comes back late.
    for each in (stranger, client):
        assert f'href="{again}"' in each.get(f"{race}/result").text
    assert f'action="{again}/start"' in client.get(again).text


def test_a_race_that_is_still_on_has_no_next_one(
    client: FlaskClient, race: str, evening: Evening
) -> None:
    evening.begin(client, race)
    refused = client.post(f"{race}/again")
    assert refused.status_code == 422
    assert str(message("holes.refused.still-on")) in refused.text


def test_who_left_a_race_by_accident_finds_the_way_back_until_it_is_over(
    client: FlaskClient, stranger: FlaskClient, race: str, evening: Evening
) -> None:
    back = f'href="{race}"'
    evening.begin(client, race)
    for each in (client, stranger):
        each.get(race)
    assert back in client.get("/race").text
    assert back not in stranger.get("/race").text
    evening.wait(LASTS / 1_000)
    assert back not in client.get("/race").text


def test_a_name_that_is_missing_is_told_apart(client: FlaskClient) -> None:
    shared = {"game": "race-horse", "way": "shared"}
    for names, told in (
        ({"name-0": "", "name-1": "Ben"}, "holes.refused.no-own-name"),
        ({"name-0": "Ana", "name-1": " "}, "holes.refused.no-other-name"),
    ):
        answer = client.post("/race", data=shared | names)
        assert answer.status_code == 422 and str(message(told)) in answer.text


def test_who_comes_late_hears_that_it_has_begun(
    client: FlaskClient, stranger: FlaskClient, race: str, evening: Evening
) -> None:
    evening.begin(client, race)
    answer = stranger.post(f"{race}/join", data={"name": "Zoe"})
    assert answer.status_code == 422
    assert str(message("holes.refused.begun")) in answer.text


def test_a_name_is_shown_as_it_was_typed(
    client: FlaskClient, race: str, ben: FlaskClient, evening: Evening
) -> None:
    ben.post(f"{race}/join", data={"name": NASTY})
    pages = [client.get(race).text]
    evening.begin(client, race)
    pages += [client.get(race).text, client.get(f"{race}/result").text]
    for page in pages:
        assert "<b id=x" not in page and "&lt;b id=x" in page


def test_no_log_tells_where_a_race_is(app: Flask, client: FlaskClient, race: str) -> None:
    lines: list[str] = []
    wrapped, app.wsgi_app = app.wsgi_app, log_requests(app.wsgi_app, lines.append)  # type: ignore[method-assign,assignment]
    try:
        client.get(race).close()
    finally:
        app.wsgi_app = wrapped  # type: ignore[method-assign]
    assert len(lines) == 1 and race.rpartition("/")[2] not in lines[0]


def test_without_scripts_a_race_says_what_works_instead(
    client: FlaskClient, race: str, evening: Evening
) -> None:
    for path in ("/race", race):
        assert re.search(r'<noscript>.*href="/practise"', client.get(path).text)
    evening.begin(client, race)
    assert re.search(r'<noscript>.*href="/practise"', client.get(race).text)
