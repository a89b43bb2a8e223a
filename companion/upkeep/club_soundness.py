"""Whether the rows of clubs and their leagues make sense, wherever they come from."""

import json
from collections.abc import Mapping
from itertools import chain
from typing import Any
from zoneinfo import available_timezones

from sqlalchemy import Connection, Row, select

from companion.db.club_models import (
    CALENDAR,
    CLUB_LINKS,
    CLUB_MEMBERS,
    CLUB_PLAYERS,
    CLUB_TABLES,
    CLUBS,
    COLOURS,
)
from companion.db.league_models import (
    COMPETITIONS,
    ENTRANTS,
    FIXTURES,
    MATCH_CARDS,
    MATCH_TABLES,
    SEASONS,
)
from companion.db.table_models import LeadsTo, Role, may_exist
from companion.league.competition import Competition
from companion.league.entrant import Entrant
from companion.league.fixture import Fixture
from companion.league.fixture_json import read_fixture
from companion.league.season import Season
from companion.record.header import Header
from companion.rules.player_names import check_name, first_unseen

_LEADS_TO = (LeadsTo.WATCH.value, LeadsTo.KEEP.value, CALENDAR)
_ROLES = (Role.KEEPER.value, Role.WATCHER.value)

#: The players of each club by number, with the person that each of them is.
People = Mapping[str, Mapping[int, int]]


def check_clubs(connection: Connection, headers: Mapping[str, Header]) -> None:
    """Read everything; raises whatever that leads to, or `ValueError` for what cannot be."""
    zones = available_timezones()
    for club in connection.execute(select(CLUBS)):
        _demand(may_exist(club.id) and club.zone in zones)
        _demand(bool(club.name) and first_unseen(club.name) is None)
    for link in connection.execute(select(CLUB_LINKS)):
        _demand(may_exist(link.secret) and link.leads_to in _LEADS_TO)
    for member in connection.execute(select(CLUB_MEMBERS)):
        _demand(member.role in _ROLES and first_unseen(member.name) is None)
    people = _check_people(connection)
    for row in connection.execute(select(CLUB_TABLES)):
        _check_seats(row, people, headers)
    _check_leagues(connection, people)
    for row in connection.execute(select(MATCH_TABLES)):
        _demand(len(headers[row.table_id].seating.sides) == 2 and row.home_side in (0, 1))
    for row in connection.execute(select(MATCH_CARDS)):
        _demand(row.proposed_for in (0, 1) and may_exist(row.secret))
    for row in connection.execute(select(SEASONS)):
        _demand(may_exist(row.id))
        Season.read(row.kept)


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("it cannot be so")


def _check_people(connection: Connection) -> People:
    people: dict[str, dict[int, int]] = {}
    for row in connection.execute(select(CLUB_PLAYERS)):
        _demand(row.number > 0 and row.colour in range(COLOURS))
        names = json.loads(row.nicknames)
        _demand(isinstance(names, list))
        # Whose name was taken away has none.
        for name in (*names, row.name) if row.name else names:
            check_name(name)
        person = row.number if row.same_as is None else row.same_as
        people.setdefault(row.club_id, {})[row.number] = person
    for of_club in people.values():
        # Nobody is told to be who was told to be somebody else.
        _demand(all(of_club.get(person) == person for person in of_club.values()))
    return people


def _check_seats(row: Row[tuple[Any, ...]], people: People, headers: Mapping[str, Header]) -> None:
    seats, of_club = json.loads(row.seats), people.get(row.club_id, {})
    _demand(isinstance(seats, list) and all(type(number) is int for number in seats))
    _demand({*seats} <= {*of_club})
    persons = {of_club[number] for number in seats}
    _demand(len(persons) == len(seats) == len(headers[row.table_id].players))


def _check_leagues(connection: Connection, people: People) -> None:
    clubs: dict[str, str] = {}
    competitions: dict[str, Competition] = {}
    entrants: dict[str, set[int]] = {}
    for row in connection.execute(select(COMPETITIONS)):
        _demand(may_exist(row.id))
        competitions[row.id], clubs[row.id] = Competition.read(row.kept), row.club_id
        entrants[row.id] = set()
    for row in connection.execute(select(ENTRANTS)):
        entrant, league_id = Entrant.read(row.kept), row.competition_id
        _demand(entrant.number == row.number > 0)
        _demand(entrant.kind is competitions[league_id].kind)
        _demand({*entrant.players} <= {*people.get(clubs[league_id], {})})
        entrants[league_id].add(row.number)
    numbers: dict[str, set[int]] = {league_id: set() for league_id in competitions}
    ordered = select(FIXTURES).order_by(FIXTURES.c.competition_id, FIXTURES.c.number)
    for row in connection.execute(ordered):
        league_id = row.competition_id
        fixture = read_fixture(row.kept).check(competitions[league_id].form)
        _demand(fixture.number == row.number > 0 and row.revision >= 0)
        night = fixture.night and fixture.night.isoformat()
        _demand((row.round, row.night) == (fixture.round, night))
        _demand(_players(fixture) <= {*people.get(clubs[league_id], {})})
        _check_slots(fixture, entrants[league_id], numbers[league_id])
        numbers[league_id].add(row.number)


def _players(fixture: Fixture) -> set[int]:
    sides = chain.from_iterable(fixture.lineup)
    return {*chain.from_iterable(sides)}


def _check_slots(fixture: Fixture, entrants: set[int], before: set[int]) -> None:
    for slot in (fixture.home, fixture.away):
        _demand(not slot.entrant or slot.entrant in entrants)
        # Only matches before it, so nothing turns in a circle.
        _demand({slot.winner_of, slot.loser_of} - {0} <= before)
