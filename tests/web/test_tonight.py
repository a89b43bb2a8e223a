"""Tonight in a club: tables as they stand, who plays whom next, and what a phone asks for again."""

import re
from datetime import UTC, datetime, time, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.club_models import ClubLink
from companion.league.competition import Shape
from companion.league.lineup import Pairing
from companion.league.match_result import GameResult
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import AWAY, HOME, PLAYERS, TEAMS, LeagueNight, begun
from tests.tables.scribe import enter, opened
from tests.web.phones import ANAS_PHONE, phone

THREES = "game: race-horse\nplayers: "
ASKS = {"HX-Request": "true"}


@pytest.fixture
def house(app: Flask, table_service: TableService) -> House:
    """Ana's club, as the app keeps it."""
    clubs: Clubs = app.extensions["clubs"]
    club_id = clubs.service.open("Friday dominoes", ANAS_PHONE, zone="Europe/Lisbon")
    return House(table_service, clubs, club_id)


@pytest.fixture
def night(house: House) -> LeagueNight:
    """Tonight the Reds (Ana, Ben) are at home to the Blues (Cyd, Dee): two singles, best of 3."""
    ana, ben, cyd, dee = house.join("Ana", "Ben", "Cyd", "Dee")
    found = begun(house, TEAMS, [NewEntrant((cyd, dee), "Blues"), NewEntrant((ana, ben), "Reds")])
    tonight = datetime.combine(house.club.day_of(datetime.now(UTC)), time(20))
    house.clubs.matches.move((house.club_id, found.league_id, 1), tonight)
    found.line_up(Pairing((1,), (3,)), Pairing((2,), (4,)))
    return found


@pytest.fixture
def ben(app: Flask, house: House) -> FlaskClient:
    """Ben's phone, which only looks on."""
    house.clubs.access.join(
        house.clubs.access.links(house.club_id)[ClubLink.WATCHER], "bens", "Ben"
    )
    return phone(app, "bens")


def asked_at(page: str) -> str:
    """Where a page asks again."""
    found = re.search(r'hx-get="([^"]*)"', page)
    assert found is not None
    return found[1].replace("&amp;", "&")


def named(page: str, section: str) -> list[str]:
    """The names in a section of the page."""
    found = re.search(rf'<h2 id="{section}">(.*?)</section>', page, re.DOTALL)
    return re.findall(r"<bdi>([^<]*)</bdi>", found[1]) if found else []


def test_a_night_of_a_club_without_a_league_is_its_tables(
    client: FlaskClient, house: House
) -> None:
    where = f"/club/{house.club_id}/tonight"
    assert "Nobody has played today" in client.get(where).text
    on = opened(house.tables, "lead: Ana", "Ana: 6-4")
    won = opened(house.tables, "lead: Ana", "Ana: 6-4", "ruling: Ben +305, at once")
    for table_id, seats in ((on, [None, None]), (won, [1, 2])):
        house.clubs.tables.take_in(house.club_id, table_id, seats)
    page = client.get(where).text
    assert f'href="/club/{house.club_id}/t/{on}"' in page
    assert named(page, "over") == ["Ben", "Ana", "Ben"]
    assert named(page, "free") == [] and named(page, "next") == []
    assert f'href="{where}"' in client.get(f"/club/{house.club_id}").text


@pytest.mark.parametrize(
    ("tables", "columns", "pages"),
    [(3, 1, [3]), (8, 2, [8]), (9, 3, [9]), (12, 4, [12]), (13, 4, [9, 4]), (30, 4, [12, 12, 6])],
)
def test_the_board_has_a_page_for_as_many_tables_as_are_on(
    client: FlaskClient, house: House, tables: int, columns: int, pages: list[int]
) -> None:
    house.join("Ana", "Ben")
    for _ in range(tables):
        house.clubs.tables.take_in(house.club_id, opened(house.tables), [1, 2])
    page = client.get(f"/club/{house.club_id}/tonight/board").text
    assert f'class="night crowd-{columns}"' in page
    shown = page.split('<div class="night-page">')[1:]
    assert [each.count("night-table sides-2") for each in shown] == pages


