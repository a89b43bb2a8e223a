"""The pages of a club, used as people use them."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.clubs.club_history import ClubEventKind, events_of
from companion.db.club_models import ClubLink, ClubRole
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, opened, stamp
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import shows


@pytest.fixture
def clubs(app: Flask) -> Clubs:
    found: Clubs = app.extensions["clubs"]
    return found


@pytest.fixture
def club_id(client: FlaskClient) -> str:
    """Ana's club, opened with one tap."""
    answer = client.post("/clubs")
    assert answer.status_code == 303
    return answer.location.removeprefix("/club/")


def start(client: FlaskClient, club_id: str, *names: str, **said: str) -> str:
    """Open a table of the club for these people; its id."""
    form = {"club": club_id, "game": "race-horse", "seats": f"{len(names)}", **said}
    form |= {f"name-{seat}": name for seat, name in enumerate(names)}
    answer = client.post("/new", data=form)
    assert answer.status_code == 303, answer.text
    return answer.location.removeprefix("/t/")


def seats(clubs: Clubs, club_id: str, table_id: str) -> tuple[int, ...]:
    tables = clubs.tables.latest(clubs.service.look(club_id), 99)
    return next(table.people for table in tables if table.id == table_id)


def test_a_club_is_opened_with_one_tap_and_called_as_it_likes(
    client: FlaskClient, club_id: str
) -> None:
    page = client.get(f"/club/{club_id}").text
    assert "<h1><bdi>Our club</bdi></h1>" in page
    # A new one says what to do first, and not where there is nothing.
    for way in (f"/club/{club_id}/phones", f"/new?club={club_id}", f"/club/{club_id}/leagues/new"):
        assert f'href="{way}"' in page
    for nothing in ("tonight", "leagues", "evenings", "ratings", "players"):
        assert f'/club/{club_id}/{nothing}"' not in page
    form = {"name": "  Friday  dominoes ", "zone": "Europe/Lisbon", "ratings": "yes"}
    client.post(f"/club/{club_id}/settings", data=form)
    assert "Friday dominoes" in client.get("/").text
    answer = client.post(f"/club/{club_id}/settings", data=form | {"name": "x" * 60})
    assert answer.status_code == 422 and "1 to 48 characters" in answer.text
    assert "x" * 60 in answer.text  # What was typed is not lost.


def test_who_plays_in_the_club_is_offered_the_next_time(
    client: FlaskClient, clubs: Clubs, club_id: str
) -> None:
    # Before its first table, a phone plays in the one club that it is in.
    for_club = f'href="/new?club={club_id}"'
    assert for_club in client.get("/").text
    first = start(client, club_id, "Ana", "Ben")
    # A club's table leads back to its club.
    assert f'class="home" href="/club/{club_id}"' in client.get(f"/t/{first}").text
    # What this phone opens anew tonight is the club's too, unless it says otherwise.
    assert for_club in client.get("/").text
    assert f'name="club" value="{club_id}"' in client.get(f"/new?club={club_id}").text
    assert 'name="club"' not in client.get("/new?club=").text
    start(client, club_id, "cyd", "Ana", "Dee")
    assert seats(clubs, club_id, first) == (1, 2)
    club = clubs.service.look(club_id)
    assert club.names == {1: "Ana", 2: "Ben", 3: "cyd", 4: "Dee"}
    page = client.get(f"/new?club={club_id}").text
    assert f'href="/import?club={club_id}"' in page
    assert f'name="club" value="{club_id}"' in client.get(f"/import?club={club_id}").text
    offered = re.findall(r'class="chip" value="([^"]*)"', page)
    assert offered == ["cyd", "Ana", "Dee", "Ben"]
    # Those of last time sit already.
    assert re.findall(r'name="name-\d" value="([^"]*)"', page) == ["cyd", "Ana", "Dee", ""]
    again = start(client, club_id, "ANA", "Dee")
    assert seats(clubs, club_id, again) == (1, 4)


def test_everybody_at_a_table_of_a_club_has_a_name(
    client: FlaskClient, clubs: Clubs, club_id: str
) -> None:
    form = {"club": club_id, "game": "race-horse", "seats": "2", "name-0": "Ana"}
    answer = client.post("/new", data=form)
    assert answer.status_code == 422 and "every seat has a name" in answer.text
    assert 'name="club" value="' in answer.text
    assert clubs.service.look(club_id).players == ()


