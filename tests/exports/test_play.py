"""A game that is over, as other people's tools take it."""

import csv
import json
from datetime import datetime
from io import StringIO
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

from companion.exports.game_export import ExportedGame, PlayPerson, bg_stats_link
from companion.exports.spreadsheet import write_spreadsheet
from companion.i18n import in_json
from companion.rules.games import game_named

ANA, BEN, CYD, DEE = (
    PlayPerson(f"club.{number}", name)
    for number, name in enumerate(("Ana", "Ben", "Cyd", "Dee"), 1)
)
ENDED = datetime(2026, 7, 1, 21, 15, 30, tzinfo=ZoneInfo("Europe/London"))
PAIRS = ExportedGame(
    "g-17",
    ENDED,
    "fives-and-threes",
    game_named("fives-and-threes").title,
    ((ANA, CYD), (BEN, DEE)),
    (55, 61),
    winner=1,
    place="The Crown & Anchor",
    note="Final? 100% & more",
    first=DEE.id,
    minutes=42,
)
THREE = ExportedGame(
    "g-18",
    ENDED,
    "sniff",
    game_named("sniff").title,
    ((ANA,), (BEN,), (CYD,)),
    (80, 105, 80),
    winner=1,
)


def sent(play: ExportedGame) -> dict[str, Any]:
    address = urlsplit(bg_stats_link(play))
    assert (address.scheme, address.netloc) == ("https", "app.bgstatsapp.com")
    assert address.path == "/createPlay.html"
    data = parse_qs(address.query, strict_parsing=True)
    assert [*data] == ["data"]
    found: dict[str, Any] = json.loads(data["data"][0])
    return found


def test_a_game_of_partners_goes_to_bg_stats() -> None:
    assert sent(PAIRS) == {
        "sourceName": "Companion",
        "sourcePlayId": "g-17",
        # At the end of the game, in UTC: an hour before the clock of London in summer.
        "playDate": "2026-07-01 20:15:30",
        "game": {
            "name": "Fives and Threes",
            "sourceGameId": "fives-and-threes",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            person("club.1", "Ana", 55, 2, team="Ana & Cyd"),
            person("club.3", "Cyd", 55, 2, team="Ana & Cyd"),
            person("club.2", "Ben", 61, 1, team="Ben & Dee"),
            person("club.4", "Dee", 61, 1, team="Ben & Dee", starts=True),
        ],
        "location": "The Crown & Anchor",
        "comments": "Final? 100% & more",
        "durationMin": 42,
    }


def person(
    person_id: str, name: str, score: int, rank: int, *, team: str = "", starts: bool = False
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": name,
        "sourcePlayerId": person_id,
        "startPlayer": starts,
        "score": score,
        "rank": rank,
        "winner": rank == 1,
    }
    return {**found, "team": team} if team else found


def test_single_players_have_no_team_and_what_nobody_said_is_left_out() -> None:
    found = sent(THREE)
    assert found["players"] == [
        person("club.1", "Ana", 80, 2),
        person("club.2", "Ben", 105, 1),
        person("club.3", "Cyd", 80, 2),
    ]
    assert not {"location", "comments", "durationMin"} & {*found}


def test_names_of_any_script_arrive_as_they_are() -> None:
    name = 'محمد "&=#?+ 鷹 👩‍🚀'
    play = THREE._replace(sides=((PlayPerson("club.9", name),), (BEN,), (CYD,)))
    assert sent(play)["players"][0]["name"] == name
    assert bg_stats_link(play).isascii()


def test_who_won_is_first_even_with_fewer_points() -> None:
    play = THREE._replace(scores=(105, 80, 90), winner=1)
    assert [play.rank(side) for side in range(3)] == [2, 1, 3]


def test_a_game_is_rows_for_a_spreadsheet() -> None:
    rows = [*csv.reader(StringIO(write_spreadsheet(PAIRS.rows())))]
    told = ("2026-07-01 20:15:30", "Fives and Threes")
    assert rows == [
        ["Ended (UTC)", "Game", "Player", "Side", "Score", "Rank", "Won", "Place"],
        [*told, "Ana", "1", "55", "2", "0", "The Crown & Anchor"],
        [*told, "Cyd", "1", "55", "2", "0", "The Crown & Anchor"],
        [*told, "Ben", "2", "61", "1", "1", "The Crown & Anchor"],
        [*told, "Dee", "2", "61", "1", "1", "The Crown & Anchor"],
    ]


def test_a_game_is_json() -> None:
    found = json.loads(THREE.json())
    assert found["ended_at"] == "2026-07-01T20:15:30+00:00"
    assert found["game"] == {"id": "sniff", **in_json("title", game_named("sniff").title)}
    assert found["minutes"] is None
    assert found["sides"][1] == {
        "players": [{"id": "club.2", "name": "Ben"}],
        "score": 105,
        "rank": 1,
        "won": True,
    }
