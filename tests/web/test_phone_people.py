"""The people of a phone without a server: known by the names at its tables, and taken along."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.offline.phone.phone_views import blueprint
from companion.tables.table_service import TableService
from companion.web.app import create_app
from tests.tables.scribe import enter
from tests.web.phones import phone
from tests.web.words import shows

US = "/club/people"


def alone_at(path: Path) -> FlaskClient:
    """The app as it is in a phone that never played."""
    app = create_app(
        {
            "DATABASE_URL": f"sqlite:///{path}",
            "IS_ALONE": True,
            "JOURNAL": "MEMORY",
            "PATIENCE": 0.4,
            "SECRET_KEY": "test",
            "TESTING": True,
            "WTF_CSRF_ENABLED": False,
            "ZONE": lambda: "Europe/Lisbon",
        }
    )
    app.register_blueprint(blueprint)
    app.extensions["table_service"].database.migrate()
    return phone(app)


def tables_of(client: FlaskClient) -> TableService:
    found: TableService = client.application.extensions["table_service"]
    return found


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[FlaskClient]:
    made = alone_at(tmp_path / "phone.db")
    yield made
    tables_of(made).database.close()


def start(client: FlaskClient, *names: str) -> str:
    """The id of a new table, at which the first of these people leads."""
    form = {"game": "race-horse", "seats": f"{len(names)}", "lead": "0"}
    form |= {f"name-{seat}": name for seat, name in enumerate(names)}
    return client.post("/new", data=form).location.removeprefix("/t/")


def won(client: FlaskClient, by: str, *names: str) -> str:
    """The id of a table at which a game was won."""
    table_id = start(client, *names)
    enter(tables_of(client), table_id, f"{names[0]}: 6-4", f"ruling: {by} +305, quick")
    return table_id


def people(client: FlaskClient) -> dict[str, str]:
    """Who is listed, with the address of their page."""
    rows = re.findall(rf'href="({US}/players/\d+)"[^\n]*?<bdi>([^<]*)</bdi>', client.get(US).text)
    return {name: address for address, name in rows}


def totals(client: FlaskClient, name: str) -> list[str]:
    """The games of someone, and how many of them they won."""
    page = client.get(people(client)[name]).text
    found = re.search(r'<dl class="totals">(.*?)</dl>', page, re.DOTALL)
    return re.findall(r"(\d+)<span", found[1])[:2] if found else []


def test_whoever_plays_at_its_tables_has_figures_there(alone: FlaskClient) -> None:
    assert US not in alone.get("/").text
    first = won(alone, "Ana", "Ana", "Ben")
    second = alone.post(f"/t/{first}/again").location.removeprefix("/t/")
    enter(tables_of(alone), second, "ruling: Ben +305, quick")
    third = won(alone, "Ana", "Ana", "Ben")
    # Nobody has looked at the people yet, and the end of a game knows its evening.
    assert shows(alone.get(f"/t/{first}").text, "evening.won", scores="Ana 2, Ben 1")
    won(alone, "Cyd", "Cyd", "")
    start(alone, "Ana", "Dee")
    alone.post(f"/t/{third}/again")
    assert f'href="{US}"' in alone.get("/").text
    page = alone.get(US).text
    # Whom nobody gave a name is nobody, and with a nobody no game counts.
    assert [*people(alone)] == ["Ana", "Ben"]
    assert "3 games, Ana 2, Ben 1" in page
    assert totals(alone, "Ana") == ["3", "2"] and totals(alone, "Ben") == ["3", "1"]
    ana = alone.get(people(alone)["Ana"]).text
    # A rating shows from five games on, and a rival is no nemesis as well.
    assert 'id="rivals"' in ana and "Nemesis" not in ana
    assert shows(ana, "club.rating-after", count=2)
    # From the end of a game to its evening, and from there to each of them.
    evening = f"{US}/evenings/{third}"
    assert f'href="{evening}"' in alone.get(f"/t/{third}/end").text
    day = alone.get(evening).location
    assert people(alone)["Ben"] in alone.get(day).text
    assert alone.get(f"{day}.svg").status_code == 200
    assert shows(alone.get(f"/t/{first}").text, "evening.won", scores="Ana 2, Ben 1")
    assert tables_of(alone).look(first).version == 3


def test_what_needs_other_phones_is_not_there(alone: FlaskClient) -> None:
    won(alone, "Ana", "Ana", "Ben")
    pages = [US, *people(alone).values(), f"{US}/players", f"{US}/evenings", f"{US}/settings"]
    linked = re.findall(
        r'(?:href|action)="([^"]*)"', "".join(alone.get(each).text for each in pages)
    )
    for address in {*linked} - {"/"}:
        assert not re.search(r"/(phones|leagues|tonight|close|leave|name)\b|^/clubs", address)
        if not re.search(r"[#?.]", address) and not address.endswith("/again"):
            assert alone.get(address).status_code == 200, address
    for path in ("/phones", "/leagues", "/tonight", "/seasons/new"):
        assert alone.get(f"{US}{path}").status_code == 404
    for address in ("/clubs", "/club/join", "/club/AAAA", "/club/AAAA/players"):
        assert alone.get(address).status_code == 404
    assert alone.post("/clubs", data={"name": "Ours"}).status_code == 404
    # Its only switch.
    assert alone.post(f"{US}/settings").status_code == 303
    assert alone.get(f"{US}/ratings").status_code == 404


def test_a_person_is_whoever_has_the_name_at_the_table(alone: FlaskClient) -> None:
    first, second = won(alone, "Ana", "Ana", "Bem"), won(alone, "Ben", "Ana", "Ben")
    assert [*people(alone)] == ["Ana", "Ben", "Bem"]
    seen = tables_of(alone).look(first).version
    form = {"name-0": "Ana", "name-1": "Ben", "seen": seen, "key": "mended"}
    assert alone.post(f"/t/{first}/names", data=form).status_code == 303
    assert totals(alone, "Ben") == ["2", "1"] and [*people(alone)] == ["Ana", "Ben"]
    # Renamed, she is still who she was at the tables, and who sits at the next ones.
    assert alone.post(f"{people(alone)['Ana']}/edit", data={"name": "Anna", "colour": "3"})
    won(alone, "Ana", "Ana", "Cyd")
    won(alone, "Cyd", "Anna", "Cyd")
    assert totals(alone, "Anna") == ["4", "2"]
    assert alone.post(f"{people(alone)['Ben']}/forget").status_code == 303
    assert "Ben" not in people(alone) and totals(alone, "Anna") == ["4", "2"]
    assert "Ben" not in alone.get(f"/t/{second}/record").text
    for table_id in (first, second):
        alone.post(f"/t/{table_id}/delete")
    assert totals(alone, "Anna") == ["2", "1"]
    assert f"{US}/players/2" not in alone.get(f"{US}/players").text


def test_figures_are_made_bit_by_bit_and_the_page_asks_for_the_rest(
    alone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _, last = [won(alone, name, "Ana", "Ben") for name in ("Ana", "Ben", "Ben")]
    games, made = alone.application.extensions["clubs"].games, list[str]()
    make = games.make
    # Each takes a second, and that is too long.
    monkeypatch.setattr(games, "make", lambda table: made.append(table) or make(table))
    monkeypatch.setattr(games, "clock", lambda: len(made))
    page = alone.get(f"{US}/evenings/{first}", follow_redirects=True).text
    assert shows(page, "club.waiting", count=3, counted=1)
    # The game that was just played is asked for before all others.
    assert made == [last]
    page = alone.get(US).text
    assert shows(page, "club.waiting", count=3, counted=2)
    assert f'hx-get="{US}?" hx-trigger="load"' in page and "library/htmx" in page
    page = alone.get(US).text
    assert len(made) == 3 and "hx-get" not in page and "library/htmx" not in page


def test_they_come_into_a_club_with_their_tables(
    alone: FlaskClient, client: FlaskClient, app: Flask
) -> None:
    club = client.post("/clubs").location
    for name in ("Ben", "Ana"):
        client.post(f"{club}/players", data={"name": name})
    table_id = won(alone, "Ana", "Ana", "Ben")
    page = unescape(alone.get(f"/t/{table_id}/hand-over").text)
    letters = re.findall(r"#table=([\w.~-]+)", page)[0]
    there = client.post("/take", data={"table": letters, "open": ""}).location
    seats = re.findall(r'<option value="(\d*)" selected>', client.get(f"{there}/club").text)
    assert seats == ["2", "1"]
    form = {"club": club.removeprefix("/club/"), "seat-0": "2", "seat-1": "1"}
    assert client.post(f"{there}/club", data=form).status_code == 303
    assert "1 game, Ana 1" in client.get(f"{club}/evenings").text
    # Or all of them at once, each as they were.
    file = BytesIO(alone.get(f"{US}/export").data)
    brought = client.post("/clubs/bring", data={"file": (file, "us.zip")}).location
    assert "1 game, Ana 1" in client.get(f"{brought}/evenings").text
    ours = app.extensions["clubs"].service.look(brought.removeprefix("/club/"))
    assert (ours.zone, [*ours.names.values()]) == ("Europe/Lisbon", ["Ana", "Ben"])


def test_they_come_to_another_phone_with_everything(alone: FlaskClient, tmp_path: Path) -> None:
    won(alone, "Nan", "Nan", "Ben")
    won(alone, "Ana", "Ana", "Ben")
    number = people(alone)["Ana"].rpartition("/")[2]
    assert alone.post(f"{people(alone)['Nan']}/same", data={"other": number}).status_code == 303
    assert totals(alone, "Ana") == ["2", "2"]
    file = alone.post("/phone/everything").data
    for has_own, ana in ((False, ["2", "2"]), (True, ["1", "1"])):
        other = alone_at(tmp_path / f"other-{has_own}.db")
        if has_own:
            won(other, "Cyd", "Cyd", "Dee")
        assert [*people(other)] == (["Cyd", "Dee"] if has_own else [])
        assert other.post("/phone/", data={"file": (BytesIO(file), "all")}).status_code == 303
        assert totals(other, "Ana") == ana
        tables_of(other).database.close()
