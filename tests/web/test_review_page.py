"""The review: what each turn of a settled hand could have been, told to all who may watch."""

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.coach.analysis.surge import TurnOutcome
from companion.coach.drills.skills import Skill
from companion.i18n import message
from companion.record.header import read_header
from companion.record.replay import replay
from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.web.phones import ANAS_PHONE, PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean
from tests.web.words import shows

pytestmark = pytest.mark.browser_context_args(viewport=PHONE, bypass_csp=True)

HEADER = """game: race-horse
players: {}, Ben
target: 999
rule: tiles-each = 5
"""
#: Ana leads the 2-1 with 5-5, 5-0, 4-1 and 2-0 in her hand.
HAND = (
    "lead: Ana",
    "Ana: 2-1",
    "Ben: 6-1",
    "Ana: 2-0 on 2-1",
    "Ben: 0-0 on 2-0",
    "Ben: 6-0 on 0-0",
    "Ana: 5-0 on 0-0",
    "Ben: 5-3",
    "Ben: 6-3 on 5-3",
    "Ana: left 5-5 4-1",
)


COULD_HAVE = message(
    "review.could-have-pegged",
    name="Ana",
    tiles=message("unit.tiles", count=3),
    points=message("unit.pegs", count=4),
)


def table(
    table_service: TableService, *lines: str, name: str = "Ana", is_pegs_only: bool = False
) -> str:
    header = read_header(HEADER.format(name))
    table_id = table_service.open(header, keeper=ANAS_PHONE, is_pegs_only=is_pegs_only)
    enter(table_service, table_id, *(line.replace("Ana", name) for line in lines))
    return table_id


def read(client: FlaskClient, address: str) -> str:
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    main = answer.text.partition("<main>")[2]
    words = html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "")
    return " ".join(words.split())


def test_a_game_is_told_with_what_each_player_missed(
    client: FlaskClient, table_service: TableService
) -> None:
    words = read(client, f"/t/{table(table_service, *HAND)}/end")
    assert "Ana 1 4 Ben 0 0" in words
    assert str(message("review.in-hand", number=1, sentence=COULD_HAVE)) in words
    assert str(message("review.skill-of", name="Ana", skill=Skill.DOUBLES.heading)) in words
    assert str(message("review.lede")) in words


def test_the_one_thing_to_practise_leads_to_its_drill(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *HAND)
    for address in (f"/t/{table_id}/end", f"/t/{table_id}/review/1"):
        (drill,) = re.findall(r'href="(/practise/[^"]+)"', client.get(address).text)
        assert client.get(drill).status_code == 200


def test_a_hand_is_told_turn_by_turn_with_the_better_turn_step_by_step(
    client: FlaskClient, table_service: TableService
) -> None:
    address = f"/t/{table(table_service, *HAND)}/review/1"
    words = read(client, address)
    assert words.count(str(COULD_HAVE)) == 1
    assert str(message("review.held-all", count=5, name="Ana")) in words
    assert f"10 {message('unit.pegs', count=2)} {TurnOutcome.SCORING_DOUBLE.sentence}" in words
    assert str(message("review.more", points=message("unit.pegs", count=4))) in words
    page = client.get(address).text
    # The picture tells the three new tiles apart, the last of them most.
    assert (page.count('class="tile fresh"'), page.count('class="tile newest"')) == (2, 1)


def test_a_hand_that_is_not_settled_is_told_when_it_is_over(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *HAND[:-1])
    words = read(client, f"/t/{table_id}/review/1")
    assert str(message("review.hand-later")) in words and str(COULD_HAVE) not in words
    assert "/review" not in client.get(f"/t/{table_id}/end").text
    assert "/review" not in client.get(f"/t/{table_id}/record").text


def test_while_a_later_hand_is_on_only_those_before_it_are_told(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *HAND, "lead: Ben", "Ben: 3-1", "Ana: 6-1 on 3-1")
    page = client.get(f"/t/{table_id}/end").text
    assert f"/t/{table_id}/review/1" in page and f"/t/{table_id}/review/2" not in page
    assert str(message("review.hand-later")) in read(client, f"/t/{table_id}/review/2")
    assert f'href="/t/{table_id}/review/2" rel="next"' in client.get(f"/t/{table_id}/review/1").text


def test_the_end_and_the_record_lead_there_and_its_old_address_to_the_end(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *HAND)
    assert f'href="/t/{table_id}/review/1"' in client.get(f"/t/{table_id}/end").text
    assert client.get(f"/t/{table_id}/review").location == f"/t/{table_id}/end#review"
    assert f'href="/t/{table_id}/review/1"' in client.get(f"/t/{table_id}/record").text


def test_where_points_are_pegged_alone_there_is_nothing_to_look_back_on(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "lead: Ana", "ruling: Ana +5", is_pegs_only=True)
    assert "review" not in client.get(f"/t/{table_id}/end").text


@pytest.mark.parametrize("number", ["0", "2", "1000001", "x", "-1"])
def test_a_hand_that_was_never_led_has_no_review(
    client: FlaskClient, table_service: TableService, number: str
) -> None:
    answer = client.get(f"/t/{table(table_service, *HAND)}/review/{number}")
    assert answer.status_code == 404


def test_who_watches_is_told_too_and_a_stranger_is_not(
    app: Flask, table_service: TableService, stranger: FlaskClient
) -> None:
    table_id = table(table_service, *HAND)
    addresses = (f"/t/{table_id}/end", f"/t/{table_id}/review/1")
    assert [stranger.get(address).status_code for address in addresses] == [404, 404]
    app.extensions["access_service"].ask(table_id, "zoes-phone", "Zoe")
    with stranger.session_transaction() as session:
        session["device"] = "zoes-phone"
    assert str(COULD_HAVE) in read(stranger, addresses[0])


def test_names_are_words_never_markup(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, *HAND, name="<b>Ana</b>")
    for address in (f"/t/{table_id}/end", f"/t/{table_id}/review/1"):
        page = client.get(address).text
        assert "<b>Ana" not in page
        assert "&lt;b&gt;Ana&lt;/b&gt;" in page.partition("<main>")[2]
        assert not re.search(r'\s(style|on\w+)="', page)


def test_a_better_turn_is_opened_with_the_keyboard_and_clear_to_everybody(
    page: Page, server: Serving, behind: TableService
) -> None:
    table_id = table(behind, *HAND)
    page.goto(f"{server.address}/t/{table_id}/review")
    expect(page.locator("#review")).to_have_attribute("open", "")
    is_clean(page)
    page.locator(".hands a").click()
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".could .steps li")).to_have_count(3)
    expect(page.locator(".could .why-felt")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    is_clean(page)


def test_of_a_long_game_a_part_is_reviewed_the_last_one_first(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 1\ntarget: 1000\n"
    played = replay(header + "lead: Ana\nAna: 6-3\nBen: left 6-5\n" * 100)
    assert played.header is not None
    table_id = table_service.open(played.header, played.entries, keeper=ANAS_PHONE)
    latest = client.get(f"/t/{table_id}/end").text
    assert shows(latest, "part.hands", first=81, last=100, of=100)
    assert latest.count(f"/t/{table_id}/review/") == 20
    first = client.get(f"/t/{table_id}/end?part=1").text
    assert f'/t/{table_id}/review/40"' in first and f'/t/{table_id}/review/41"' not in first
    assert f'/t/{table_id}/end?part=2" rel="next"' in first
    assert client.get(f"/t/{table_id}/review/41").status_code == 200
