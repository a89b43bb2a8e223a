"""Every address of the app, each with something that is there."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.league.competition import Competition, EntrantKind, Shape
from companion.league.match_format import MatchBoard, MatchFormat
from companion.league.standings import Season
from tests.web.phones import ANAS_PHONE

#: What stands in an address besides a table and a secret.
VALUES = {
    "seq": 1,
    "side": 1,
    "number": 1,
    "hand": 1,
    "line": 1,
    "mistake": "AAAA.1.1",
    "drill": "count",
    "kind": "worth",
    "name": "spinners",
    "screen": 1,
    "game_id": "race-horse",
    "day": "2026-11-21",
    "filename": "companion.css",
    "deed": "end-watching",
    "part": "names",
    "change": "move",
    "answer": "accept",
    "code": "mixed.race-horse.1.8.7",
}
ONE_GAME = MatchFormat((MatchBoard(1),))
#: What has no page: files, and what goes on for as long as somebody listens.
NO_PAGES = {"static", "pocket.show"}


def addresses(
    app: Flask, table_id: str, secret: str, **others: Any
) -> Iterator[tuple[Rule, str, str]]:
    """Every address of the app with each of its methods."""
    clubs: Clubs = app.extensions["clubs"]
    club_id = clubs.service.open("Friday dominoes", ANAS_PHONE)
    seats = [None] * len(app.extensions["table_service"].look(table_id).header.players)
    clubs.tables.take_in(club_id, table_id, seats)
    competition = Competition("Singles", Shape.ROUND_ROBIN, EntrantKind.PLAYER, ONE_GAME)
    league_id = clubs.leagues.create(club_id, competition, [NewEntrant((1,)), NewEntrant((2,))])
    season = Season("Winter", date(2026, 1, 1), date(2026, 3, 31))
    classes = app.extensions["class_service"]
    code_of_class = classes.look(classes.open(None)).row.code
    race_id = app.extensions["race_service"].open("race-horse", ["Ana"], "Ana's secret")
    known = {
        "table_id": table_id,
        "secret": secret,
        "race_id": race_id,
        "club_id": club_id,
        "record_id": table_id,
        "day": table_id,
        "league_id": league_id,
        "season_id": clubs.seasons.create(club_id, season),
    }
    values: dict[str, Any] = {**VALUES, **known, **others}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if rule.endpoint in NO_PAGES:
                continue
            if rule.endpoint in ("play.tap", "record.step"):
                values["name"] = "undo"
            else:
                values["name"] = VALUES["name"]
            is_class = rule.endpoint.startswith("whole_class.")
            values["code"] = code_of_class if is_class else VALUES["code"]
            built = rule.build({name: values[name] for name in rule.arguments})
            assert built is not None, rule
            for method in sorted({"GET", "POST"} & (rule.methods or set())):
                yield rule, method, built[1]
