"""A grown-up's class: seen by consent alone, ended by either side, and never the learner's own."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.i18n import message
from companion.learners.learner_service import LearnerService
from companion.web.app import create_app
from tests.thorough import thorough
from tests.web.phones import PHONE, phone
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.test_progress_pages import answer, named, shows, words
from tests.web.words import shown
from tests.web.words import shows as says


@pytest.fixture
def grown_up(app: Flask) -> FlaskClient:
    """Dee's phone, who has a class."""
    return phone(app, "dees-phone")


def code_to_see(client: FlaskClient) -> str:
    """The code by which a learner is seen from now on."""
    assert client.post("/class/show").status_code == 303
    part = client.get("/practise/progress").text.partition('id="shown"')[2]
    code = re.search('class="code">([^<]*)<', part)
    assert code is not None
    return code[1]


def enter(client: FlaskClient, code: str, name: str = "Ana") -> int:
    return client.post("/class/enter", data={"name": name, "code": code}).status_code


def seen(client: FlaskClient) -> str:
    return words(client.get("/class").text)


def test_who_was_given_the_code_sees_a_table_a_picture_and_the_way_to_each(
    client: FlaskClient, grown_up: FlaskClient
) -> None:
    answer(client)
    own_code = named(client)
    assert str(message("class.lede")) in seen(grown_up)
    assert enter(grown_up, code_to_see(client)) == 303
    page = grown_up.get("/class").text
    assert "<bdi>Ana</bdi>" in page and "<polyline" in page and "<td>1</td>" in page
    assert says(page, "practise.home.next") and 'href="/class/1"' in page
    progress = grown_up.get("/class/1").text
    assert str(message("progress.title-of", name="Ana")) in words(progress)
    # Nothing there is the learner's own to do, nor would let anybody do it.
    assert "/practise/progress/" not in progress and own_code not in page + progress
    with client.session_transaction() as session:
        assert session["learner"] not in page + progress
    with grown_up.session_transaction() as session:
        assert "learner" not in session


def test_the_grown_up_is_told_of_the_learner_by_name_and_of_what_happened(
    client: FlaskClient, grown_up: FlaskClient
) -> None:
    answer(client)
    named(client)
    enter(grown_up, code_to_see(client))
    entered, removed = (
        message(f"class.said.{what}", name="Ana") for what in ("entered", "removed")
    )
    assert str(entered) in seen(grown_up) and str(entered) not in seen(grown_up)
    own, of_ana = client.get("/practise/progress").text, words(grown_up.get("/class/1").text)
    assert says(own, "progress.calendar.title")
    assert str(message("progress.calendar.title.of", name="Ana")) in of_ana.replace("Ana ’", "Ana’")
    told = re.split(str(message("class.remove")).lower(), of_ana.lower())[0]
    assert not re.search(r"\byour?\b", told)
    grown_up.post("/class/1/remove")
    assert str(removed) in seen(grown_up)
    gone = grown_up.get("/class/1")
    assert gone.status_code == 404 and 'href="/class"' in gone.text


def test_a_learner_sees_how_many_look_and_ends_it(
    client: FlaskClient, grown_up: FlaskClient
) -> None:
    named(client)
    code = code_to_see(client)
    assert shows(client, message("shown.nobody-looks"))
    enter(grown_up, code)
    assert shows(client, message("shown.looking", count=1))
    assert client.post("/class/hide").status_code == 303
    assert (
        "<bdi>Ana" not in grown_up.get("/class").text
        and grown_up.get("/class/1").status_code == 404
    )
    assert enter(grown_up, code) == 404 and not shows(client, message("shown.looking", count=1))


def test_who_shuts_other_devices_out_is_seen_no_more(
    client: FlaskClient, grown_up: FlaskClient
) -> None:
    named(client)
    code = code_to_see(client)
    enter(grown_up, code)
    client.post("/practise/progress/shut-out")
    assert "<bdi>Ana" not in grown_up.get("/class").text and enter(grown_up, code) == 404


