"""A database that goes away in mid-play: phones are told to wait, and go on when it is back."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.tables.desk import Desk
from companion.tables.door import Door
from companion.tables.notices import Mark
from companion.tables.rows import LeadsTo, Standing
from companion.web.watching.fragments import Shown
from companion.web.watching.hub import Hub
from companion.web.watching.stream import AWAY, Stream
from tests.databases import away
from tests.tables.scribe import opened
from tests.web.phones import ANAS_PHONE

GUESS = "x" * 22
EVENTS = {"Accept": "text/event-stream"}


def kept(desk: Desk, *lines: str) -> str:
    """A table where Ana's phone keeps score."""
    table_id = opened(desk, *lines)
    door = Door(desk.database)
    return door.keep(door.links(table_id)[LeadsTo.KEEP], ANAS_PHONE, "Ana")


def lost(desk: Desk) -> None:
    """Let go of the connections that a broken network would have broken too."""
    desk.database.engine.dispose()


def test_a_tap_waits_until_the_database_is_back_and_is_entered_once(
    app: Flask, url: str, client: FlaskClient, desk: Desk
) -> None:
    table_id = kept(desk, "lead: Ana", "Ana: 6-4")
    tap = {"tile": "4-4", "seen": "2", "key": "0" * 32}
    lost(desk)
    with away(url):
        refused = client.post(f"/t/{table_id}/set", data=tap)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
        assert "The tables cannot be reached" in refused.text
        assert "database" not in refused.text
    for _ in range(2):
        assert client.post(f"/t/{table_id}/set", data=tap).status_code == 303
    assert [str(entry.statement) for entry in desk.look(table_id).entries] == [
        "lead: Ana",
        "Ana: 6-4",
        "Ana: 4-4 on 6-4",
    ]


@pytest.mark.parametrize(
    "pattern", ["/t/{}", "/t/{}/board", "/t/{}/live", "/t/{}/record", "/", f"/j/{GUESS}"]
)
def test_every_page_that_needs_it_says_so_and_comes_back(
    url: str, client: FlaskClient, desk: Desk, pattern: str
) -> None:
    table_id = kept(desk, "lead: Ana")
    client.get(f"/t/{table_id}")
    address = pattern.format(table_id)
    before = client.get(address).status_code
    lost(desk)
    with away(url):
        assert client.get(address).status_code == 503
    assert client.get(address).status_code == before


def test_a_stream_ends_and_another_one_is_refused_for_now(
    app: Flask, url: str, client: FlaskClient, desk: Desk
) -> None:
    table_id = kept(desk, "lead: Ana")
    hub = Hub(desk, 1)
    seat = hub.seat(table_id)
    assert seat is not None
    shown = Shown(table_id, "table", Standing.KEEPS)
    company = Door(desk.database).company(table_id, ANAS_PHONE)
    stream = Stream(desk, app.extensions["fragments"], shown, company, Mark(0))
    lost(desk)
    with away(url):
        assert list(stream.events(seat)) == [AWAY]
        assert client.get(f"/t/{table_id}/live", headers=EVENTS).status_code == 503
    seat.leave()
    hub.close()
