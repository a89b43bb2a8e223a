"""A grown-up's class: seen by consent alone, ended by either side, asked all at once."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.coach.drills.drill_questions import question
from companion.i18n import message
from companion.learners.learner_classes import ClassNow, ClassService
from companion.rules.errors import quoted
from companion.web.app import create_app
from companion.web.security import policy
from tests.web.phones import phone
from tests.web.test_progress_pages import answer, named, shows, words
from tests.web.words import shows as says

POLLS = {"HX-Request": "true"}


@pytest.fixture
def grown_up(app: Flask) -> FlaskClient:
    """Dee's phone, who has a class."""
    client = phone(app, "dees-phone")
    assert client.post("/class/open", data={"names": "Ana\n\n Cyd \n"}).status_code == 303
    return client


def class_of(app: Flask, client: FlaskClient) -> ClassNow:
    """The class of a phone."""
    classes: ClassService = app.extensions["class_service"]
    with client.session_transaction() as session:
        return classes.look(session["class"])


@pytest.fixture
def link(app: Flask, grown_up: FlaskClient) -> str:
    """The link to Dee's class."""
    return f"/class/join/{class_of(app, grown_up).row.code}"


def seen(client: FlaskClient) -> str:
    return words(client.get("/class").text)


def test_who_follows_the_link_reads_who_will_see_what_and_picks_a_name(
    client: FlaskClient, grown_up: FlaskClient, stranger: FlaskClient, link: str
) -> None:
    answer(client)
    page = client.get(link).text
    assert says(page, "join-class.consent") and says(page, "join-class.stop")
    assert 'value="Ana"' in page and 'value="Cyd"' in page
    list_before = grown_up.get("/class")
    polls = re.findall(r'hx-get="([^"]*)"', list_before.text)
    assert link in list_before.text and grown_up.get(polls[0], headers=POLLS).status_code == 204
    # Who only looks is not in it.
    assert "/class/1" not in list_before.text

    assert client.post(link, data={"name": "Ana"}).status_code == 303
    assert says(client.get(link).text, "whole-class.you-are-in")
    refused = stranger.post(link, data={"name": "ANA"})
    taken = message("class.refused.name-taken", name=quoted("ANA"))
    assert refused.status_code == 422 and str(taken) in words(refused.text)
    assert 'value="Ana"' not in refused.text and 'value="Cyd"' in refused.text
    assert stranger.post(link, data={"name": ""}).status_code == 422
    # An address is no place for names.
    polled = grown_up.get(polls[0], headers=POLLS)
    assert "<bdi>Ana</bdi>" in polled.text and not re.search('seen=[^"]*Ana', polled.text)
    assert 'href="/class/1"' in polled.text and "<polyline" in grown_up.get("/class/1").text
    with client.session_transaction() as session:
        assert session["learner"] not in polled.text + grown_up.get("/class/1").text
    with grown_up.session_transaction() as session:
        assert "learner" not in session


def test_a_learner_sees_that_others_look_and_ends_it(
    client: FlaskClient, grown_up: FlaskClient, link: str
) -> None:
    own_code = named(client, "Ana Long")
    assert 'id="shown"' not in client.get("/practise/progress").text
    client.post(link, data={"name": "Ana"})
    assert shows(client, message("shown.looking", count=1))
    progress = grown_up.get("/class/1").text
    # Under the name of the class, and nothing there is the learner's own to do.
    assert str(message("progress.title-of", name="Ana")) in words(progress)
    assert "/practise/progress/" not in progress and own_code not in progress
    # The way back to it is where they practise.
    assert f'href="{link}"' in client.get("/practise").text
    assert f'href="{link}"' in client.get("/practise/progress").text
    assert client.post(link, data={"leave": ""}).location == "/practise"
    home = client.get("/practise").text
    assert says(home, "class.said.left") and f'href="{link}"' not in home
    assert client.post(link, data={"leave": ""}).status_code == 303
    client.post(link, data={"name": "Ana"})
    assert client.post("/class/hide").status_code == 303
    assert 'id="shown"' not in client.get("/practise/progress").text
    assert 'href="/class/1"' not in grown_up.get("/class").text
    gone = grown_up.get("/class/1")
    assert gone.status_code == 404 and 'href="/class"' in gone.text
    # The grown-up ends it as well, and the learner keeps all.
    client.post(link, data={"name": "Ana"})
    assert says(client.get(link).text, "whole-class.you-are-in")
    assert grown_up.post("/class/1/remove").status_code == 303
    assert str(message("class.said.removed", name="Ana")) in seen(grown_up)
    assert grown_up.post("/class/1/remove").status_code == 404
    assert "Ana Long" in words(client.get("/practise/progress").text)
    # Their phone is told, and one tap doesn't join again: that takes a new link.
    for told in (client.get(link, headers=POLLS), client.post(link, data={"name": "Ana"})):
        assert told.status_code in (303, 403) and not says(told.text, "join-class.title")
    assert says(client.get(link).text, "problem.left-class.title")


