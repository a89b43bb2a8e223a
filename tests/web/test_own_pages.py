"""A learner's own mistakes: listed for their player alone, solved by taps, asked with one tap."""

import html
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from werkzeug.test import TestResponse

from companion.i18n import message
from companion.learners.mistake_answers import own_answers
from companion.record.header import read_header
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from companion.web.coach import own_mistake_search, own_mistake_views
from companion.web.coach.own_mistake_search import next_own_mistake
from companion.web.ui.date_text import describe_day
from companion.web.ui.practice_session import learner
from tests.tables.scribe import enter, switch
from tests.thorough import thorough
from tests.web import test_rounds as rounds
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.test_review_page import HAND, read, table
from tests.web.words import hrefs, shows

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, bypass_csp=True)

#: Where a round looks for what is due elsewhere.
ON = "/practise/mixed/on"
POINTS = message("unit.pegs", count=4)
COUNTED = ("lead: Ana", "Ana: 6-4, claims 15", "Ana: 4-3", "Ben: left 1-1 2-1")


def next_at(answer: str) -> str:
    """Where an answered question leads."""
    (found,) = re.findall('class="button big" href="([^"]*)"', answer)
    return html.unescape(found)


def practises_as(client: FlaskClient, name: str = "Ana") -> None:
    assert client.post("/practise/progress/name", data={"name": name}).status_code == 303


def own_links(client: FlaskClient) -> list[str]:
    page = html.unescape(client.get("/practise/mistakes").text)
    return re.findall(r'href="(/(?:puzzle|practise)/own[^"]+)"', page)


def question_at(link: str) -> str:
    """Where the turn of a puzzle is asked with one tap."""
    return f"/practise/own?mistake={mistake_at(link)}"


def mistake_at(link: str) -> str:
    """The mistake of a puzzle's address."""
    return ".".join(link.split("/")[-3:])


def puzzle_at(link: str) -> str:
    return "/puzzle/own/" + link.rpartition("=")[2].replace(".", "/")


def answered(client: FlaskClient, question: str, *said: str) -> TestResponse:
    address, _, mistake = question.partition("?mistake=")
    form = {"mistake": mistake, "said": [*said]}
    return client.post(address, data=form, follow_redirects=True)


def played(client: FlaskClient, table_service: TableService, *lines: str) -> str:
    """A table that this device has opened."""
    table_id = table(table_service, *(lines or HAND))
    assert client.get(f"/t/{table_id}").status_code == 200
    return table_id


def counted(client: FlaskClient, table_service: TableService, *, later: bool) -> str:
    """A table at which Ana counts first, from the beginning or only once the hand is over."""
    header = read_header("game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 2")
    counting = TableOptions(counting=frozenset({0}))
    options = TableOptions() if later else counting
    table_id = table_service.open(header, keeper=ANAS_PHONE, table_options=options)
    lines = [line.replace(", claims 15", "") for line in COUNTED]
    enter(table_service, table_id, *lines)
    if later:
        switch(table_service, table_id, counting)
    client.get(f"/t/{table_id}")
    return table_id


