"""The page that hands a table over: its link and QR code, and another address to lead to."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from random_play import honest_game

from companion.record.header import read_header
from companion.record.record_link import unpack
from companion.record.replay import replay
from companion.tables.table_service import TableService
from companion.web.tables.hand_over_views import WrongAddress, parse_home
from tests.tables.scribe import delete
from tests.web.phones import ANAS_PHONE
from tests.web.thumb import laid, transcript_of
from tests.web.words import hrefs, shows


@pytest.fixture
def table_id(table_service: TableService) -> str:
    return laid(table_service, "game: race-horse", "6-4", "4-4 on 6-4")


def link_on(page: str) -> str:
    """The link that can be selected."""
    return unescape(re.findall(r'<textarea id="link"[^>]*>([^<]*)</textarea>', page)[0])


def has_code(page: str) -> bool:
    return 'class="qr"' in page


def test_the_link_leads_home_and_carries_the_table(client: FlaskClient, table_id: str) -> None:
    page = client.get(f"/t/{table_id}/hand-over").text
    home, _, letters = link_on(page).partition("#table=")
    assert home == "http://localhost/"
    assert unpack(letters).origin == table_id
    assert unpack(letters).record == client.get(f"/t/{table_id}/record.txt").text
    assert has_code(page) and shows(page, "hand-over.after-the-mark")
    # What sends it is shown by the script, where the browser can.
    assert re.findall(r'data-(share|copy-link)="([^"]*)"', page) == [
        ("share", link_on(page)),
        ("copy-link", link_on(page)),
    ]


def test_under_a_sub_path_the_link_leads_to_the_home_there(
    client: FlaskClient, table_id: str
) -> None:
    page = client.get(f"/t/{table_id}/hand-over", base_url="http://localhost/dominoes").text
    assert link_on(page).startswith("http://localhost/dominoes/#table=1")


def test_the_menu_leads_there_for_who_keeps_score(
    app: Flask, client: FlaskClient, stranger: FlaskClient, table_id: str
) -> None:
    code = app.extensions["access_service"].links(table_id)["code"]
    stranger.post("/code", data={"code": code})
    page = f"/t/{table_id}"
    assert hrefs(client.get(page).text, "/hand-over") == [f"{page}/hand-over"]
    assert not hrefs(stranger.get(page).text, "/hand-over")


def test_only_who_keeps_score_hands_over(app: Flask, stranger: FlaskClient, table_id: str) -> None:
    assert stranger.get(f"/t/{table_id}/hand-over").status_code == 404
    code = app.extensions["access_service"].links(table_id)["code"]
    stranger.post("/code", data={"code": code})
    assert stranger.get(f"/t/{table_id}/hand-over").status_code == 403


@pytest.mark.parametrize(
    ("typed", "home"),
    [
        ("https://club.example/", "https://club.example/"),
        ("https://club.example", "https://club.example/"),
        (" club.example ", "https://club.example/"),
        ("club.example:8000", "https://club.example:8000/"),
        ("http://192.168.0.7:8000", "http://192.168.0.7:8000/"),
        ("http://[fe80::1]:8000/", "http://[fe80::1]:8000/"),
        ("HTTPS://Club.Example/Dominoes", "https://club.example/Dominoes/"),
        ("https://club.example/a/b/", "https://club.example/a/b/"),
        ("https://café.example/", "https://xn--caf-dma.example/"),
    ],
)
def test_the_link_leads_to_the_address_that_is_typed(
    client: FlaskClient, table_id: str, typed: str, home: str
) -> None:
    answer = client.get(f"/t/{table_id}/hand-over?to={quote(typed)}")
    assert answer.status_code == 200
    assert link_on(answer.text).startswith(f"{home}#table=1")
    assert shows(answer.text, "hand-over.leads-to", address=home)
    assert hrefs(answer.text, "/hand-over") == [f"/t/{table_id}/hand-over"]


@pytest.mark.parametrize(
    "typed",
    [
        "the club",
        "https://",
        "https:///path",
        "ftp://club.example/",
        "javascript:alert(1)",
        "data:text/html,hello",
        "https://ana:secret@club.example/",
        "https://club.example/?next=1",
        "https://club.example/#here",
        "https://club.example:port/",
        "https://club.example:99999/",
        "https://club..example/",
        "https://-/",
        "https://[::1/",
        'https://club.example/"><img src=x>',
        "https://club.example/\\evil",
        f"https://club.example/{'a' * 200}",
        f"https://{'a' * 64}.example/",
    ],
)
def test_what_is_no_address_is_refused_and_the_link_still_leads_here(
    client: FlaskClient, table_id: str, typed: str
) -> None:
    with pytest.raises(WrongAddress):
        parse_home(typed)
    answer = client.get(f"/t/{table_id}/hand-over?to={quote(typed)}")
    assert answer.status_code == 422
    assert shows(answer.text, "hand-over.wrong-address")
    assert link_on(answer.text).startswith("http://localhost/#table=1")
    assert "<img" not in answer.text


def test_the_longest_case_still_has_a_code(
    client: FlaskClient, table_service: TableService
) -> None:
    case = transcript_of("house-5")
    assert case.header is not None
    table_id = table_service.open(case.header, case.entries, keeper=ANAS_PHONE)
    page = client.get(f"/t/{table_id}/hand-over").text
    assert has_code(page) and not shows(page, "hand-over.too-long")


def test_a_link_that_no_phone_could_read_has_no_code(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: race-horse\nplayers: Ana, Ben\ntarget: 9999"
    season = replay(honest_game(1, header=header, hands=40).text)
    table_id = table_service.open(read_header(header), season.entries, keeper=ANAS_PHONE)
    page = client.get(f"/t/{table_id}/hand-over").text
    assert len(link_on(page)) > 1500
    assert not has_code(page) and shows(page, "hand-over.too-long")


def test_what_no_longer_holds_is_said_to_stay_here(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    assert not shows(client.get(f"/t/{table_id}/hand-over").text, "hand-over.refused")
    delete(table_service, table_id, "Ana: 6-4")
    page = client.get(f"/t/{table_id}/hand-over").text
    assert shows(page, "hand-over.refused") and f"/t/{table_id}/record#mend" in page


@pytest.mark.parametrize(
    ("base", "is_unreachable"),
    [("http://127.0.0.1:8000", True), ("http://192.168.0.7:8000", False)],
)
def test_an_address_that_other_phones_cannot_reach_is_pointed_out(
    client: FlaskClient, table_id: str, base: str, is_unreachable: bool
) -> None:
    with client.session_transaction(base_url=base) as session:
        session["device"] = ANAS_PHONE
    page = client.get(f"/t/{table_id}/hand-over", base_url=base).text
    assert shows(page, "join.unreachable") is is_unreachable
    there = client.get(f"/t/{table_id}/hand-over?to=club.example", base_url=base).text
    assert not shows(there, "join.unreachable")
