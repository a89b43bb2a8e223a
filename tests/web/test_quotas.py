"""Quotas: a club brings in what it likes, and nobody fills the disk."""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.i18n import message
from companion.tables.table_service import TableService
from companion.web.app import add_services
from companion.web.security import quotas
from tests.databases import KINDS
from tests.web.phones import ANAS_PHONE, phone

TABLE = {"game": "race-horse", "name-0": "Ana", "name-1": "Ben", "lead": "0"}
RECORD = "game: race-horse\nplayers: Ana, Ben\n\nlead: Ana\n" + "ruling: Ana +1\n" * 40
HOUSE, OTHER = {"REMOTE_ADDR": "192.0.2.7"}, {"REMOTE_ADDR": "192.0.2.8"}

pytestmark = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(autouse=True)
def small(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for some tables of a device, and a few more of its address."""
    monkeypatch.setitem(app.config, "RATELIMIT_ENABLED", True)
    monkeypatch.setitem(app.config, "NOW", lambda: datetime(2126, 11, 22, 23, 50, tzinfo=UTC))
    monkeypatch.setattr(quotas, "_MOST_LINES", {"device": 100, "address": 150})
    monkeypatch.setattr(quotas, "_LINES_OF_A_TABLE", 50)


def said(answer_text: str, message_id: str) -> bool:
    return str(message(message_id)) in answer_text


def test_a_device_opens_so_many_tables_a_day(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    for _ in range(2):
        assert client.post("/new", data=TABLE, environ_base=HOUSE).status_code == 303
    refused = client.post("/new", data=TABLE, environ_base=HOUSE)
    assert refused.status_code == 429
    with app.test_request_context():
        assert said(refused.text, "refused.quota-reached")
    # The form is as it was, and so is all that was opened.
    assert 'value="Ben"' in refused.text
    assert len([*table_service.listing()]) == 2
    assert client.get("/", environ_base=HOUSE).status_code == 200


def test_an_address_has_an_end_too_whatever_its_cookies(app: Flask) -> None:
    for number in range(3):
        zoe = phone(app, f"phone {number}")
        assert zoe.post("/new", data=TABLE, environ_base=HOUSE).status_code == 303
    assert phone(app, "").post("/new", data=TABLE, environ_base=HOUSE).status_code == 429
    assert phone(app, "").post("/new", data=TABLE, environ_base=OTHER).status_code == 303


def test_what_is_brought_in_counts_by_its_lines_and_stays_in_the_form(
    client: FlaskClient, table_service: TableService
) -> None:
    assert client.post("/import", data={"record": RECORD}, environ_base=HOUSE).status_code == 303
    longer = f"{RECORD}ruling: Ben +1\n"
    other = longer.replace("Ben", "Cyd")
    refused = client.post("/import", data={"record": other}, environ_base=HOUSE)
    assert refused.status_code == 429
    assert "ruling: Cyd +1" in refused.text
    # What was refused is not counted: there is room left for less.
    assert client.post("/import", data={"record": RECORD}, environ_base=HOUSE).status_code == 303
    (kept,) = table_service.listing()
    assert kept[0].version == 41


def test_the_matches_of_a_league_count_as_lines_wherever_they_come_from(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "_MOST_LINES", {"device": 70, "address": 150})
    club = client.post("/clubs", data={"name": "Friday"}, environ_base=HOUSE).location
    names = "\n".join(f"P{number}" for number in range(6))
    form = {"kind": "player", "games": "1", "players": names, "begin": "yes"}
    # Fifteen matches; twenty are left of the day.
    assert client.post(f"{club}/leagues/new", data=form, environ_base=HOUSE).status_code == 303
    refused = client.post(f"{club}/leagues/new", data=form, environ_base=HOUSE)
    assert refused.status_code == 429
    monkeypatch.setattr(quotas, "_LINES_OF_A_TABLE", 1)
    file = client.get(f"{club}/export", environ_base=OTHER).data

    def brought(most: int) -> int:
        monkeypatch.setattr(quotas, "_MOST_LINES", {"device": most, "address": most})
        sent = {"file": (BytesIO(file), "friday.zip")}
        return client.post("/clubs/bring", data=sent, environ_base=OTHER).status_code

    # Beside the club its six players and their matches; the day has seen 65.
    assert (brought(65 + 21), brought(65 + 22)) == (429, 303)


def test_every_process_counts_together_and_tomorrow_is_another_day(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        assert client.post("/new", data=TABLE, environ_base=HOUSE).status_code == 303
    app.extensions["table_service"].database.close()
    # Another process has the same database, and services of its own.
    add_services(app)
    refused = phone(app).post("/new", data=TABLE, environ_base=HOUSE)
    assert refused.status_code == 429
    monkeypatch.setitem(app.config, "NOW", lambda: datetime(2126, 11, 23, 0, 1, tzinfo=UTC))
    assert client.post("/new", data=TABLE, environ_base=HOUSE).status_code == 303


def test_it_is_not_counted_alone_nor_where_nothing_is(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "RATELIMIT_ENABLED", False)
    for _ in range(4):
        assert client.post("/new", data=TABLE, environ_base=HOUSE).status_code == 303
    monkeypatch.setitem(app.config, "RATELIMIT_ENABLED", True)
    monkeypatch.setitem(app.config, "IS_ALONE", True)
    assert client.post("/new", data=TABLE, environ_base=HOUSE).status_code == 303


def test_no_address_can_be_read_in_the_database(
    client: FlaskClient, tmp_path: Path, kind: str
) -> None:
    client.post("/new", data=TABLE, environ_base=HOUSE)
    if kind == "sqlite":
        kept = b"".join(part.read_bytes() for part in tmp_path.glob("tables.db*"))
        assert b"192.0.2.7" not in kept
        assert ANAS_PHONE.encode() in kept
