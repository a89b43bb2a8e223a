"""A game that is over goes out to other people's tools, and says nothing that opens a door."""

import csv
import io
import json
import re
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.db.table_models import LeadsTo
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, opened, stamp
from tests.web.phones import ANAS_PHONE, phone

PAIRS = "game: race-horse\nplayers: =Ana, Ben, Cyd, Dee\nsides: =Ana & Cyd, Ben & Dee"


@pytest.fixture
def table_id(app: Flask, table_service: TableService) -> str:
    """A game that Ben and Dee won, at a table where Ana's phone keeps score."""
    made = opened(table_service, "lead: Ben", "Ben: 6-4", header=PAIRS)
    enter(table_service, made, "ruling: Ben & Dee +59, at once")
    access: AccessService = app.extensions["access_service"]
    access.keep(access.links(made)[LeadsTo.KEEP], ANAS_PHONE, "Ana")
    return made


def pushed(page: str) -> dict[str, Any]:
    """What the link to the other app says."""
    found = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]*)"', page)
    assert found is not None
    said: dict[str, Any] = json.loads(unquote(unescape(found[1]).partition("?data=")[2]))
    return said


def test_its_result_is_saved_for_a_spreadsheet(client: FlaskClient, table_id: str) -> None:
    page = client.get(f"/t/{table_id}/end").text
    assert f'href="/t/{table_id}/end.csv"' in page and f'href="/t/{table_id}/end.json"' in page
    answer = client.get(f"/t/{table_id}/end.csv")
    assert answer.mimetype == "text/csv"
    assert re.search(
        r'filename="Race Horse \d{4}-\d\d-\d\d.csv"', answer.headers["Content-Disposition"]
    )
    rows = [*csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig")))]
    assert [(row["Player"], row["Side"], row["Score"], row["Won"]) for row in rows] == [
        ("'=Ana", "1", "0", "0"),
        ("Cyd", "1", "0", "0"),
        ("Ben", "2", "61", "1"),
        ("Dee", "2", "61", "1"),
    ]


def test_programs_and_the_other_app_are_told_the_same(client: FlaskClient, table_id: str) -> None:
    told = client.get(f"/t/{table_id}/end.json").json
    assert told is not None
    assert [(side["score"], side["won"]) for side in told["sides"]] == [(0, False), (61, True)]
    play = pushed(client.get(f"/t/{table_id}/end").text)
    assert play["sourcePlayId"] == told["id"]
    assert [each["name"] for each in play["players"]] == ["=Ana", "Cyd", "Ben", "Dee"]
    assert [each["winner"] for each in play["players"]] == [False, False, True, True]
    assert [each["startPlayer"] for each in play["players"]] == [False, False, True, False]
    assert play["game"]["name"] == "Race Horse"


def test_no_id_in_it_opens_anything(client: FlaskClient, table_id: str) -> None:
    told = client.get(f"/t/{table_id}/end.json").text
    data = json.dumps(pushed(client.get(f"/t/{table_id}/end").text))
    assert table_id not in told + data and ANAS_PHONE not in told + data
    for public in re.findall(r"[0-9a-f]{24}", told):
        assert client.get(f"/t/{public}").status_code == 404
        assert client.get(f"/club/{public}").status_code == 404


def test_in_a_club_somebody_is_the_same_by_another_name(
    app: Flask, client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    clubs: Clubs = app.extensions["clubs"]
    club_id = clubs.service.open("Friday", ANAS_PHONE)
    clubs.tables.take_in(club_id, table_id, [None] * 4)
    before = pushed(client.get(f"/t/{table_id}/end").text)
    assert before["location"] == "Friday"
    renamed = ("Anna", "Ben", "Cyd", "Dee")
    table_service.rename(table_id, renamed, stamp(table_service, table_id))
    after = pushed(client.get(f"/t/{table_id}/end").text)
    assert after["players"][0]["name"] == "Anna"
    for earlier, later in zip(before["players"], after["players"], strict=True):
        assert later["sourcePlayerId"] == earlier["sourcePlayerId"]
    # Who watches the table was not let into the club, and does not learn its name.
    ben = phone(app, "bens-phone")
    watch = app.extensions["access_service"].links(table_id)[LeadsTo.WATCH]
    ben.get(f"/j/{watch}")
    page = ben.get(f"/t/{table_id}/end")
    assert page.status_code == 200 and "Friday" not in page.text
    assert "location" not in pushed(page.text)


def test_a_game_that_is_on_goes_nowhere(
    client: FlaskClient, stranger: FlaskClient, table_service: TableService, table_id: str
) -> None:
    for address in ("end.csv", "end.json"):
        assert stranger.get(f"/t/{table_id}/{address}").status_code == 404
    table_service.undo(table_id, stamp(table_service, table_id))
    page = client.get(f"/t/{table_id}/end")
    assert page.status_code == 200 and "bgstatsapp" not in page.text
    for address in ("end.csv", "end.json"):
        assert client.get(f"/t/{table_id}/{address}").status_code == 404
