"""Backups of clubs and leagues: an honest one brings all back, one made up by hand is refused."""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from companion.clubs.all_services import Clubs
from companion.clubs.club_history import By
from companion.db.club_models import ClubLink
from companion.db.database import Database
from companion.league.standings import Season
from companion.tables.errors import NoSuchLink
from companion.tables.table_service import TableService
from companion.upkeep.backup import back_up, restore
from tests.clubs.house import House
from tests.clubs.league_night import AWAY, HOME, PLAYERS, players
from tests.tables.scribe import refused
from tests.tables.test_hostile_backups import Change, Lines, put, written
from tests.thorough import some

NOW = datetime(2026, 11, 22, 7, 0, tzinfo=UTC)

AT = '"at":"2026-11-20T20:00:00Z"'
HOSTILE: dict[str, Change] = {
    "a club in no place": put("club", "zone", "Atlantis/Centre"),
    "a club of no name": put("club", "name", "\u200b"),
    "a link to nowhere": put("club_link", "leads_to", "board"),
    "a phone that may do what no phone may": put("club_member", "role", "owns"),
    "a phone that is a captain's of what is no team": put("club_member", "teams", "[[1]]"),
    "a player whose name no record can carry": put("club_player", "name", "A,B"),
    "nicknames that are none": put("club_player", "nicknames", '{"A": 1}'),
    "a nickname that nobody can see": put("club_player", "nicknames", '["\\u200b"]'),
    "a colour that there is not": put("club_player", "colour", 8),
    "a player who is merged with themselves": put("club_player", "same_as", 1, having="Ana"),
    "a player who is somebody who is nobody": put("club_player", "same_as", 99),
    "a player of number 0": put("club_player", "number", 0, "Cyd"),
    "seats that are no list": put("club_table", "seats", "{}"),
    "one seat too few": put("club_table", "seats", "[1]"),
    "one person on two seats": put("club_table", "seats", "[1, 1]"),
    "a seat of nobody": put("club_table", "seats", "[1, 99]"),
    "a seat of yes": put("club_table", "seats", "[true, 2]"),
    "lists in lists without an end": put("club_table", "seats", "[" * 5000),
    "a competition of nothing": put("competition", "kept", "{}"),
    "an id that is an address": put("season", "id", "../../x"),
    "another entrant than it says": put(
        "entrant", "kept", '{"number":7,"kind":"player","name":"7","players":[1]}'
    ),
    "a team among players": put("entrant", "kept", '{"number":2,"kind":"team","name":"Reds"}'),
    "an entrant who is nobody in the club": put(
        "entrant", "kept", '{"number":2,"kind":"player","name":"2","players":[9]}'
    ),
    "a match of somebody who takes no part": put(
        "fixture", "kept", '{"number":1,"round":1,"home":[9,0,0],"away":[2,0,0]}'
    ),
    "a match whose winner plays in it": put(
        "fixture", "kept", '{"number":1,"round":1,"home":[1,0,0],"away":[0,1,0]}'
    ),
    "a match of more boards than its format has": put(
        "fixture",
        "kept",
        '{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0],"boards":[[],[]]}',
    ),
    "a match of another number": put(
        "fixture", "kept", '{"number":2,"round":1,"home":[1,0,0],"away":[2,0,0]}'
    ),
    "a match changed less than never": put("fixture", "revision", -1),
    "a match on another night than it says": put("fixture", "night", "2026-01-09"),
    "a side that no match has": put("match_table", "home_side", 2),
    "a table of a match that there is not": put("match_table", "fixture", 7),
    "a card of a match that there is not": put("match_card", "fixture", 7),
    "a card that was accepted of no match": put("match_card", "settled", "{}"),
    "a card for a third side": put("match_card", "proposed_for", 2),
    "a card for a side that nothing opens for the other": put("match_card", "secret", None),
    "a card that an address of two parts opens": put("match_card", "secret", "a/b"),
    "something that nobody can do": put("club_event", "kept", f'{{{AT},"kind":"robbed"}}'),
    "facts that are none": put("club_event", "kept", f'{{{AT},"kind":"moved","now":[["a",{{}}]]}}'),
    "a season that ends before it begins": put(
        "season",
        "kept",
        '{"name":"W","first":"2026-02-01","last":"2026-01-01","kinds":[],"table":{},"order":[]}',
    ),
}


