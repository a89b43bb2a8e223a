"""A proof on its page: nobody is accused without one, and everybody can follow it."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.i18n import listed, message
from companion.record.header import read_header
from companion.tables.table_service import TableService
from tests.tables.scribe import correct, enter
from tests.web.drawings import SVG, drawing, said
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import read

#: Ana draws with 6 and 0 open, and then shows a 6-4 that she cannot have drawn in between.
RENEGE = (
    *("lead: Ben", "Ben: 6-0", "Ana: draws 2", "Ana: 6-4 on 6-0", "Ben: 4-0 on 6-4"),
    *("Ana: 5-0 on 6-0", "Ana: 3-0 on 4-0"),
)
HONEST = RENEGE[:5]
DREW = str(
    message(
        "proof.drew.would-have-fitted",
        player="Ana",
        drawn=message("unit.tiles", count=2),
        pips=listed([6, 0]),
        tiles="5-0",
    )
)
SET = str(message("proof.set", player="Ana", tile="5-0"))
HELD = str(message("proof.not-drawn-since", player="Ana", tile="5-0"))


def table(table_service: TableService, *lines: str, players: str = "Ana, Ben") -> str:
    header = read_header(f"game: race-horse\nplayers: {players}")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    enter(table_service, table_id, *lines)
    return table_id


def proving(table_service: TableService, table_id: str) -> int:
    """The change that proves it."""
    from companion.referee.proof.renege import findings

    written = table_service.read(table_id)
    (found,) = findings(written.entries)
    return found.line


def test_a_proof_is_told_step_by_step_with_the_layout_then(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *RENEGE)
    page = client.get(f"/t/{table_id}/proof/{proving(table_service, table_id)}").text
    words = read(page)
    assert words.index(DREW) < words.index(SET) < words.index(HELD)
    assert page.count('class="why-felt about-ends"') == 1
    assert page.count(" lit") == 1


def test_a_proof_stays_the_same_where_an_entry_of_it_was_put_right_later(
    client: FlaskClient, table_service: TableService
) -> None:
    slip = [line.replace("draws 2", "draws 1") for line in RENEGE]
    table_id = table(table_service, *slip)
    correct(table_service, table_id, "Ana: draws 1", "Ana: draws 2")
    other_id = table(table_service, *RENEGE)
    told = []
    for each in (table_id, other_id):
        page = client.get(f"/t/{each}/record").text
        (proof,) = re.findall(r'href="([^"]+/proof/[^"]+)"', page)
        page = client.get(proof).text
        told.append(re.findall('<svg class="layout".*?</svg>', page, re.DOTALL))
        told[-1].append(read(page).partition(str(message("answer.save-picture")))[0])
    assert told[0] == told[1]


@pytest.mark.parametrize("seq", ["1", "3", "99", "0", "x", "1000001"])
def test_what_proves_nothing_has_no_proof(
    client: FlaskClient, table_service: TableService, seq: str
) -> None:
    table_id = table(table_service, *HONEST)
    for address in (f"/t/{table_id}/proof/{seq}", f"/t/{table_id}/proof/{seq}.svg"):
        assert client.get(address).status_code == 404


def test_the_record_leads_to_the_proof(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, *RENEGE)
    page = client.get(f"/t/{table_id}/record").text
    assert f'href="/t/{table_id}/proof/{proving(table_service, table_id)}"' in page
    assert "/proof/" not in client.get(f"/t/{table(table_service, *HONEST)}/record").text


def test_who_watches_sees_the_proof_and_a_stranger_does_not(
    app: Flask, stranger: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *RENEGE)
    seq = proving(table_service, table_id)
    assert stranger.get(f"/t/{table_id}/proof/{seq}").status_code == 404
    app.extensions["access_service"].ask(table_id, "zoes-phone", "Zoe")
    page = phone(app, "zoes-phone").get(f"/t/{table_id}/proof/{seq}")
    assert page.status_code == 200
    assert f"/t/{table_id}/record/{seq}" not in page.text


def test_names_in_a_proof_are_no_markup(client: FlaskClient, table_service: TableService) -> None:
    lines = [line.replace("Ana", "<i>Ana") for line in RENEGE]
    table_id = table(table_service, *lines, players="<i>Ana, Ben")
    page = client.get(f"/t/{table_id}/proof/{proving(table_service, table_id)}").text
    assert "<i>Ana" not in page and "&lt;i&gt;Ana" in page


def test_the_picture_of_a_proof_has_its_steps_their_layouts_and_what_they_come_to(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *RENEGE)
    address = f"/t/{table_id}/proof/{proving(table_service, table_id)}"
    picture = drawing(client, f"{address}.svg")
    told = said(picture)
    assert str(message("proof.title")) in told
    assert f"{message('proof.where', hand=1, entry=6)} Ana, Ben" in told
    assert told.index(DREW) < told.index(SET) < told.index(HELD)
    felts = [part for part in picture.iter(f"{SVG}rect") if part.get("fill") == "#24513f"]
    assert len(felts) == 1
    # The 5-0 would have gone on the open 0, and that end alone is gold.
    marks = picture.findall(f".//{SVG}g/{SVG}circle[@fill='#e8b93f']/../{SVG}text")
    assert [mark.text for mark in marks] == ["0"]