def test_a_class_gets_a_new_link_another_device_and_an_end(
    app: Flask, client: FlaskClient, grown_up: FlaskClient, link: str
) -> None:
    # The letters of the link lead there where those of tables are typed.
    assert client.post("/code", data={"code": link[-6:].lower()}).location == link
    client.post(link, data={"name": "Ana"})
    client.get(link)
    secret = class_of(app, grown_up).row.id
    assert grown_up.post("/class/new-link").location == "/class"
    anew = f"/class/join/{class_of(app, grown_up).row.code}"
    # Whoever is in it goes on, and nobody else comes by the old link.
    assert anew != link and client.get(link).location == anew
    assert says(client.get(anew).text, "whole-class.you-are-in")
    zoe = phone(app, "zoes")
    assert zoe.get(link).status_code == 404 == zoe.post(link, data={"name": "Zoe"}).status_code
    # The link to join makes nobody the teacher; the other one does, after a tap.
    for made_up in (anew.rpartition("/")[2], "x" * 22):
        assert zoe.get(f"/class/mine/{made_up}").status_code == 404
    zoe.post("/class/take")
    assert "<bdi>Ana</bdi>" not in zoe.get("/class").text
    assert f"/class/mine/{secret}" in grown_up.get("/class").text
    assert zoe.get(f"/class/mine/{secret}").location == "/class"
    assert "<bdi>Ana</bdi>" not in zoe.get("/class").text
    zoe.post("/class/take")
    assert "<bdi>Ana</bdi>" in zoe.get("/class").text

    assert zoe.post("/class/close").status_code == 303 and secret not in zoe.get("/class").text
    assert (
        zoe.post("/class/close").status_code == 404 == grown_up.post("/class/new-link").status_code
    )
    assert says(client.get(anew).text, "problem.left-class.title")
    assert says(zoe.get("/class/ask").text, "problem.no-class-here.title")
    # What is wrong with the names says with which of them.
    for typed, name in (("Ana\nBen\nANA", "ANA"), ("Ana\n" + "x" * 240, "x" * 24)):
        refused = zoe.post("/class/open", data={"names": typed})
        assert refused.status_code == 422 and quoted(name) in words(refused.text)
    assert 'id="shown"' not in client.get("/practise/progress").text