def test_play_again_goes_on_in_the_club(
    client: FlaskClient, clubs: Clubs, table_service: TableService, club_id: str
) -> None:
    first = start(client, club_id, "Ana", "Ben")
    # What is not over is gone on with.
    answer = client.post(f"/club/{club_id}/again", data={"table": first})
    assert answer.location == f"/club/{club_id}/t/{first}"
    enter(table_service, first, "ruling: Ben +305, at once")
    next_id = client.post(f"/t/{first}/again").location.removeprefix("/t/")
    assert seats(clubs, club_id, next_id) == (1, 2)
    # Whoever taps in the club comes to the same table.
    answer = client.post(f"/club/{club_id}/again", data={"table": first})
    assert answer.location == f"/club/{club_id}/t/{next_id}"
    enter(table_service, next_id, "ruling: Ana +305, at once")
    answer = client.post(f"/club/{club_id}/again", data={"table": next_id})
    third = answer.location.removeprefix(f"/club/{club_id}/t/")
    assert seats(clubs, club_id, third) == (1, 2)
    form = {"again": third, "name-0": "Ana", "name-1": "Ben", "game": "race-horse", "seats": "2"}
    other = client.post("/new", data=form).location
    assert seats(clubs, club_id, other.removeprefix("/t/")) == (1, 2)


def test_a_name_put_right_at_the_table_is_the_same_person(
    client: FlaskClient, clubs: Clubs, table_service: TableService, club_id: str
) -> None:
    table_id = start(client, club_id, "Ana", "Ben")
    table_service.rename(table_id, ("Ana", "Benedikt"), stamp(table_service, table_id))
    assert seats(clubs, club_id, table_id) == (1, 2)
    assert clubs.service.look(club_id).names == {1: "Ana", 2: "Ben"}


def test_a_table_is_taken_in_later(
    app: Flask, client: FlaskClient, clubs: Clubs, table_service: TableService, club_id: str
) -> None:
    clubs.players.add(club_id, ["Ana", "Ben"])
    table_id = opened(table_service, header="game: race-horse\nplayers: ana, Zoe")
    access = app.extensions["access_service"]
    access.keep(access.links(table_id)["keep"], ANAS_PHONE, "Ana")
    page = client.get(f"/t/{table_id}/club").text
    assert re.findall(r'<option value="(\d*)" selected>([^<]*)', page) == [
        ("1", "Ana"),
        ("", "Zoe (new player)"),
    ]
    form = {"club": club_id, "seat-0": "1", "seat-1": "1"}
    answer = client.post(f"/t/{table_id}/club", data=form)
    assert answer.status_code == 422 and "Each seat needs a different player." in answer.text
    assert client.post(f"/t/{table_id}/club", data=form | {"seat-1": "99"}).status_code == 404
    assert client.post(f"/t/{table_id}/club", data=form | {"seat-1": "-1"}).status_code == 400
    assert client.post(f"/t/{table_id}/club", data=form | {"seat-1": ""}).status_code == 303
    assert seats(clubs, club_id, table_id) == (1, 3)
    # Who was told to sit there is offered the next time, whatever the names say.
    assert client.post(f"/t/{table_id}/club", data=form | {"seat-0": "2"}).status_code == 303
    offered = re.findall(r'<option value="(\d*)" selected>', client.get(f"/t/{table_id}/club").text)
    assert offered == ["2", "1"]
    assert "It belongs to" in client.get(f"/t/{table_id}/club").text
    client.post(f"/t/{table_id}/club/let-go")
    assert clubs.tables.club_of(table_id) is None
    assert client.post(f"/t/{table_id}/club/let-go").status_code == 404


