"""The review: what each turn of a settled hand could have been, told to all who may watch."""

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.record.header import read_header
from companion.tables.desk import Desk
from tests.tables.scribe import enter
from tests.web.phones import ANAS_PHONE
from tests.web.serving import Serving
from tests.web.test_accessibility import is_clean

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
TOLD_LATER = "What each turn could have been is told when"


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    # The pages allow no script but their own, and axe is none of theirs.
    phone = {"viewport": {"width": 360, "height": 640}, "bypass_csp": True}
    return {**browser_context_args, **phone}


def table(desk: Desk, *lines: str, name: str = "Ana", is_pegs_only: bool = False) -> str:
    header = read_header(HEADER.format(name))
    table_id = desk.open(header, keeper=ANAS_PHONE, is_pegs_only=is_pegs_only)
    enter(desk, table_id, *(line.replace("Ana", name) for line in lines))
    return table_id


def read(client: FlaskClient, address: str) -> str:
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    main = answer.text.partition("<main>")[2]
    words = html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "")
    return " ".join(words.split())


def test_a_game_is_told_with_what_each_player_missed(client: FlaskClient, desk: Desk) -> None:
    words = read(client, f"/t/{table(desk, *HAND)}/review")
    assert "Ana 1 4 Ben 0 0" in words
    assert "Hand 1: Ana could have set 3 tiles for 4 pegs here." in words
    assert "Ana : Doubles. A double with a free side counts both its halves." in words
    assert "among tiles known to be held" in words


def test_the_one_thing_to_practise_leads_to_its_drill(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, *HAND)
    for address in (f"/t/{table_id}/review", f"/t/{table_id}/review/1"):
        (drill,) = re.findall(r'href="(/practise/[^"]+)"', client.get(address).text)
        assert client.get(drill).status_code == 200


def test_a_hand_is_told_turn_by_turn_with_the_better_turn_step_by_step(
    client: FlaskClient, desk: Desk
) -> None:
    address = f"/t/{table(desk, *HAND)}/review/1"
    words = read(client, address)
    assert words.count("could have set") == 1
    assert "Ana held 5 tiles:" in words
    assert "10 2 pegs A double that scores: the turn goes on." in words
    assert "4 pegs more" in words
    page = client.get(address).text
    # The picture tells the three new tiles apart, the last of them most.
    assert (page.count('class="tile fresh"'), page.count('class="tile newest"')) == (2, 1)


def test_a_hand_that_is_not_settled_is_told_when_it_is_over(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *HAND[:-1])
    for address in (f"/t/{table_id}/review", f"/t/{table_id}/review/1"):
        words = read(client, address)
        assert TOLD_LATER in words
        assert "could have set" not in words
    assert "/review" not in client.get(f"/t/{table_id}/end").text
    assert "/review" not in client.get(f"/t/{table_id}/record").text


def test_while_a_later_hand_is_on_only_those_before_it_are_told(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *HAND, "lead: Ben", "Ben: 3-1", "Ana: 6-1 on 3-1")
    assert "Hand 2 Still on told when it is over" in read(client, f"/t/{table_id}/review")
    assert TOLD_LATER in read(client, f"/t/{table_id}/review/2")
    assert f'href="/t/{table_id}/review/2" rel="next"' in client.get(f"/t/{table_id}/review/1").text


def test_the_end_and_the_record_lead_there(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, *HAND)
    assert f'href="/t/{table_id}/review"' in client.get(f"/t/{table_id}/end").text
    assert f'href="/t/{table_id}/review/1"' in client.get(f"/t/{table_id}/record").text


def test_where_points_are_pegged_alone_there_is_nothing_to_look_back_on(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, "lead: Ana", "ruling: Ana +5", is_pegs_only=True)
    assert "pegged without tiles" in read(client, f"/t/{table_id}/review")


@pytest.mark.parametrize("number", ["0", "2", "1000001", "x", "-1"])
def test_a_hand_that_was_never_led_has_no_review(
    client: FlaskClient, desk: Desk, number: str
) -> None:
    answer = client.get(f"/t/{table(desk, *HAND)}/review/{number}")
    assert answer.status_code == 404
    assert "There is nothing at this address." in answer.text


def test_who_watches_is_told_too_and_a_stranger_is_not(
    app: Flask, desk: Desk, stranger: FlaskClient
) -> None:
    table_id = table(desk, *HAND)
    addresses = (f"/t/{table_id}/review", f"/t/{table_id}/review/1")
    assert [stranger.get(address).status_code for address in addresses] == [404, 404]
    app.extensions["door"].ask(table_id, "zoes-phone", "Zoe")
    with stranger.session_transaction() as session:
        session["device"] = "zoes-phone"
    assert "could have set" in read(stranger, addresses[0])


def test_names_are_words_never_markup(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, *HAND, name="<b>Ana</b>")
    for address in (f"/t/{table_id}/review", f"/t/{table_id}/review/1"):
        page = client.get(address).text
        assert "<b>Ana" not in page
        assert "&lt;b&gt;Ana&lt;/b&gt; could have set" in page
        assert not re.search(r'\s(style|on\w+)="', page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_better_turn_is_opened_with_the_keyboard_and_clear_to_everybody(
    page: Page, server: Serving, behind: Desk, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    table_id = table(behind, *HAND)
    page.goto(f"{server.address}/t/{table_id}/review")
    is_clean(page)
    page.get_by_role("link", name="Hand 1").click()
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".could .steps li")).to_have_count(3)
    expect(page.locator(".could .why-felt")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    is_clean(page)