def test_what_was_played_yesterday_is_not_of_tonight(
    app: Flask, client: FlaskClient, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = opened(house.tables, "lead: Ana", "Ana: 6-4")
    house.clubs.tables.take_in(house.club_id, table_id, [None, None])
    page = client.get(f"/club/{house.club_id}/tonight").text
    assert table_id in page
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    monkeypatch.setitem(app.config, "NOW", lambda: tomorrow)
    assert table_id not in client.get(f"/club/{house.club_id}/tonight").text
    # A phone that has it before its eyes learns that the day is over.
    assert client.get(asked_at(page), headers=ASKS).status_code == 200


def test_who_plays_next_and_who_is_free_follow_from_the_games(
    client: FlaskClient, house: House, night: LeagueNight
) -> None:
    where = f"/club/{house.club_id}/tonight"
    page = client.get(where).text
    assert named(page, "next") == ["Ana", "Cyd", "Ben", "Dee"]
    assert "Board 2, game 1: Reds – Blues" in page
    assert named(page, "free") == []
    # Ana plays with Eva meanwhile, so that Cyd waits.
    house.join("Eva", "Fay")
    friendly = opened(house.tables, header="game: race-horse\nplayers: Ana, Eva")
    house.clubs.tables.take_in(house.club_id, friendly, [1, 5])
    page = client.get(where).text
    assert named(page, "next") == ["Ben", "Dee"]
    assert named(page, "free") == ["Cyd"]
    enter(house.tables, friendly, "lead: Ana", "ruling: Eva +305, at once")
    night.play(HOME, board=2)
    page = client.get(where).text
    assert named(page, "next") == ["Ana", "Cyd", "Ben", "Dee"]
    assert "Board 2, game 2: Reds – Blues" in page
    # Eva came for a friendly game, and may have gone.
    assert named(page, "free") == []
    assert named(page, "matches") == ["Reds", "Blues"]
    assert re.search(r"<bdi>Reds</bdi></b> <strong>1–0</strong> .*<bdi>Blues</bdi>", page)
    for board, side in ((2, HOME), (1, AWAY), (1, AWAY)):
        night.play(side, board=board)
    page = client.get(where).text
    # Whoever has finished isn't called any more.
    assert named(page, "next") == named(page, "free") == [] and "Played" in page


def test_the_next_table_is_opened_with_its_rules_and_people(
    client: FlaskClient, house: House, night: LeagueNight
) -> None:
    where = f"/club/{house.club_id}/tonight"
    home = client.get(f"/club/{house.club_id}").text
    assert f'href="{where}"><span>Tonight</span> <b>1 match</b>' in home
    assert "You are a manager." in home
    client.post(f"/club/{house.club_id}/name", data={"name": "Ana"})
    actions = re.findall(r'method="post" action="([^"]*)"', client.get(where).text)
    assert [*{*actions}] == [f"/club/{house.club_id}/league/{night.league_id}/1/open"]
    answer = client.post(actions[0], data={"board": "2"})
    assert answer.status_code == 303
    state = house.tables.look(answer.location.removeprefix("/t/"))
    assert state.header.players == ("Ben", "Dee") and state.seen_by(ANAS_PHONE).keeps
    # The table knows whose phone it is, as the club does.
    assert [each.name for each in state.known] == ["Ana"]
    page = client.get(where).text
    assert named(page, "next") == ["Ana", "Cyd"]
    assert f'href="/club/{house.club_id}/league/{night.league_id}/1"' in page


def test_who_has_a_bye_tonight_is_free_and_says_so(client: FlaskClient, house: House) -> None:
    ana, ben, cyd = house.join("Ana", "Ben", "Cyd")
    found = begun(house, PLAYERS, [NewEntrant((number,)) for number in (cyd, ana, ben)])
    where = f"/club/{house.club_id}/tonight"
    assert "bye" not in client.get(where).text
    tonight = datetime.combine(house.club.day_of(datetime.now(UTC)), time(20))
    house.clubs.matches.move((house.club_id, found.league_id, 1), tonight)
    # In the first round Cyd plays nobody.
    page = client.get(where).text
    assert named(page, "free") == ["Cyd"] and "<bdi>Cyd</bdi> <i>bye</i>" in page
    assert named(page, "next") == ["Ben", "Ana"]
    assert "<bdi>Cyd</bdi> <i>(bye)</i>" in client.get(f"{where}/board").text
    # Who played a friendly game is named for the bye only; who plays meanwhile is not free.
    over = opened(house.tables, "lead: Cyd", "ruling: Cyd +305", header=f"{THREES}Cyd, Eva")
    house.clubs.tables.take_in(house.club_id, over, [cyd, None])
    assert named(client.get(where).text, "free") == ["Cyd"]
    on = opened(house.tables, header=f"{THREES}Cyd, Eva")
    house.clubs.tables.take_in(house.club_id, on, [cyd, 4])
    assert named(client.get(where).text, "free") == []


def test_who_plays_tonight_in_a_cup_follows_from_other_nights(
    client: FlaskClient, house: House
) -> None:
    people = house.join("Ana", "Ben", "Cyd")
    cup = PLAYERS._replace(shape=Shape.KNOCK_OUT)
    found = begun(house, cup, [NewEntrant((number,)) for number in people])
    tonight = datetime.combine(house.club.day_of(datetime.now(UTC)), time(20))
    house.clubs.matches.move((house.club_id, found.league_id, 2), tonight)
    where = f"/club/{house.club_id}/tonight"
    page = client.get(where).text
    assert named(page, "matches") == ["Ana", "Winner of match 1"] and "bye" not in page
    won = [(1, GameResult(AWAY))]
    house.clubs.matches.enter_card((house.club_id, found.league_id, 1), won)
    # A phone that has it before its eyes learns who it is.
    assert named(client.get(asked_at(page), headers=ASKS).text, "next") == ["Ana", "Cyd"]


def test_while_nobody_plays_the_board_has_all_its_room_for_the_matches(
    client: FlaskClient, house: House, night: LeagueNight
) -> None:
    where, match = f"/club/{house.club_id}/tonight/board", "night-table is-match"
    page = client.get(where).text
    assert page.count(match) == 1 and "night-match" not in page
    # The boards of a team's match are two tables; how the match stands is told beside them.
    table_id = night.open(board=1)
    page = client.get(where).text
    assert match not in page and "night-match" in page
    night.win(table_id, HOME)
    page = client.get(where).text
    assert match in page and re.search(r"<bdi>Reds</bdi>\s*</span>\s*<b>1</b>", page)


def test_the_board_says_team_and_board_beside_names_and_never_cuts_a_state(
    client: FlaskClient, house: House, night: LeagueNight
) -> None:
    where = f"/club/{house.club_id}/tonight/board"
    state = "<span>Winter</span> <b>To be played</b>"
    page = client.get(where).text
    assert f'<p class="night-where">{state}</p>' in page
    # Those who are next stand with their team, in the order of the boards.
    following = re.findall(r"<span><bdi>([^<]*)</bdi> <small><bdi>([^<]*)", page)
    assert following == [("Ana", "Reds"), ("Cyd", "Blues"), ("Ben", "Reds"), ("Dee", "Blues")]
    house.clubs.players.change(
        house.club_id, 1, name="Maria Konstantinopoulou", nicknames=[], colour=1
    )
    night.open(board=2)
    night.open(board=1)
    page = client.get(where).text
    cards = re.findall(r'<article class="night-table sides-2"(.*?)</article>', page, re.DOTALL)
    assert [re.findall("<span>(Board .*?)</span>", each) for each in cards] == [
        ["Board 1, game 1"],
        ["Board 2, game 1"],
    ]
    # A name that doesn't fit one line breaks between words.
    long = 'Maria</bdi> <bdi data-word="longest">Konstantinopoulou'
    lines, team = f"<bdi>{long}</bdi>", "<bdi>Reds</bdi></small>"
    assert f'length-18 has-two">{lines} <small class="length-6">{team}' in cards[0]


@pytest.mark.parametrize("address", ["tonight", "tonight/board"])
def test_a_phone_that_asks_again_is_sent_what_changed_and_nothing_else(
    client: FlaskClient, house: House, night: LeagueNight, address: str
) -> None:
    page = client.get(f"/club/{house.club_id}/{address}").text
    again = asked_at(page)
    assert client.get(again, headers=ASKS).status_code == 204
    # Whoever comes and goes changes nothing.
    house.clubs.access.join(
        house.clubs.access.links(house.club_id)[ClubLink.MANAGER], "dees", "Dee"
    )
    assert client.get(again, headers=ASKS).status_code == 204
    table_id = night.open(board=1)
    answer = client.get(again, headers=ASKS)
    assert answer.status_code == 200 and "<html" not in answer.text
    again = asked_at(answer.text)
    enter(house.tables, table_id, "lead: Ana")
    for change in (
        lambda: enter(house.tables, table_id, "Ana: 6-4"),
        lambda: house.clubs.players.change(
            house.club_id, 4, name="Deirdre", nicknames=[], colour=1
        ),
        lambda: night.play(HOME, board=2),
        lambda: house.clubs.matches.take_out((house.club_id, night.league_id, 1), 1, 1),
    ):
        again = asked_at(client.get(again, headers=ASKS).text)
        assert client.get(again, headers=ASKS).status_code == 204
        change()
        assert client.get(again, headers=ASKS).status_code == 200
    # A browser that goes back is shown the page.
    assert "<html" in client.get(again).text


def test_who_looks_on_follows_the_night_and_its_board_and_opens_nothing(
    ben: FlaskClient, stranger: FlaskClient, house: House, night: LeagueNight
) -> None:
    night.open(board=1)
    for address in ("tonight", "tonight/board"):
        answer = ben.get(f"/club/{house.club_id}/{address}")
        assert answer.status_code == 200 and "Ana" in answer.text
        assert 'method="post"' not in answer.text
        assert stranger.get(f"/club/{house.club_id}/{address}").status_code == 404