def test_a_game_brought_from_elsewhere_has_the_day_on_which_it_was_played(
    client: FlaskClient, clubs: Clubs, table_service: TableService, club_id: str
) -> None:
    record = (
        "# At home, 2025-03-01\ngame: race-horse\nplayers: Ana, Ben\nlead: Ana\nruling: Ben +61"
    )
    table_id = client.post("/import", data={"record": record}).location.removeprefix("/t/")
    where, year = (
        f"/t/{table_id}/club",
        {"name": "2025", "first": "2025-01-01", "last": "2025-12-31"},
    )

    def day() -> str:
        return re.findall(r'name="day" type="date" value="([^"]*)"', client.get(where).text)[0]

    def evenings() -> list[str]:
        page = client.get(f"/club/{club_id}/evenings").text
        return re.findall(r"\d+ (?:March|April) 2025", page[page.index("<main>") :])

    # From a new table of a club, it goes on to that club.
    sent = client.post("/import", data={"record": record, "club": club_id})
    assert sent.location == f"{where}?club={club_id}"
    assert day() == "2025-03-01"
    form = {"club": club_id, "seat-0": "", "seat-1": ""}
    for wrong in ("soon", "2999-01-01", "0001-01-01"):
        answer = client.post(where, data=form | {"day": wrong})
        assert answer.status_code == 422 and shows(answer.text, "club.refused.day")
    assert clubs.tables.club_of(table_id) is None
    assert client.post(where, data=form | {"day": day()}).location == where
    assert evenings() == ["1 March 2025"] and day() == "2025-03-01"
    season = client.post(f"/club/{club_id}/season/new", data=year).location
    assert "<td>1</td><td>1</td>" in client.get(season).text
    # Whoever keeps the club's score can say another day later; what it was is kept.
    form = {"club": club_id, "seat-0": "1", "seat-1": "2"}
    client.post(where, data=form | {"day": "2025-04-02"})
    assert evenings() == ["2 April 2025"]
    found = events_of(clubs.service.database, club_id)
    (dated,) = (event for _, event in found if event.kind is ClubEventKind.GAME_DATED)
    days = dict(dated.before)["played"], dict(dated.now)["played"]
    assert days == ("2025-03-01", "2025-04-02")
    history = client.get(f"/club/{club_id}/history").text
    assert (
        "Played: 2 April 2025 instead of 1 March 2025" in history and "Players: Ana, Ben" in history
    )
    assert table_service.look(table_id).opened_at.date() == date(2025, 4, 2)
    # The file of such a table says the day again.
    saved = client.get(f"/t/{table_id}/record.json").text
    assert '"played_on": "2025-04-02"' in saved
    again = client.post("/import", data={"record": saved.replace("61", "62")}).location
    opened_at = table_service.look(again.removeprefix("/t/")).opened_at
    assert again != f"/t/{table_id}" and opened_at.date() == date(2025, 4, 2)
    # The club remembers what is gone.
    client.post(f"/t/{table_id}/delete")
    client.post(f"/club/{club_id}/players/2/forget")
    history = client.get(f"/club/{club_id}/history").text
    assert "Table deleted" in history and "Played: 2 April 2025<" in history
    assert "Player deleted for good" in history


def test_players_are_named_merged_parted_and_forgotten(
    client: FlaskClient, clubs: Clubs, table_service: TableService, club_id: str
) -> None:
    table_id = start(client, club_id, "Ana", "Ben")
    where = f"/club/{club_id}/players"
    assert client.post(where, data={"name": "Anna"}).status_code == 303
    answer = client.post(where, data={"name": "A:na"})
    assert answer.status_code == 422 and 'value="A:na"' in answer.text
    form = {"name": "Ana", "nicknames": "Nan, Nana ,, ", "colour": "5"}
    assert client.post(f"{where}/1/edit", data=form).status_code == 303
    player = clubs.service.look(club_id).player(1)
    assert (player.nicknames, player.colour) == (("Nan", "Nana"), 5)
    assert client.post(f"{where}/3/same", data={"other": "1"}).status_code == 303
    assert client.get(f"{where}/3").location == f"{where}/1"
    # Of what the address says no more goes along than the page reads.
    found = client.get(f"{where}/3/games?of=won&part=2&_external=1&_scheme=ftp&period=2026")
    assert found.location == f"{where}/1/games?period=2026&of=won&part=2"
    assert client.post(f"{where}/1/same", data={"other": "2"}).status_code == 422
    assert client.post(f"{where}/3/part").status_code == 303
    assert client.get(f"{where}/3").status_code == 200
    client.post(f"{where}/3/leave")
    assert "Left the club" in client.get(where).text
    client.post(f"{where}/3/come-back")
    assert "Left the club" not in client.get(where).text
    assert client.post(f"{where}/1/forget").status_code == 303
    assert table_service.look(table_id).header.players == ("Deleted player", "Ben")
    # Nobody is asked to play with her again.
    assert enter(table_service, table_id, "ruling: Ben +400, at once").game.is_over
    for page in ("/", f"/t/{table_id}", f"/t/{table_id}/end", f"/club/{club_id}", "/new"):
        shown = client.get(page, follow_redirects=True).text
        assert "/again" not in shown and 'value="Deleted player"' not in shown, page
    assert shows(client.get(f"{where}/2").text, "club.edit")
    assert not shows(client.get(f"{where}/1").text, "club.edit")
    for address in (f"{where}/9", f"{where}/9/edit", f"{where}/1/edit", f"{where}/0"):
        assert client.get(address).status_code == 404
    assert client.post(f"{where}/1/unheard-of").status_code == 400
    assert client.post(f"{where}/2/same", data={"other": "x"}).status_code == 400


