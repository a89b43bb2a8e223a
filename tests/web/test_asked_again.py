"""The pages of a league, a match and its card: asked for again, sent where something changed."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.clubs.club_history import By
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.club_models import ClubLink
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import AWAY, HOME, PLAYERS, LeagueNight, begun
from tests.tables.scribe import enter, opened
from tests.web.phones import ANAS_PHONE
from tests.web.test_tonight import ASKS, asked_at


@pytest.fixture
def night(app: Flask, table_service: TableService) -> LeagueNight:
    """Ana, Ben and Cyd meet in one game each; the third one has a bye."""
    clubs: Clubs = app.extensions["clubs"]
    club_id = clubs.service.open("Friday dominoes", ANAS_PHONE)
    house = House(table_service, clubs, club_id)
    people = house.join("Ana", "Ben", "Cyd")
    return begun(house, PLAYERS, [NewEntrant((number,)) for number in people])


@pytest.fixture
def league(night: LeagueNight) -> str:
    """Its address."""
    return f"/club/{night.house.club_id}/league/{night.league_id}"


def deeds(night: LeagueNight) -> list[Callable[[], object]]:
    """What others may do meanwhile to the first match."""
    matches, where = night.house.clubs.matches, (night.house.club_id, night.league_id, 1)
    table_id = night.open()
    first, second = night.house.tables.look(table_id).header.players
    return [
        lambda: enter(night.house.tables, table_id, f"lead: {first}"),
        lambda: enter(night.house.tables, table_id, f"ruling: {second} +61"),
        lambda: matches.move(where, datetime(2026, 1, 9, 20, tzinfo=UTC), "The Anchor"),
        lambda: night.house.clubs.players.change(
            night.house.club_id, 1, name="Anna", nicknames=[], colour=1
        ),
        lambda: night.house.tables.remove(table_id),
    ]


@pytest.mark.parametrize("part", ["", "/1", "/1/card"])
def test_a_phone_that_asks_again_is_sent_what_changed_and_nothing_else(
    client: FlaskClient, night: LeagueNight, league: str, part: str
) -> None:
    again = asked_at(client.get(f"{league}{part}").text)
    assert client.get(again, headers=ASKS).status_code == 204
    # Whoever comes and goes changes nothing.
    access, club_id = night.house.clubs.access, night.house.club_id
    access.join(access.links(club_id)[ClubLink.MANAGER], "dees-phone", "Dee")
    assert client.get(again, headers=ASKS).status_code == 204
    for change in deeds(night):
        again = asked_at(client.get(again, headers=ASKS).text)
        assert client.get(again, headers=ASKS).status_code == 204
        change()
        answer = client.get(again, headers=ASKS)
        assert answer.status_code == 200 and "<html" not in answer.text
    # A browser that goes back is shown the page.
    assert "<html" in client.get(again).text


def test_a_card_that_another_phone_accepts_is_seen_accepted(
    client: FlaskClient, night: LeagueNight, league: str
) -> None:
    night.play(HOME)
    again = asked_at(client.get(f"{league}/1/card").text)
    where = (night.house.club_id, night.league_id, 1)
    night.house.let_in("bens-phone", "cyds-phone")
    for device, side in (("bens-phone", HOME), ("cyds-phone", AWAY)):
        cards = night.house.clubs.cards.by(By(device))
        cards.speak(where, night.match().fingerprint, side)
        answer = client.get(again, headers=ASKS)
        assert answer.status_code == 200
        again = asked_at(answer.text)
    assert "Accepted on" in answer.text


def test_a_match_hears_nothing_of_other_matches_and_the_league_of_all(
    client: FlaskClient, night: LeagueNight, league: str
) -> None:
    match, whole = (asked_at(client.get(f"{league}{part}").text) for part in ("/1", ""))
    night.play(HOME, number=2)
    assert client.get(match, headers=ASKS).status_code == 204
    assert client.get(whole, headers=ASKS).status_code == 200


def test_a_table_that_could_count_is_offered_once_it_is_in_the_club(
    client: FlaskClient, night: LeagueNight, league: str
) -> None:
    house, again = night.house, asked_at(client.get(f"{league}/1").text)
    ((home, away),) = night.match().fixture.lineup
    header = f"game: fives-and-threes\nplayers: {', '.join(map(house.club.called, home + away))}"
    table_id = opened(house.tables, header=header)
    assert client.get(again, headers=ASKS).status_code == 204
    house.clubs.tables.take_in(house.club_id, table_id, [*home, *away])
    offered = f'name="table" value="{table_id}"'
    assert offered in client.get(again, headers=ASKS).text
    again = asked_at(client.get(again, headers=ASKS).text)
    house.clubs.tables.let_go(house.club_id, table_id)
    assert offered not in client.get(again, headers=ASKS).text


def test_what_is_typed_at_a_match_stays_until_it_is_played(
    client: FlaskClient, night: LeagueNight, league: str
) -> None:
    # The page of its card from paper is not asked for again.
    assert "hx-trigger" not in client.get(f"{league}/1/paper").text
    page = client.get(f"{league}/1").text
    (other,) = re.findall(r'id="(otherwise-[^"]*)" hx-preserve', page)
    again = asked_at(page)
    night.play(HOME, number=2)
    # The first match is Ben's and Cyd's.
    night.house.clubs.players.change(night.house.club_id, 2, name="Benno", nicknames=[], colour=1)
    changed = client.get(again, headers=ASKS).text
    assert "Benno" in changed and f'id="{other}"' in changed
    night.play(HOME)
    assert f'id="{other}"' not in client.get(again, headers=ASKS).text


def test_each_round_says_who_has_a_bye(client: FlaskClient, league: str) -> None:
    page = client.get(league).text
    assert re.findall(r'<p class="bye">Bye: ([^<]*)<', page) == ["Ana", "Ben", "Cyd"]
    assert client.get(f"{league}/fixtures.ics").text.count("BEGIN:VEVENT") == 0
