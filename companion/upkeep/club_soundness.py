"""Whether the rows of clubs and their leagues make sense, wherever they come from."""

from collections import defaultdict
from collections.abc import Mapping
from zoneinfo import available_timezones

from sqlalchemy import Connection, select

from companion.clubs.club_service import check_club_name
from companion.db.club_models import CLUB_LINKS, CLUB_MEMBERS, CLUB_PLAYERS, CLUB_TABLES, CLUBS
from companion.db.league_models import (
    COMPETITIONS,
    ENTRANTS,
    FIXTURES,
    MATCH_CARDS,
    MATCH_TABLES,
    SEASONS,
    FixtureRow,
)
from companion.db.table_models import may_exist
from companion.league.competition import Competition
from companion.league.entrant import Entrant
from companion.league.fixture import Fixture
from companion.league.fixture_list import check_whole
from companion.league.kept_json import read_kept
from companion.league.season import Season
from companion.record.header import Header
from companion.rules.player_names import check_name, first_unseen

_IDS = (CLUBS.c.id, CLUB_LINKS.c.secret, COMPETITIONS.c.id, MATCH_CARDS.c.secret, SEASONS.c.id)

#: The players of each club by number, with the person that each of them is.
People = Mapping[str, Mapping[int, int]]


def check_clubs(connection: Connection, headers: Mapping[str, Header]) -> None:
    """Read everything; raises whatever that leads to, or `ValueError` for what cannot be.

    What the schema itself holds is not looked at again.
    """
    for column in _IDS:
        _demand(all(map(may_exist, connection.scalars(select(column)))))
    zones = available_timezones()
    for club in connection.execute(select(CLUBS)):
        check_club_name(club.name)
        _demand(club.zone in zones)
    for name in connection.scalars(select(CLUB_MEMBERS.c.name)):
        _demand(first_unseen(name) is None)
    people = _check_people(connection)
    for row in connection.execute(select(CLUB_TABLES)):
        _demand(all(type(number) is int for number in row.seats))
        persons = {people[row.club_id][number] for number in row.seats}
        _demand(len(persons) == len(row.seats) == len(headers[row.table_id].players))
    _check_leagues(connection, people)
    for table_id in connection.scalars(select(MATCH_TABLES.c.table_id)):
        _demand(len(headers[table_id].seating.sides) == 2)
    for kept in connection.scalars(select(SEASONS.c.kept)):
        read_kept(Season, kept).check()


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("it cannot be so")


def _check_people(connection: Connection) -> People:
    people: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for row in connection.execute(select(CLUB_PLAYERS)):
        # Whose name was taken away has none.
        for name in (*row.nicknames, row.name) if row.name else row.nicknames:
            check_name(name)
        people[row.club_id][row.number] = row.same_as or row.number
    for of_club in people.values():
        # Nobody is told to be who was told to be somebody else.
        _demand(all(of_club.get(person) == person for person in of_club.values()))
    return people


def _check_leagues(connection: Connection, people: People) -> None:
    entrants: defaultdict[str, list[Entrant]] = defaultdict(list)
    for row in connection.execute(select(ENTRANTS)):
        entrants[row.competition_id].append(read_kept(Entrant, row.kept))
        _demand(entrants[row.competition_id][-1].number == row.number)
    fixtures: defaultdict[str, list[Fixture]] = defaultdict(list)
    for row in connection.execute(select(FIXTURES).order_by(FIXTURES.c.number)):
        fixtures[row.competition_id].append(fixture := read_kept(Fixture, row.kept))
        told = FixtureRow.of(row.competition_id, fixture)
        names = ("number", "round", "home", "away", "night")
        _demand(all(getattr(told, name) == getattr(row, name) for name in names))
    for row in connection.execute(select(COMPETITIONS)):
        competition = read_kept(Competition, row.kept).check()
        players = people.get(row.club_id, {}).keys()
        check_whole(competition, entrants[row.id], fixtures[row.id], players)
