"""Why: the page that ends an argument."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.coach.drills.practice_positions import Chance, play_hand
from companion.i18n import message
from companion.record.header import read_header
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.tables.table_service import TableService
from tests.tables.scribe import delete, enter
from tests.thorough import some
from tests.web.phones import ANAS_PHONE
from tests.web.words import read

HAND = ("lead: Ana", "Ana: 6-4", "Ana: 4-4", "Ana: 6-6", "Ana: 6-1 on 6-6", "Ben: draws 2")


def table(table_service: TableService, *lines: str, game: str = "race-horse") -> str:
    header = read_header(f"game: {game}\nplayers: Ana, Ben")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    enter(table_service, table_id, *lines)
    return table_id


def test_a_count_is_told_end_by_end_with_the_rules_behind_it(
    client: FlaskClient, table_service: TableService
) -> None:
    text = client.get(f"/t/{table(table_service, *HAND)}/why/4").text
    assert f"<title>{message('asked.why-count', total=20)}" in text
    page = read(text)
    pegs = message("unit.pegs", count=4)
    for told in (
        f"8 + 12 = 20 {pegs}",
        message("why.exposed", count=1, double="6-6", pips=6, counts=12),
        "14 − 6 + 12 = 20",
        message("setting.exposed-double.value.both-halves"),
        message("work.horse-race.title"),
        message("why.fifth", total=20, points=pegs),
    ):
        assert str(told) in page


def test_a_covered_double_is_lit_and_counts_nothing(
    client: FlaskClient, table_service: TableService
) -> None:
    page = client.get(f"/t/{table(table_service, *HAND)}/why/5").text
    assert str(message("why.both-sides-covered", double="6-6")) in read(page)
    assert page.count('class="ring nought"') == 1


def test_every_entry_has_its_reasons(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, *HAND)
    for number, said in enumerate(HAND, 1):
        page = read(client.get(f"/t/{table_id}/why/{number}").text)
        done = said.partition(": ")[2].split(" on ")[0]
        told = {"Ana": message("line.leads"), "draws 2": message("line.draws", count=2)}
        assert str(told.get(done, done)) in page
        assert str(message("asked.allowed")) in page


@pytest.mark.parametrize("game", some(GAMES, 5))
def test_a_source_leads_to_its_rule_on_the_page_of_rules(
    client: FlaskClient, table_service: TableService, game: str
) -> None:
    preset, chance = GAMES[game], Chance("why page", game)
    names = ("Ana", "Ben", "Cyd", "Dee")[: preset.seats[0]]
    played = play_hand(Game.between(preset.seating(names), preset.rules), chance)
    header = read_header(f"game: {game}\nplayers: {', '.join(names)}")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    enter(table_service, table_id, *(str(entry.with_host) for entry in played))
    rules = client.get(f"/t/{table_id}/rules").text
    led: set[str] = set()
    for number in range(1, len(played) + 1):
        page = client.get(f"/t/{table_id}/why/{number}").text
        named = re.findall(rf'href="/t/{table_id}/rules#([^"]*)"', page)
        assert named
        led |= {*named}
    assert [name for name in led if f'<dt id="{name}">' not in rules] == []


def test_one_walks_from_entry_to_entry(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, *HAND)
    first, last = (client.get(f"/t/{table_id}/why/{n}").text for n in (1, len(HAND)))
    assert 'rel="prev"' not in first and f'href="/t/{table_id}/why/2" rel="next"' in first
    assert 'rel="next"' not in last and f'href="/t/{table_id}/why/5" rel="prev"' in last


def test_a_score_leads_to_how_it_came_together_and_to_what_it_was_last_pegged_for(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *HAND)
    address = client.get(f"/t/{table_id}/why?side=0").headers["Location"]
    assert address == f"/t/{table_id}/score/0"
    page = client.get(address).text
    assert f'href="/t/{table_id}/why/4"' in page
    assert str(message("score.by-hand")) in read(page)
    assert client.get(f"{address}.svg").mimetype == "image/svg+xml"
    assert client.get(f"/t/{table_id}/score/2").status_code == 404
    for asked in ("", "?side=7", "?side=x"):
        assert client.get(f"/t/{table_id}/why{asked}").headers["Location"].endswith("/why/6")


def test_before_the_first_entry_there_is_only_the_record(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service)
    assert client.get(f"/t/{table_id}/why").headers["Location"] == f"/t/{table_id}/record"


@pytest.mark.parametrize("seq", ["0", "99", "1000001", "x", "-1"])
def test_an_entry_that_is_not_there_is_not_explained(
    client: FlaskClient, table_service: TableService, seq: str
) -> None:
    assert client.get(f"/t/{table(table_service, *HAND)}/why/{seq}").status_code == 404


def test_an_entry_that_no_longer_holds_is_told_why_not(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *HAND)
    delete(table_service, table_id, "Ana: 6-6 on 6-4")
    page = read(client.get(f"/t/{table_id}/why/5").text)
    assert str(message("asked.why-not")) in page and "6-6" in page
    assert client.get(f"/t/{table_id}/why/6").status_code == 404


def test_the_table_and_the_record_lead_there(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *HAND)
    shown = client.get(f"/t/{table_id}").text
    assert f'href="/t/{table_id}/why/6"' in shown
    assert f'href="/t/{table_id}/why?side=1"' in shown
    listed = client.get(f"/t/{table_id}/record").text
    assert [f'href="/t/{table_id}/why/{n}"' in listed for n in range(1, 7)] == [True] * 6


def test_who_watches_is_told_why_and_cannot_put_it_right(
    app: Flask, client: FlaskClient, table_service: TableService, stranger: FlaskClient
) -> None:
    table_id = table(table_service, *HAND)
    correct = f'href="/t/{table_id}/record/4"'
    assert correct in client.get(f"/t/{table_id}/why/4").text
    assert stranger.get(f"/t/{table_id}/why/4").status_code == 404
    app.extensions["access_service"].ask(table_id, "zoes-phone", "Zoe")
    with stranger.session_transaction() as session:
        session["device"] = "zoes-phone"
    assert correct not in stranger.get(f"/t/{table_id}/why/4").text
