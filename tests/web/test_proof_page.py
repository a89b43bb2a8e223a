"""A proof on its page: nobody is accused without one, and everybody can follow it."""

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.record.header import read_header
from companion.tables.desk import Desk
from tests.tables.scribe import enter
from tests.web.drawings import SVG, drawing, said
from tests.web.phones import ANAS_PHONE, phone

#: Ana draws with 6 and 0 open, and then shows a 6-4 that she cannot have drawn in between.
RENEGE = (
    *("lead: Ben", "Ben: 6-0", "Ana: draws 2", "Ana: 6-4 on 6-0", "Ben: 4-0 on 6-4"),
    *("Ana: 5-0 on 6-0", "Ana: 3-0 on 4-0"),
)
HONEST = RENEGE[:5]
PROVES = 7


def table(desk: Desk, *lines: str, players: str = "Ana, Ben") -> str:
    header = read_header(f"game: race-horse\nplayers: {players}")
    table_id = desk.open(header, keeper=ANAS_PHONE)
    enter(desk, table_id, *lines)
    return table_id


def read(page: str) -> str:
    main = page.partition("<main>")[2]
    words = html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "")
    return " ".join(words.split())


def proving(desk: Desk, table_id: str) -> int:
    """The change that proves it."""
    from companion.referee.reneges import findings

    written = desk.read(table_id)
    (found,) = findings(written.start, written.entries)
    return found.line


def test_a_proof_is_told_step_by_step_with_the_layout_then(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, *RENEGE)
    page = client.get(f"/t/{table_id}/proof/{proving(desk, table_id)}").text
    words = read(page)
    assert "Ana drew 2 tiles with 6 and 0 open" in words
    assert words.index("Ana drew 2 tiles") < words.index("Ana held the")
    assert "or an entry is wrong." in words
    assert page.count('class="why-felt"') >= 1
    assert 'class="ring lit"' in page or "nought lit" in page


@pytest.mark.parametrize("seq", ["1", "3", "99", "0", "x", "1000001"])
def test_what_proves_nothing_has_no_proof(client: FlaskClient, desk: Desk, seq: str) -> None:
    table_id = table(desk, *HONEST)
    for address in (f"/t/{table_id}/proof/{seq}", f"/t/{table_id}/proof/{seq}.svg"):
        assert client.get(address).status_code == 404


def test_the_record_leads_to_the_proof(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, *RENEGE)
    page = client.get(f"/t/{table_id}/record").text
    assert f'href="/t/{table_id}/proof/{proving(desk, table_id)}"' in page
    assert "/proof/" not in client.get(f"/t/{table(desk, *HONEST)}/record").text


def test_who_watches_sees_the_proof_and_a_stranger_does_not(
    app: Flask, stranger: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *RENEGE)
    seq = proving(desk, table_id)
    assert stranger.get(f"/t/{table_id}/proof/{seq}").status_code == 404
    app.extensions["door"].ask(table_id, "zoes-phone", "Zoe")
    page = phone(app, "zoes-phone").get(f"/t/{table_id}/proof/{seq}")
    assert page.status_code == 200
    assert "Put entry" not in page.text


def test_names_in_a_proof_are_no_markup(client: FlaskClient, desk: Desk) -> None:
    lines = [line.replace("Ana", "<i>Ana") for line in RENEGE]
    table_id = table(desk, *lines, players="<i>Ana, Ben")
    page = client.get(f"/t/{table_id}/proof/{proving(desk, table_id)}").text
    assert "<i>Ana" not in page and "&lt;i&gt;Ana" in page


def test_the_picture_of_a_proof_has_its_steps_their_layouts_and_what_they_come_to(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *RENEGE)
    address = f"/t/{table_id}/proof/{proving(desk, table_id)}"
    picture = drawing(client, f"{address}.svg")
    told = said(picture)
    assert "This cannot be" in told and "Hand 1, entry 6. Ana, Ben" in told
    assert told.index("Ana drew 2 tiles with 6 and 0 open") < told.index("Ana set the 5-0.")
    assert told.index("Ana set the 5-0.") < told.index("Ana held the 5-0 then, or an entry is")
    felts = [part for part in picture.iter(f"{SVG}rect") if part.get("fill") == "#24513f"]
    assert len(felts) == client.get(address).text.count('class="why-felt"') == 1
    # The 5-0 would have gone on the open 0, and that end alone is gold.
    marks = picture.findall(f".//{SVG}g/{SVG}circle[@fill='#e8b93f']/../{SVG}text")
    assert [mark.text for mark in marks] == ["0"]
