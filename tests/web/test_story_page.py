"""The story of a record: what was changed, from which phone, and who won by it."""

import re

from flask import Flask
from flask.testing import FlaskClient

from companion.i18n import Message, message
from companion.record.header import read_header
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, insert
from tests.web.phones import ANAS_PHONE
from tests.web.words import deeds, shows, worded

#: The 5-5 scores, and so does the 5-0.
LINES = ("lead: Ana", "Ana: 5-5", "Ana: 5-0", "Ana: 5-1 on 5-5")


def table(table_service: TableService, *lines: str, players: str = "Ana, Ben") -> str:
    header = read_header(f"game: race-horse\nplayers: {players}")
    table_id = table_service.open(header, keeper=ANAS_PHONE)
    enter(table_service, table_id, *lines)
    return table_id


def post(
    client: FlaskClient, table_service: TableService, table_id: str, where: str, **form: object
) -> None:
    seen = table_service.look(table_id).version
    answer = client.post(f"/t/{table_id}/record{where}", data={"seen": seen, **form})
    assert answer.status_code == 303, answer.text


def done(deed: str) -> Message:
    return message(f"story.done.{deed}")


def test_every_change_is_told_with_its_phone_what_it_replaced_and_who_won_by_it(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *LINES)
    post(client, table_service, table_id, "/4", what="tile", who=0, tile="5-4", on="5-5")
    post(
        client,
        table_service,
        table_id,
        "/5/before",
        what="ruling",
        side=1,
        points="1",
        reason="a bet",
    )
    post(client, table_service, table_id, "/undo")
    table_service.rename(
        table_id,
        ("Ana", "Benno"),
        RequestStamp(table_service.look(table_id).version, "renamed", "else"),
    )
    this, became = message("phone.this"), message("story.became")
    peg = message("unit.pegs", count=1)
    gained, lost = (
        message(f"history.{how}", name="Benno", points=peg) for how in ("gained", "lost")
    )
    assert deeds(client.get(f"/t/{table_id}/record").text) == [
        f"{done('renamed')} · {message('phone.another')} Ana, Ben → {became} Ana, Benno",
        f"{done('undone')} · {this} ruling: Benno +1, a bet {lost}",
        f"{done('inserted')} · {this} ruling: Benno +1, a bet {gained}",
        f"{done('corrected')} · {this} Ana: 5-1 on 5-5 → {became} Ana: 5-4 on 5-5 "
        f"{message('history.no-score')} {message('story.take-back')}",
    ]


def test_a_time_is_told_in_utc_for_a_script_to_tell_it_by_the_readers_clock(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *LINES)
    post(client, table_service, table_id, "/undo")
    page = client.get(f"/t/{table_id}/record").text
    told = worded("story.time").pattern
    assert re.search(rf'<time datetime="[-0-9T:]+\+00:00">{told}</time>', page)


def test_where_nothing_was_changed_no_list_of_changes_is_shown(
    client: FlaskClient, table_service: TableService
) -> None:
    page = client.get(f"/t/{table(table_service, *LINES)}/record").text
    assert not shows(page, "record.changes") and 'class="fix"' in page


def test_names_and_reasons_are_no_markup(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, "lead: <i>Ana", players="<i>Ana, Ben")
    post(
        client,
        table_service,
        table_id,
        "/ruling",
        what="ruling",
        side=0,
        points="1",
        reason="<b>bold",
    )
    post(client, table_service, table_id, "/undo")
    page = client.get(f"/t/{table_id}/record").text
    assert "<i>Ana" not in page and "<b>bold" not in page
    assert "&lt;i&gt;Ana" in page and "&lt;b&gt;bold" in page


def test_who_watches_reads_it_and_a_stranger_does_not(
    app: Flask, stranger: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *LINES)
    assert stranger.get(f"/t/{table_id}/record").status_code == 404
    app.extensions["access_service"].ask(table_id, "zoes-phone", "Zoe")
    with stranger.session_transaction() as session:
        session["device"] = "zoes-phone"
    assert stranger.get(f"/t/{table_id}/record").status_code == 200


def test_a_long_story_is_told_part_by_part_the_last_one_first(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *LINES)
    for number in range(50):
        insert(table_service, table_id, LINES[-1], f"ruling: Ben +0, bet {number}")
    latest = client.get(f"/t/{table_id}/record").text.partition('id="changes"')[2]
    assert shows(latest, "part.changes", first=41, last=50, of=50)
    assert latest.index("bet 49") < latest.index("bet 40") and "bet 39" not in latest
    first = client.get(f"/t/{table_id}/record?changes=1").text.partition('id="changes"')[2]
    assert "bet 39" in first and "bet 40" not in first
    assert f'/t/{table_id}/record?changes=2#changes" rel="next"' in first