def test_a_better_turn_is_listed_for_who_practises_under_the_name_of_its_player(
    client: FlaskClient, table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = played(client, table_service)
    assert str(message("own.no-name")) in read(client, "/practise/mistakes")
    practises_as(client, "ANA")
    (link,) = own_links(client)
    assert link.startswith(f"/puzzle/own/{table_id}/1/")
    words = read(client, "/practise/mistakes")
    assert str(message("own.find-points", points=POINTS)) in words
    # With the day, the layout and the hand; what the puzzles had is one tap away.
    when = {"day": describe_day(datetime.now(UTC).date()), "game": "Race Horse"}
    page = client.get("/practise/mistakes").text
    assert shows(page, "own.when", **when, players="Ana, Ben") and 'class="why-felt"' in page
    assert shows(page, "own.leads", name="Ana")
    assert re.findall('aria-label="([0-6]-[0-6])"', page) == ["5-5", "5-0", "4-1", "2-1", "2-0"]
    assert hrefs(client.get("/puzzle").text.partition('id="own"')[2])[0] == "/practise/mistakes"
    # Four are open at once.
    several = own_mistake_views.listed_mistakes
    monkeypatch.setattr(own_mistake_views, "listed_mistakes", lambda known: several(known) * 6)
    page = client.get("/practise/mistakes").text
    assert [part.count('class="why-felt"') for part in page.split("<details")] == [4, 2]
    assert shows(page, "own.older", count=2)
    practises_as(client, "Ben")
    assert own_links(client) == []
    assert client.get(link).status_code == 404


def test_nobody_else_sees_an_own_mistake(
    client: FlaskClient, stranger: FlaskClient, table_service: TableService
) -> None:
    played(client, table_service)
    practises_as(client)
    (link,) = own_links(client)
    assert stranger.get(link).status_code == 404
    practises_as(stranger, "Ana the other")
    assert stranger.get(link).status_code == 404


def test_a_hand_that_is_still_played_gives_none(
    client: FlaskClient, table_service: TableService
) -> None:
    played(client, table_service, *HAND[:-1])
    practises_as(client)
    assert own_links(client) == []


def test_an_own_turn_is_tried_and_then_told_as_it_was_played(
    client: FlaskClient, table_service: TableService
) -> None:
    played(client, table_service)
    practises_as(client)
    (link,) = own_links(client)
    assert shows(client.get(link).text, "own.find-points", points=POINTS)
    assert str(message("own.missed", what=POINTS)) in read(client, f"{link}?told=yes")
    page = client.get(f"{link}?told=yes").text
    assert 'aria-labelledby="best"' in page and "review/1" in page


def test_a_try_is_kept_when_it_is_posted_and_never_by_looking(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    played(client, table_service)
    practises_as(client)
    (link,) = own_links(client)
    client.get(f"{link}?told=yes")
    client.get(f"{link}?lay=5-0.5-5.4-1")
    with client.session_transaction() as session:
        known = session["learner"]
    database = app.extensions["learner_service"].database
    assert own_answers(database, known) == {}
    # Nor by a try that goes on.
    assert f'formaction="{link}?lay=5-0"' in client.get(link).text
    assert client.post(f"{link}?lay=5-0").location == f"{link}?lay=5-0"
    assert own_answers(database, known) == {}
    shown = client.post(f"{link}?told=yes", follow_redirects=True)
    assert 'aria-labelledby="best"' in shown.text
    ((_, is_right),) = own_answers(database, known)[mistake_at(link)]
    assert not is_right


def test_what_was_failed_comes_back_and_what_was_found_is_marked(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    played(client, table_service)
    practises_as(client)
    (link,) = own_links(client)
    question = question_at(link)
    tiles = re.findall(r'data-option="(\d-\d)"', client.get(question).text)
    answers = {tile: "is-right" in answered(client, question, tile).text for tile in tiles}
    assert any(answers.values()) and not all(answers.values())
    # Only the first answer of a day counts.
    first_was_right = answers[tiles[0]]
    assert (
        str(message("puzzle.is-solved")) in read(client, "/practise/mistakes")
    ) is first_was_right
    next_day = datetime.now(UTC) + timedelta(days=1)
    app.config["NOW"] = lambda: next_day
    right = next(tile for tile, is_right in answers.items() if is_right)
    answered(client, question, right)
    assert str(message("puzzle.is-solved")) in read(client, "/practise/mistakes")


def test_no_answer_is_refused_and_counts_nothing(
    client: FlaskClient, table_service: TableService
) -> None:
    played(client, table_service)
    practises_as(client)
    (link,) = own_links(client)
    assert answered(client, question_at(link)).status_code == 422
    assert str(message("puzzle.is-solved")) not in read(client, "/practise/mistakes")


def test_an_answer_without_a_script_is_shown_at_an_address_where_looking_counts_nothing(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    counted(client, table_service, later=False)
    practises_as(client)
    (link,) = own_links(client)
    form = {"mistake": link.rpartition("=")[2], "said": "10"}
    with client.session_transaction() as session:
        known = session["learner"]
    database = app.extensions["learner_service"].database
    assert "is-answered" in client.get(f"{link}&said=5").text and own_answers(database, known) == {}
    sent = client.post("/practise/own", data=form)
    assert sent.status_code == 303 and sent.location == f"{link}&said=10"
    answers = own_answers(database, known)
    assert [is_right for ((_, is_right),) in answers.values()] == [True]
    assert "is-right" in client.get(sent.location).text
    assert client.get(f"{link}&said=").status_code == 422
    assert own_answers(database, known) == answers
    quick = client.post("/practise/own", data=form, headers={"HX-Request": "true"})
    assert quick.status_code == 200 and "<html" not in quick.text and "is-right" in quick.text


def test_a_count_said_wrongly_is_asked_once_more(
    client: FlaskClient, table_service: TableService
) -> None:
    header = read_header("game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 2")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    enter(table_service, table_id, *COUNTED)
    client.get(f"/t/{table_id}")
    practises_as(client)
    (link,) = own_links(client)
    assert link.startswith("/practise/own?")
    assert shows(client.get(link).text, "own.said", claim=15)
    assert client.get(puzzle_at(link)).location == link
    assert "is-right" in answered(client, link, "10").text


@pytest.mark.parametrize("later", [False, True])
def test_silence_was_an_answer_only_while_its_player_counted_first(
    client: FlaskClient, table_service: TableService, later: bool
) -> None:
    counted(client, table_service, later=later)
    practises_as(client)
    assert len(own_links(client)) == (0 if later else 1)


def test_rounds_ask_for_what_was_failed_before_what_is_new(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    played(client, table_service)
    counted(client, table_service, later=False)
    practises_as(client)
    count, turn = own_links(client)
    assert client.get("/practise/mistakes").text.count('class="layout"') == 1

    def asked_next() -> str:
        with client.session_transaction() as session, app.test_request_context():
            from flask import session as here

            here.update(session)
            found = next_own_mistake(learner())
            return f"{found.key.line}" if found else ""

    assert asked_next() == count.rpartition(".")[2]
    answered(client, count, "10")
    assert asked_next() == turn.rpartition("/")[2]


def test_a_mixed_round_asks_an_own_mistake_at_its_fourth_question_and_goes_on(
    client: FlaskClient, table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(client, table_service)
    counted(client, table_service, later=False)
    practises_as(client)
    count, turn = own_links(client)
    with monkeypatch.context() as patched:
        # A verdict waits for no review.
        patched.setattr(own_mistake_search, "_mistakes", None)
        answers = [rounds.answer(client)[1].text for _ in range(3)]
    assert [next_at(answer) for answer in answers] == ["/practise/mixed"] * 2 + [ON]
    assert client.get(ON).location == count
    # As the script asks for it: a fragment of the same frame.
    asked = client.get(ON, headers={"HX-Request": "true"}, follow_redirects=True).text
    assert shows(asked, "own.said-no-score") and "<html" not in asked
    failed = answered(client, count, "5")
    assert next_at(failed.text) == "/practise/mixed"
    # The round goes on with its own fourth question, and what was failed waits for tomorrow.
    answers = [rounds.answer(client)[1].text for _ in range(4)]
    assert [next_at(answer) for answer in answers] == ["/practise/mixed"] * 3 + [ON]
    assert client.get(ON).location == question_at(turn)
    answered(client, question_at(turn), "5-0")
    assert client.get(ON).status_code == 200
    answers = [rounds.answer(client)[1].text for _ in range(3)]
    assert next_at(answers[-1]) == "/practise/mixed/round"


@thorough
def test_an_own_turn_is_clear_to_everybody_and_fits_a_small_phone(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = table(behind, *HAND)
    page.goto(f"{server.address}/t/{table_id}")
    page.goto(f"{server.address}/practise/progress")
    page.locator("input[name=name]").first.fill("Ana")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ana").first).to_be_visible()
    page.goto(f"{server.address}/practise/mistakes")
    is_clean(page)
    page.locator(".mistakes a").first.click()
    expect(page.locator(".held-tiles")).to_be_visible()
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    is_clean(page)
    address = page.url
    page.goto(f"{address}?told=yes")
    is_clean(page)
    page.goto(f"{server.address}{question_at(address.removeprefix(server.address))}")
    is_clean(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    page.locator("[data-option]").first.click()
    expect(page.locator(".outcome")).to_be_visible()
    is_clean(page)
