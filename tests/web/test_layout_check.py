"""A layout that was seen: compared with the record of its table, and brought to a free board."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.i18n import message
from companion.record.header import read_header
from companion.record.replay import laid_by
from companion.tables.table_service import TableService
from tests.lies import lies
from tests.tables.scribe import delete, enter
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import hrefs, read, shows

LINES = ("lead: Ana", "Ana: 6-4", "Ana: 4-4", "Ana: 4-1 on 4-4", "Ben: 1-1", "Ben: 6-3 on 6-4")


@pytest.fixture
def table_id(table_service: TableService) -> str:
    header = read_header("game: race-horse\nplayers: Ana, Ben\n")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    enter(table_service, table_id, *LINES)
    return table_id


def compared(client: FlaskClient, table_id: str, text: str, status: int = 200) -> str:
    answer = client.get(f"/t/{table_id}/audit", query_string={"lies": text})
    assert answer.status_code == status
    return answer.text


def make(client: FlaskClient, page: str, lies: str) -> str:
    """What is compared again, once the form of an entry's page was sent as it was filled in."""
    form = page.partition('class="entry-form"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    fields |= dict(
        re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)"[^>]* checked', form)
    )
    fields |= dict(re.findall(r'<option value="([^"]*)"() selected', form))
    chosen = re.search(r'<select name="on">.*?<option value="([^"]*)" selected', form, re.DOTALL)
    if chosen:
        fields["on"] = chosen[1]
    action = re.search(r'formaction="([^"]*)/effect"', form)
    assert action is not None
    effect = client.post(f"{action[1]}/effect", data=fields).text
    assert f'name="lies" value="{lies}"' in effect
    back = client.post(action[1], data=fields)
    assert back.status_code == 303
    return client.get(back.location).text