def test_a_stranger_sees_nobody_and_a_wrong_code_tells_nothing(
    client: FlaskClient, grown_up: FlaskClient, stranger: FlaskClient
) -> None:
    own_code = named(client)
    code = code_to_see(client)
    enter(grown_up, code)
    assert "<bdi>Ana" not in stranger.get("/class").text
    assert stranger.get("/class/1").status_code == 404
    assert stranger.post("/class/1/remove").status_code == 404
    told = set()
    for name, typed in (("Ana", "AAAAAA"), ("Ana", own_code), ("Zoe", code), ("", "")):
        page = stranger.post("/class/enter", data={"name": name, "code": typed})
        assert page.status_code == 404 and "<polyline" not in page.text
        told.add(re.findall(r'role="alert">([^<]*)<', page.text)[0])
    assert told == {str(message("refused.wrong-code"))}
    assert (
        client.post("/practise/progress/enter", data={"name": "Ana", "code": code}).status_code
        == 404
    )
    assert "Ana" in seen(grown_up)


def test_a_grown_up_takes_a_learner_off_and_the_learner_keeps_all(
    client: FlaskClient, grown_up: FlaskClient
) -> None:
    answer(client)
    named(client)
    enter(grown_up, code_to_see(client))
    assert grown_up.post("/class/1/remove").status_code == 303
    assert (
        "<bdi>Ana" not in grown_up.get("/class").text
        and grown_up.post("/class/1/remove").status_code == 404
    )
    assert shows(client, message("shown.nobody-looks"))


def test_before_a_name_there_is_nothing_to_show(client: FlaskClient) -> None:
    for deed in ("show", "hide"):
        assert client.post(f"/class/{deed}").status_code == 303
    answer(client)
    client.post("/class/show")
    assert 'id="shown"' not in client.get("/practise/progress").text


def test_no_store_keeps_what_learners_show(client: FlaskClient, grown_up: FlaskClient) -> None:
    named(client)
    enter(grown_up, code_to_see(client))
    for address in ("/class", "/class/1"):
        assert grown_up.get(address).headers["Cache-Control"] == "no-store"


def test_guesses_at_a_code_are_counted(url: str) -> None:
    settings = {"DATABASE_URL": url, "SECRET_KEY": "test", "WTF_CSRF_ENABLED": False}
    app = create_app({**settings, "RATELIMIT_ENABLED": True})
    statuses = [enter(phone(app, "zoe"), "AAAAAA") for _ in range(21)]
    app.extensions["table_service"].database.close()
    assert {*statuses[:20]} == {404} and statuses[-1] == 429


def test_an_app_for_one_phone_has_no_classes(url: str) -> None:
    settings = {"DATABASE_URL": url, "SECRET_KEY": "test", "WTF_CSRF_ENABLED": False}
    app = create_app({**settings, "IS_ALONE": True})
    client = phone(app)
    assert client.get("/class").status_code == 404
    assert "/class" not in client.get("/lessons").text
    client.post("/practise/progress/name", data={"name": "Ana"})
    assert 'id="shown"' not in client.get("/practise/progress").text
    app.extensions["table_service"].database.close()


@thorough
def test_showing_and_seeing_progress_is_clear_to_everybody(
    page: Page, server: Serving, behind: LearnerService
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{server.address}/class")
    is_clean(page)
    page.goto(f"{server.address}/practise/progress")
    page.locator("#name").fill("Cyd in class")
    page.get_by_role("button", name=shown("progress.keep"), exact=True).click()
    page.get_by_text(shown("shown.title")).click()
    page.get_by_role("button", name=shown("shown.begin")).click()
    code = page.locator("#shown .code")
    expect(code).to_be_visible()
    is_clean(page)
    said = code.inner_text()
    page.goto(f"{server.address}/class")
    page.locator("#name").fill("Cyd in class")
    page.locator("#code").fill(said)
    page.get_by_role("button", name=shown("class.let-in"), exact=True).click()
    expect(page.locator(".learners li").first).to_be_visible()
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    is_clean(page)
    page.locator(".of-class a").first.click()
    expect(page.get_by_text(shown("class.remove"))).to_be_visible()
    is_clean(page)