def filled(house: House) -> str:
    """A club with a league and a season in it: a match played, its card accepted."""
    night = players(house, PLAYERS, "Ana", "Ben")
    night.play(HOME)
    house.join("Cyd")
    where = (house.club_id, night.league_id, 1)
    house.let_in("Ben's phone")
    for phone, side in (("Ana's phone", HOME), ("Ben's phone", AWAY)):
        house.clubs.cards.by(By(phone)).speak(where, night.match().fingerprint, side)
    season = Season("Winter", date(2026, 1, 1), date(2026, 3, 31))
    house.clubs.seasons.create(house.club_id, season)
    house.clubs.access.links(house.club_id)
    house.clubs.access.open_calendar(house.club_id)
    return night.league_id


def backed_up(house: House, file: Path) -> Lines:
    back_up(house.tables.database, file, NOW)
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def test_a_league_comes_back_as_it_was(house: House, tmp_path: Path) -> None:
    league_id, file = filled(house), tmp_path / "friday.backup"
    kinds = {line.get("table") for line in backed_up(house, file) if isinstance(line, dict)}
    # What is made from the records stays out.
    assert "kept_figures" not in kinds
    other = Database(f"sqlite:///{tmp_path}/other.db")
    other.migrate()
    restore(other, file)
    clubs = Clubs(TableService(other), lambda: NOW)
    before = house.clubs.matches.look((house.club_id, league_id, 1))
    after = clubs.matches.look((house.club_id, league_id, 1))
    assert after.card == before.card and after.acceptance == before.acceptance
    leagues = [each.leagues.look(house.club_id, league_id) for each in (clubs, house.clubs)]
    assert leagues[0].standings == leagues[1].standings
    assert clubs.seasons.of_club(house.club) == house.clubs.seasons.of_club(house.club)
    assert clubs.access.calendar(house.club_id) == house.clubs.access.calendar(house.club_id)
    other.close()


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A club of which every backup is refused, so that nothing ever changes there."""
    made = Database(f"sqlite:///{tmp_path_factory.mktemp('theirs')}/club.db")
    made.migrate()
    clubs = Clubs(TableService(made), lambda: NOW)
    house = House(TableService(made), clubs, clubs.service.open("Friday dominoes", "Ana's phone"))
    filled(house)
    yield house
    made.close()


@pytest.fixture(scope="module")
def honest(theirs: House, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What its backup says, which every test changes by itself."""
    return json.dumps(backed_up(theirs, tmp_path_factory.mktemp("honest") / "friday.backup"))


@pytest.mark.parametrize("what", some(HOSTILE, 10))
def test_what_cannot_be_is_refused_and_changes_nothing(
    what: str, theirs: House, honest: str, tmp_path: Path
) -> None:
    file, lines = tmp_path / "friday.backup", json.loads(honest)
    HOSTILE[what](lines)
    written(file, lines)
    with refused("backup.damaged"):
        restore(theirs.tables.database, file, replaces=True)
    assert json.dumps(backed_up(theirs, tmp_path / "after.backup")) == honest


def test_a_calendar_reads_by_a_secret_of_its_own(house: House) -> None:
    access = house.clubs.access
    assert access.calendar(house.club_id) is None
    secret = access.open_calendar(house.club_id)
    assert access.open_calendar(house.club_id) == access.calendar(house.club_id) == secret
    assert access.club_of_calendar(secret) == house.club_id
    # It lets nobody in, and no link that lets people in tells a calendar anything.
    with pytest.raises(NoSuchLink):
        access.join(secret, "Zoe's phone", "Zoe")
    links = access.links(house.club_id)
    assert ClubLink.CALENDAR not in links and secret not in links.values()
    for other in (*links.values(), "", "nobodys", "a\0b"):
        with pytest.raises(NoSuchLink):
            access.club_of_calendar(other)
    access.end_calendar(house.club_id)
    with pytest.raises(NoSuchLink):
        access.club_of_calendar(secret)
    assert access.open_calendar(house.club_id) != secret
