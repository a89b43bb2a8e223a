"""What follows a game: its match once the board is decided, or a friendly that says so before."""

import re
from datetime import UTC, datetime, time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.club_models import ClubLink
from companion.db.table_models import LeadsTo
from companion.league.lineup import Pairing
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import AWAY, TEAMS, LeagueNight, begun
from tests.tables.scribe import enter
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import shows

FRIENDLY = "Play again, as a friendly"


@pytest.fixture
def night(app: Flask, table_service: TableService) -> LeagueNight:
    """Tonight the Reds (Ana, Ben) are at home to the Blues (Cyd, Dee): two singles, best of 3."""
    clubs: Clubs = app.extensions["clubs"]
    house = House(table_service, clubs, clubs.service.open("The Anchor", ANAS_PHONE))
    ana, ben, cyd, dee = house.join("Ana", "Ben", "Cyd", "Dee")
    found = begun(house, TEAMS, [NewEntrant((cyd, dee), "Blues"), NewEntrant((ana, ben), "Reds")])
    tonight = datetime.combine(house.club.day_of(datetime.now(UTC)), time(20))
    clubs.matches.move((house.club_id, found.league_id, 1), tonight)
    found.line_up(Pairing((1,), (3,)), Pairing((2,), (4,)))
    return found


def buttons(page: str) -> list[str]:
    """What the large buttons of a page say."""
    found = re.findall(r'class="(?:button )?big ?"[^>]*>(.*?)</(?:button|a)>', page, re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", each).split()) for each in found]


def test_the_match_follows_its_last_game_at_a_board(
    app: Flask, client: FlaskClient, night: LeagueNight, table_service: TableService
) -> None:
    house = night.house
    where = f"/club/{house.club_id}/league/{night.league_id}/1"
    first = client.post(f"{where}/open", data={"board": "1"}).location
    enter(table_service, first.removeprefix("/t/"), "ruling: Ana +61")
    # The leg goes on: playing again is its next game, and said so.
    for page in (first, f"{first}/end", f"{first}/after", "/"):
        told = client.get(page).text
        assert buttons(told)[0].startswith("Game 2 of 3") and FRIENDLY not in told, page
    second = client.post(f"{first}/again").location
    enter(table_service, second.removeprefix("/t/"), "ruling: Ana +61")
    for page in (second, f"{second}/end", f"{second}/after", "/"):
        told = client.get(page).text
        assert buttons(told)[:1] == ["Next board: Ben and Dee"], page
        assert f'action="{where}/open"' in told and (page == "/" or FRIENDLY in told)
    # What all phones are sent says only what all of them may know, and each asks for the rest.
    sent = client.get(second, headers={"HX-Request": "true"}).text
    assert buttons(sent) == [FRIENDLY] and f'hx-get="{second}/after"' in sent
    assert where not in sent
    access, zoe = app.extensions["access_service"], phone(app, "zoe")
    access.keep(access.links(second.removeprefix("/t/"))[LeadsTo.KEEP], "zoe", "Zoe")
    zoes = zoe.get(f"{second}/after").text
    assert buttons(zoes) == [FRIENDLY] and "/club/" not in zoes
    # A captain may open it, and a watcher only finds the match.
    clubs = house.clubs.access
    links = {"cap": clubs.captain_link(house.club_id, night.league_id, 2)}
    links["eva"] = clubs.links(house.club_id)[ClubLink.WATCHER]
    for name, said in (("cap", "Next board: Ben and Dee"), ("eva", "Back to the match")):
        clubs.join(links[name], name, name)
        joined = phone(app, name)
        joined.get(f"/club/{house.club_id}{second}")
        assert buttons(joined.get(f"{second}/after").text) == [said]
    # The other board is on: nothing of this match can begin.
    night.open(2)
    told = client.get(second).text
    assert buttons(told) == ["Back to the match"] and FRIENDLY in told
    friendly = client.post(f"{second}/again").location
    assert house.clubs.match_tables.match_of(friendly.removeprefix("/t/")) is None
    # The club proposes neither, but the friendly that is on now.
    assert buttons(client.get(f"/club/{house.club_id}").text)[0].startswith("Go on")


def test_a_friendly_that_could_be_a_board_is_offered_to_it(
    app: Flask, client: FlaskClient, night: LeagueNight, table_service: TableService
) -> None:
    house = night.house
    club = f"/club/{house.club_id}"
    # Nobody played a friendly: a new table comes first, and nobody is put there.
    night.play(AWAY)
    page = client.get(club).text
    assert (
        buttons(page) == ["Start a table"]
        and "Cyd" not in client.get(f"/new?club={house.club_id}").text.split("<datalist")[0]
    )
    form = {"club": house.club_id, "game": "fives-and-threes", "seats": "2", "lead": "0"}
    friendly = client.post("/new", data=form | {"name-0": "Dee", "name-1": "Ben"}).location
    told = client.get(friendly).text
    assert shows(told, "alert.could-be-board", board=2, home="Reds", away="Blues")
    table_id = friendly.removeprefix("/t/")
    house.clubs.access.join(house.clubs.access.links(house.club_id)[ClubLink.WATCHER], "eva", "Eva")
    eva = phone(app, "eva")
    eva.get(f"{club}/t/{table_id}")
    assert "could-be" not in eva.get(friendly).text
    client.post(f"{friendly}/strips/0/dismiss")
    assert "could-be" not in client.get(friendly).text
    enter(table_service, table_id, "ruling: Dee +61")
    ana = phone(app)
    ana.get(f"{club}/t/{table_id}")
    count = re.search(r'class="alert could-be">.*?</form>', ana.get(friendly).text, re.DOTALL)
    assert count is not None
    action = re.search('action="([^"]*)"', count[0])
    assert action is not None
    said = dict(re.findall(r'name="(board|table|stay)" value="([^"]*)"', count[0]))
    assert ana.post(action[1], data=said).location == friendly
    assert [table.id for table in night.tables()][1:] == [table_id]
    assert buttons(ana.get(friendly).text)[:1] == ["Game 2 of 3"]
    # Another game of these two would be a friendly, while one of the board is on.
    night.open(2)
    again = client.post("/new", data=form | {"name-0": "Ben", "name-1": "Dee"}).location
    assert "could-be" not in client.get(again).text
