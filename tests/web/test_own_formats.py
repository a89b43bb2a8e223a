"""A league of a format of its own: its legs, its house rules, what its matches are played by."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.league.match_format import LegKind, MatchBoard, MatchFormat
from companion.tables.table_service import TableService

OWN = {
    "kind": "team",
    "teams": "The Anchor: Ana, Ben\nThe Bell: Cyd, Dee",
    "format": "own",
    "singles": "2",
    "doubles": "1",
    "begin": "yes",
}


@pytest.fixture
def club_id(client: FlaskClient) -> str:
    """Ana's club."""
    return str(client.post("/clubs", data={}).location.removeprefix("/club/"))


def begin(client: FlaskClient, club_id: str, **said: str) -> str:
    """Begin a league; its address."""
    answer = client.post(f"/club/{club_id}/leagues/new", data=OWN | said)
    assert answer.status_code == 303, problem(answer.text)
    return str(answer.location)


def format_of(app: Flask, club_id: str, league: str) -> MatchFormat:
    clubs: Clubs = app.extensions["clubs"]
    return clubs.leagues.look(club_id, league.rpartition("/")[2]).competition.form


def problem(page: str) -> str:
    found = re.search(r'class="problem" role="alert">(.*?)<', page)
    return unescape(found[1]) if found else ""


def lede(page: str) -> str:
    found = re.search(r'class="lede">(.*?)</p>', page)
    assert found is not None
    return unescape(found[1])


def test_where_nobody_says_more_a_board_is_one_game_by_the_games_own_rules(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    league = begin(client, club_id)
    boards = format_of(app, club_id, league).boards
    assert boards == (MatchBoard(1), MatchBoard(1), MatchBoard(2))
    page = client.get(league).text
    assert lede(page) == "2 singles and 1 double · one game each · Fives and Threes"
    assert 'href="/by/fives-and-threes">The rules</a>' in page


def test_doubles_have_legs_and_a_deal_of_their_own(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    otherwise = {"otherwise": "yes", "doubles-games": "2", "doubles-leg": "all"}
    deal = {"rule-tiles-each": "9", "doubles-tiles-each": "6", "rule-target": "121"}
    league = begin(client, club_id, games="3", **otherwise, **deal)
    single, _, double = format_of(app, club_id, league).boards
    assert (single[1:3], double[1:3]) == ((3, LegKind.BEST_OF), (2, LegKind.ALL))
    assert dict(single.changes) == {"tiles-each": "9", "target": "121"}
    assert dict(double.changes) == {"tiles-each": "6", "target": "121"}
    page = client.get(league).text
    assert lede(page) == (
        "2 singles (best of 3) and 1 double (2 games each, all played) · Fives and Threes"
    )
    addresses = re.findall(r'href="(/by/[^"]*)">Rules of the (?:singles|doubles)<', page)
    singles, doubles = (client.get(unescape(each)).text for each in addresses)
    assert "9 tiles each" in singles and "6 tiles each" in doubles
    assert "121" in singles and "121" in doubles


def test_what_is_said_of_doubles_counts_only_where_they_are_played_otherwise(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    said = {"doubles-games": "3", "doubles-tiles-each": "6"}
    *_, double = format_of(app, club_id, begin(client, club_id, **said)).boards
    assert double == MatchBoard(2)


def test_a_match_is_played_by_the_house_rules_of_its_league(
    client: FlaskClient, table_service: TableService, club_id: str
) -> None:
    people = {"kind": "player", "players": "Ana\nBen", "game": "five-up"}
    # As the game has it: no house rule.
    rules = {"rule-target": "91", "rule-tiles-each": "5", "rule-announce": "required"}
    league = begin(client, club_id, **people, **rules)
    opened = client.post(f"{league}/1/open", data={"board": "1"})
    header = table_service.look(opened.location.removeprefix("/t/")).header
    assert (header.game, dict(header.changes)) == (
        "five-up",
        {"target": "91", "announce": "required"},
    )


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"rule-tiles-each": "9"}, "There are only 28 tiles"),
        ({"otherwise": "yes", "doubles-tiles-each": "8"}, "There are only 28 tiles"),
        ({"otherwise": "yes", "doubles-games": "2"}, "2"),
        ({"otherwise": "yes", "doubles-games": "many"}, "from 1 to 25"),
        ({"rule-target": "much"}, "much"),
        ({"rule-announce": "perhaps"}, "perhaps"),
        ({"game": "whist"}, "whist"),
    ],
)
def test_a_format_that_nobody_can_play_is_refused_with_what_was_typed(
    client: FlaskClient, club_id: str, said: dict[str, str], why: str
) -> None:
    answer = client.post(f"/club/{club_id}/leagues/new", data=OWN | {"name": "Tuesday"} | said)
    assert answer.status_code == 422
    assert why in problem(answer.text), problem(answer.text)
    assert 'value="Tuesday"' in answer.text
    typed = [value for name, value in said.items() if name.endswith(("tiles-each", "target"))]
    assert all(f'value="{value}"' in answer.text for value in typed)
    assert client.get(f"/club/{club_id}/leagues").text.count("/league/") == 0