@pytest.mark.parametrize("who", ["member", "stranger", "teacher of another class"])
def test_only_its_teacher_sees_the_list_and_what_it_is_asked(
    app: Flask, grown_up: FlaskClient, link: str, who: str
) -> None:
    phone(app, "bens").post(link, data={"name": "Ben"})
    other = phone(app, "zoes")
    if who == "member":
        other.post(link, data={"name": "Zoe"})
    if who.startswith("teacher"):
        other.post("/class/open")
    assert grown_up.post("/class/ask", data={"practice": "score.doubles"}).status_code == 303
    before = class_of(app, grown_up)
    assert before.key is not None and "Ben" not in other.get("/class").text
    for method, address, sent in (
        ("GET", "/class/1", {}),
        ("POST", "/class/1/remove", {}),
        ("GET", "/class/ask", {}),
        ("POST", "/class/ask", {"end": ""}),
        ("POST", "/class/ask", {"practice": "count.doubles"}),
        ("POST", "/class/open", {"names": "Zoe"}),
    ):
        page = other.open(address, method=method, data=sent).text
        assert "Ben" not in page and str(question(before.key).prompt) not in page
    now = class_of(app, grown_up)
    assert (now.row, now.roll) == (before.row, before.roll)
    # What says the question or its answer is on no phone before time is up.
    page = other.get(link).text
    assert (str(before.key) in page, "data-answer" in page, "is-right" in page) == (False,) * 3
    assert ('name="said"' in page) is (who == "member")
    if who == "member":
        right, wrong = min(before.roll and question(before.key).answer), "0"
        assert before.key.seed % 10**10 == before.key.seed and f"{before.key.seed}" not in page
        other.post(link, data={"asked": before.row.asked, "said": right})
        waits = words(other.get(link).text)
        assert str(message("whole-class.wait")) in waits and right != wrong
        assert str(question(before.key).judge(right).headline) not in waits
        # A mistaken tap can be changed.
        assert f'<form class="reply" method="post" action="{link}"' in other.get(link).text
        polls = re.findall(r'hx-get="([^"]*)"', grown_up.get("/class/ask").text)
        grown_up.post("/class/ask", data={"end": ""})
        assert str(question(before.key).judge(right).headline) in words(other.get(link).text)
        told = grown_up.get(polls[0], headers=POLLS).text
        assert "bars" in told and "Zoe" not in told and "Ben" not in told
        why = grown_up.get("/class/ask?why=1").text
        assert str(question(before.key).reasons[-1].sentence) in words(why).replace("\u2060", "")


def test_where_no_question_of_a_level_takes_one_tap_a_lower_one_is_asked(
    app: Flask, grown_up: FlaskClient
) -> None:
    with grown_up.session_transaction() as session:
        session["ground"] = "fives-and-threes"
    asked = {"practice": "to-go.counting-out", "level": "4"}
    assert grown_up.post("/class/ask", data=asked).status_code == 303
    key = class_of(app, grown_up).key
    assert key is not None and (key.kind, key.level) == ("to-go", 1)


def test_a_school_joins_in_a_minute_and_guesses_are_counted(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy.GUESSES_OF_CLASS, "rates", "30 per minute")
    settings = {"DATABASE_URL": url, "SECRET_KEY": "test", "WTF_CSRF_ENABLED": False}
    app = create_app({**settings, "RATELIMIT_ENABLED": True})
    grown_up = phone(app, "dees")
    grown_up.post("/class/open")
    link = f"/class/join/{class_of(app, grown_up).row.code}"
    for number in range(30):
        child = phone(app, "")
        assert child.get(link).status_code == 200
        assert child.post(link, data={"name": f"Child {number}"}).status_code == 303
        assert child.get(link).status_code == 200
    zoe = phone(app, "zoes")
    statuses = [zoe.get("/class/join/AAAAAA").status_code for _ in range(31)]
    assert statuses == [*[404] * 30, 429] and phone(app, "").get(link).status_code == 429
    # Whoever is in the class goes on, and guesses no other.
    assert child.get(link).status_code == 200
    assert child.get("/class/join/AAAAAA").status_code == 429
    app.extensions["table_service"].database.close()


def test_an_app_for_one_phone_has_no_classes(url: str) -> None:
    settings = {"DATABASE_URL": url, "SECRET_KEY": "test", "WTF_CSRF_ENABLED": False}
    app = create_app({**settings, "IS_ALONE": True})
    client = phone(app)
    for address in ("/class", "/class/ask", "/class/join/AAAAAA"):
        assert client.get(address).status_code == 404
    assert "/class" not in client.get("/lessons").text
    client.post("/practise/progress/name", data={"name": "Ana"})
    assert 'id="shown"' not in client.get("/practise/progress").text
    app.extensions["table_service"].database.close()