def test_a_club_is_closed_once_its_name_was_typed(
    client: FlaskClient, clubs: Clubs, table_service: TableService, club_id: str
) -> None:
    table_id = start(client, club_id, "Ana", "Ben")
    answer = client.post(f"/club/{club_id}/close", data={"name": "Theirs"})
    assert answer.status_code == 422
    assert client.post(f"/club/{club_id}/close", data={"name": "Our club"}).status_code == 303
    # Meanwhile everybody sees it, and a manager can keep it.
    for page in ("", "/leagues", "/players"):
        shown = client.get(f"/club/{club_id}{page}").text
        assert "This club closes on" in shown and "Keep it" in shown
    assert client.post(f"/club/{club_id}/keep").location == f"/club/{club_id}"
    assert "This club closes on" not in client.get(f"/club/{club_id}").text
    client.post(f"/club/{club_id}/close", data={"name": "Our club"})
    clubs.service.now = lambda: datetime.now(UTC) + timedelta(days=8)
    assert client.get(f"/club/{club_id}").status_code == 404
    assert table_service.look(table_id).header.players == ("Ana", "Ben")


def test_phones_get_a_role_and_are_removed_and_let_back_in(
    app: Flask, client: FlaskClient, clubs: Clubs, club_id: str
) -> None:
    links, where = clubs.access.links(club_id), f"/club/{club_id}/phones"
    clubs.access.join(links[ClubLink.WATCHER], "bens-phone", "Ben’s phone")
    ben = {"device": "bens-phone"}
    answer = client.post(f"/club/{club_id}/leave")
    assert answer.status_code == 422 and "A club needs a manager." in answer.text
    for role in ("scores", "manages"):
        assert client.post(f"{where}/make", data=ben | {"role": role}).status_code == 303
        assert clubs.service.look(club_id).seen_by("bens-phone").role == role
    for role in ("captains", "owns", ""):
        assert client.post(f"{where}/make", data=ben | {"role": role}).status_code == 400
    page = client.get(where).text
    # Each role has its link and a line that says what it may do.
    for secret in clubs.access.links(club_id).values():
        assert f"/c/{secret}" in page
    for said in ("Scorers also open tables", "Hand the club over", "<b>Ben’s phone</b>"):
        assert said in page
    bens = phone(app, "bens-phone")
    assert "Hand the club over" not in bens.get(where).text
    for deed, data in (("remove", {}), ("make", {"role": "watches"}), ("hand-over", {})):
        answer = bens.post(f"{where}/{deed}", data={"device": ANAS_PHONE} | data)
        refusal = "founder" if deed == "hand-over" else "founder-stays"
        assert answer.status_code == 422 and shows(answer.text, f"club.refused.{refusal}")
    # The founder doesn't lose the club by a tap either.
    own = {"device": ANAS_PHONE, "role": "watches"}
    assert "<form" not in page.partition("<b>This phone</b>")[2].partition("</li>")[0]
    for address, form in (("phones/make", own), ("leave", {})):
        answer = client.post(f"/club/{club_id}/{address}", data=form)
        assert answer.status_code == 422 and shows(answer.text, "club.refused.founder-stays")
    answer = client.post(f"{where}/remove", data=ben | {"renews": "yes"})
    assert answer.location == f"{where}?new=manages"
    page = client.get(answer.location).text
    assert 'id="to-manages" checked' in page and shows(page, "club.renewed")
    assert "Removed phones" in page and not [each for each in links.values() if each in page]
    assert bens.get(f"/club/{club_id}").status_code == 403
    assert client.post(f"{where}/let-back", data=ben).status_code == 303
    assert bens.get(f"/club/{club_id}").status_code == 200
    client.post(f"{where}/make", data=ben | {"role": "manages"})
    assert client.post(f"{where}/hand-over", data=ben).status_code == 303
    own = {"device": ANAS_PHONE, "role": "watches"}
    assert client.post(f"{where}/make", data=own).status_code == 303
    assert client.get(where).status_code == 403
    assert client.post(f"/club/{club_id}/name", data={"name": "Ana"}).status_code == 303
    assert clubs.service.look(club_id).seen_by(ANAS_PHONE) == (
        *(ANAS_PHONE, "Ana"),
        *(ClubRole.WATCHER, frozenset(), None),
    )
    assert client.post(f"/club/{club_id}/leave").location == "/clubs"
    assert client.get(f"/club/{club_id}").status_code == 404