def test_what_was_forgotten_or_wrong_is_fixed_and_then_the_table_agrees(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    text = lies(laid_by(table_service.look(table_id).entries))
    assert shows(compared(client, table_id, text), "check.agrees", count=5)
    # Forgotten: it is inserted where the others fit.
    delete(table_service, table_id, "Ana: 4-1 on 4-4")
    page = compared(client, table_id, text)
    assert shows(page, "check.not-entered", tile="4-1")
    assert shows(page, "check.fix-before", player="Ana", number=4)
    (fix,) = hrefs(page, "/before?as=tile")
    assert shows(make(client, client.get(fix).text, text), "check.agrees", count=5)
    # Wrong: another tile, or another end.
    wrong = text.replace("6-3", "6-2")
    page = compared(client, table_id, wrong)
    assert shows(page, "check.other-tile", tile="6-2", other="6-3")
    (fix,) = hrefs(page, "as=tile")
    assert shows(make(client, client.get(fix).text, wrong), "check.agrees", count=5)
    # Entered, and not there.
    without = wrong.replace(".6-2~6-4", "").replace("6-2.", "")
    page = compared(client, table_id, without)
    assert shows(page, "check.not-there", tile="6-2")
    seq = table_service.look(table_id).entries[-1].line
    assert hrefs(page, f"/t/{table_id}/record/{seq}?lies=")
    (effect,) = re.findall(r'action="([^"]*/delete/effect)"', page)
    form = page.partition(effect)[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    back = client.post(effect.removesuffix("/effect"), data=fields)
    assert shows(client.get(back.location).text, "check.agrees", count=4)


def test_before_the_first_lead_there_is_nothing_to_compare(
    client: FlaskClient, table_service: TableService
) -> None:
    header = read_header("game: race-horse\nplayers: Ana, Ben\n")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    assert shows(compared(client, table_id, "6-4"), "check.no-hand")


def test_the_table_does_not_agree_while_an_entry_waits_to_be_fixed(
    client: FlaskClient, table_service: TableService, table_id: str
) -> None:
    delete(table_service, table_id, "Ana: 4-1 on 4-4")
    seen = "6-4.4-4.1-1.6-3.6-4~4-4.6-4~6-3"
    page = compared(client, table_id, seen)
    assert shows(page, "check.fix-first", count=2)
    seq = table_service.read(table_id).unheard[0][0]
    assert hrefs(page, f"/record/{seq}?lies=")


def test_a_person_without_a_camera_taps_what_lies(client: FlaskClient, table_id: str) -> None:
    page = client.get(f"/t/{table_id}/audit?lies=4-6").text
    assert re.findall(r'name="lies" value="(\S+?)"[^>]* checked', page) == ["6-4"]
    page = client.get(f"/t/{table_id}/audit").text
    assert re.findall(r'name="lies" value="(\S+?)"[^>]* checked', page) == [
        *("6-4", "6-3", "4-4", "4-1", "1-1")
    ]
    tapped = {"lies": ["6-4", "4-4", "4-1", "1-1", "5-1"], "whole": "1"}
    page = client.get(f"/t/{table_id}/audit", query_string=tapped).text
    assert shows(page, "check.not-there", tile="6-3")
    assert shows(page, "check.not-entered", tile="5-1")
    # The likeliest comes first: it was just played.
    assert hrefs(page, "=5-1")[0] == f"/t/{table_id}?tile=5-1"
    assert shows(page, "check.enter", player="Ben")
    assert hrefs(page, f"/t/{table_id}?tile=5-1")


def test_who_only_watches_sees_what_differs_and_a_doubt_is_asked_first(
    app: Flask,
    client: FlaskClient,
    stranger: FlaskClient,
    table_service: TableService,
    table_id: str,
) -> None:
    text = lies(laid_by(table_service.look(table_id).entries))
    page = compared(client, table_id, text.replace("6-3", "5-3_6-3", 1).replace("6-3~", "5-3~"))
    assert shows(page, "check.in-doubt", tile="5-3")
    assert not shows(page, "check.not-there", tile="6-3")
    answers = hrefs(page, "audit?whole=1")
    assert shows(client.get(answers[-1]).text, "check.agrees", count=5)
    assert shows(compared(client, table_id, "7-1", 400), "seen.unreadable")
    assert shows(compared(client, table_id, "6-4.4-6", 400), "seen.twice", tile="6-4")
    # A photo that misses most of the tiles accuses nobody.
    for few, there in (("6-4.4-4.6-4~4-4", 2), ("6-4", 1), ("5-5.3-2.1-0.2-1", 0)):
        page = compared(client, table_id, few)
        assert shows(page, "check.shows-few", there=there, count=5)
        assert not shows(page, "check.not-there")
        # Someone may say that this is all that lies there.
        (anyway,) = hrefs(page, "whole=1")
        assert shows(client.get(anyway).text, "check.not-there", tile="6-3")
    # It is the entries that are wrong if the tiles lie joined.
    page = compared(client, table_id, "6-4.4-4.5-4.5-5.6-4~4-4.4-4~5-4.5-4~5-5")
    assert shows(page, "check.not-there", tile="6-3")
    assert stranger.get(f"/t/{table_id}/audit?lies=6-4").status_code == 404
    app.extensions["access_service"].ask(table_id, "zoes-phone", "Zoe")
    watched = phone(app, "zoes-phone").get(f"/t/{table_id}/audit?lies=6-4&whole=1").text
    assert shows(watched, "check.not-there", tile="6-3")
    assert not hrefs(watched, f"/t/{table_id}/record/")


# ---- Brought to a free board ----


def test_a_photo_becomes_a_position(stranger: FlaskClient) -> None:
    address = "/ask?game=race-horse&lies=6-4.4-4.4-1.6-4~4-4.4-4~4-1"
    brought = stranger.get(address)
    assert brought.status_code == 303
    page = stranger.get(brought.location).text
    assert "6 + 1 = 7" in read(page)
    # Nobody has seen in which order it came, until a tile is tapped.
    assert shows(page, "ask.seen")
    assert not any(shows(page, each) for each in ("asked.allowed", "asked.points"))
    assert 'class="by-change"' not in page and 'id="take-back"' not in page
    assert stranger.get(brought.location.replace("/ask?", "/ask.svg?")).status_code == 200
    (tapped,) = hrefs(page, ".6-6")
    (picked,) = hrefs(page, "tile=3-2")
    (never_mind,) = hrefs(stranger.get(picked).text, "hand=0")[:1]
    assert not shows(stranger.get(never_mind).text, "asked.allowed")
    page = stranger.get(tapped).text
    assert shows(page, "asked.allowed")
    assert shows(page, "ask.take-back", tile="6-6")


def test_only_what_matters_is_asked(stranger: FlaskClient) -> None:
    lay = "6-4.4-4.4-1.6-6.6-4~4-4.4-4~4-1.6-6~6-4"
    assert stranger.get(f"/ask?game=race-horse&lies={lay}").status_code == 303
    page = stranger.get(f"/ask?game=all-fives&lies={lay}").text
    assert str(message("seen.which-first")) in read(page)
    for first in ("4-4", "6-6"):
        options = page.partition('class="places"')[2].partition("</p>")[0]
        (address,) = hrefs(options, f"lay={first}.")
        assert stranger.get(address).status_code == 200


def test_what_is_no_layout_says_why_and_brings_in_the_rest(stranger: FlaskClient) -> None:
    page = stranger.get("/ask?game=race-horse&lies=6-4.4-1_4-3.3-2.5-5.6-4~4-1.6-4~3-2").text
    assert shows(page, "seen.differ", tile="3-2", host="6-4")
    assert shows(page, "seen.left-out", count=1, tiles="5-5")
    assert "/ask?game=race-horse&lay=6-4.4-1.1-1" in hrefs(page)
    refused = stranger.get("/ask?game=race-horse&lies=6-4.6-4")
    assert refused.status_code == 400
    assert shows(refused.text, "seen.twice", tile="6-4")
    # A tile in doubt is named by a tap, and that is all that is left to ask.
    page = stranger.get("/ask?game=race-horse&lies=6-4.4-1_4-3.6-4~4-1&back=/t/abc").text
    assert shows(page, "check.in-doubt", tile="4-1")
    asked = [stranger.get(address).location for address in hrefs(page, "&lies=")[:2]]
    assert asked == [
        f"/ask?game=race-horse&lay=6-4.{tile}&hand=0&back=/t/abc" for tile in ("4-1", "4-3")
    ]
