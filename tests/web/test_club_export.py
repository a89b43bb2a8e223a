"""A club saved as a file by who keeps its book, and brought in elsewhere."""

from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.clubs.all_services import Clubs
from companion.clubs.transfer.club_file import ClubFile, read_club_file
from companion.db.club_models import ClubLink
from companion.i18n import message
from companion.tables.table_service import TableService
from companion.web.app import add_services, create_app
from tests.databases import MakesReady
from tests.tables.scribe import opened
from tests.web.phones import ANAS_PHONE, phone


@pytest.fixture
def clubs(app: Flask) -> Clubs:
    found: Clubs = app.extensions["clubs"]
    return found


@pytest.fixture
def club_id(app: Flask, clubs: Clubs, table_service: TableService) -> str:
    """Ana's club, in which a game was won."""
    made = clubs.service.open("Friday / dominoes", ANAS_PHONE, zone="Asia/Tokyo")
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4", "ruling: Ben +305, at once")
    clubs.tables.take_in(made, table_id, [None, None])
    return made


def bring(visitor: FlaskClient, data: bytes) -> TestResponse:
    # As a phone writes it: the test client would put a large one on the disk, and leave it there.
    head = b'--line\r\nContent-Disposition: form-data; name="file"; filename="club.zip"\r\n\r\n'
    form = head + data + b"\r\n--line--\r\n"
    return visitor.post(
        "/clubs/bring", data=form, content_type="multipart/form-data; boundary=line"
    )


def brought_of(answer: TestResponse) -> ClubFile:
    return read_club_file(answer.data, datetime(2126, 11, 23, tzinfo=UTC))


def test_who_keeps_the_book_saves_everything(
    app: Flask, client: FlaskClient, club_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In Tokyo it is tomorrow.
    monkeypatch.setitem(app.config, "NOW", lambda: datetime(2126, 11, 22, 20, 0, tzinfo=UTC))
    assert f"/club/{club_id}/export" in client.get(f"/club/{club_id}/settings").text
    answer = client.get(f"/club/{club_id}/export")
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    said = answer.headers["Content-Disposition"]
    assert said == 'attachment; filename="Friday - dominoes 2126-11-23.zip"'
    assert answer.cache_control.no_store
    # Nobody knows how much it will be: it goes out while it is packed.
    assert answer.content_length is None
    assert [each.name for each in brought_of(answer).club.players] == ["Ana", "Ben"]


def test_a_club_of_any_script_is_saved_under_its_name(
    clubs: Clubs, club_id: str, client: FlaskClient
) -> None:
    clubs.service.change(club_id, name="الجمعة", zone="UTC", shows_ratings=True)
    said = client.get(f"/club/{club_id}/export").headers["Content-Disposition"]
    assert said.isascii() and quote("الجمعة") in said


def test_who_only_looks_takes_nothing_along(
    app: Flask, clubs: Clubs, club_id: str, stranger: FlaskClient
) -> None:
    clubs.access.join(clubs.access.links(club_id)[ClubLink.WATCHER], "bens-phone", "Ben")
    assert phone(app, "bens-phone").get(f"/club/{club_id}/export").status_code == 403
    assert stranger.get(f"/club/{club_id}/export").status_code == 404


def test_it_is_brought_in_at_another_server(
    app: Flask, client: FlaskClient, club_id: str, tmp_path: Path, ready: MakesReady
) -> None:
    data = client.get(f"/club/{club_id}/export").data
    app.extensions["table_service"].database.close()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with ready("sqlite").emptied(elsewhere) as url:
        app.config["DATABASE_URL"] = url
        add_services(app)
        dee = phone(app, "dees-phone")
        assert "/clubs/bring" in dee.get("/clubs").text
        answer = bring(dee, data)
        assert answer.status_code == 303
        page = dee.get(answer.location).text
        assert "<h1><bdi>Friday / dominoes</bdi></h1>" in page
        assert "Ben" in dee.get(f"{answer.location}/evenings").text
        assert phone(app, "zoes-phone").get(answer.location).status_code == 404
        app.extensions["table_service"].database.close()
    add_services(app)


@pytest.mark.parametrize("data", [b"", b"PK", b"game: race-horse\nplayers: Ana, Ben\n"])
def test_what_is_no_club_is_refused_with_a_sentence(
    client: FlaskClient, clubs: Clubs, data: bytes
) -> None:
    answer = bring(client, data)
    assert answer.status_code == 422
    assert str(message("club-file.refused.no-club")) in unescape(answer.text)
    assert '<details class="bring" open>' in answer.text
    assert client.post("/clubs/bring").status_code == 422
    assert clubs.service.of_device(ANAS_PHONE) == ()


def test_a_house_brings_in_some_clubs_a_day(
    app: Flask, client: FlaskClient, clubs: Clubs, club_id: str
) -> None:
    data = client.get(f"/club/{club_id}/export").data
    app = create_app({**app.config, "RATELIMIT_ENABLED": True})
    dee = phone(app, "dees-phone")
    answers = [bring(dee, data) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [303] * 20 + [429]
    assert 23 * 3600 < int(answers[-1].headers["Retry-After"]) <= 24 * 3600 + 1
    assert str(message("problem.enough-today.sentence")) in answers[-1].text
    assert len(clubs.service.of_device("dees-phone")) == 20
    app.extensions["table_service"].database.close()
