"""Whether rows that come from outside make sense: all that is ever read of them is read once."""

from collections import defaultdict
from collections.abc import Mapping
from zoneinfo import available_timezones

from sqlalchemy import Connection, Row, select

from companion.clubs.club_service import check_club_name
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.db.club_models import CLUB_LINKS, CLUB_MEMBERS, CLUB_PLAYERS, CLUB_TABLES, CLUBS
from companion.db.database import Database
from companion.db.league_models import (
    COMPETITIONS,
    ENTRANTS,
    FIXTURES,
    MATCH_CARDS,
    MATCH_TABLES,
    SEASONS,
    FixtureRow,
)
from companion.db.learner_models import ATTEMPTS, CLASS_MEMBERS, LEARNERS, SPRINTS
from companion.db.table_models import (
    CHANGES,
    HAND_STARTS,
    LINKS,
    PROPOSALS,
    TABLES,
    ChangeKind,
    may_exist,
)
from companion.league.competition import Competition
from companion.league.entrant import Entrant
from companion.league.fixture import Fixture
from companion.league.fixture_list import check_whole
from companion.league.kept_json import read_kept
from companion.league.season import Season
from companion.learners.mistake_answers import OWN, is_own_question
from companion.record.header import Header
from companion.rules.player_names import check_name, first_unseen
from companion.tables.amendments import Amendment
from companion.tables.change_history import TURNED, ChangeWorth, Renaming
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_options import OptionsChange, read_options
from companion.tables.table_service import TableService
from companion.upkeep.merge_databases import titles

_IDS = (
    *(TABLES.c.id, LINKS.c.secret, LEARNERS.c.id, CLASS_MEMBERS.c.class_id, SPRINTS.c.deal),
    *(CLUBS.c.id, CLUB_LINKS.c.secret, COMPETITIONS.c.id, MATCH_CARDS.c.secret, SEASONS.c.id),
)
#: What is no line of the record.
_NO_LINE = (*TURNED, ChangeKind.RENAMED, ChangeKind.SWITCHED)
#: The players of each club by number, with the person that each of them is.
_People = Mapping[str, Mapping[int, int]]


def check(database: Database) -> None:
    """Read everything; raises whatever that leads to, or `ValueError` for what cannot be.

    What the schema itself holds is not looked at again.
    """
    headers = {title.id: title.header for title in titles(database)}
    with database.snapshot() as connection:
        for column in _IDS:
            _demand(all(map(may_exist, connection.scalars(select(column)))))
        for row in connection.execute(select(TABLES)):
            _check_table(row, headers[row.id])
        for row in connection.execute(select(HAND_STARTS)):
            _check_hand_start(row, headers[row.table_id])
        _check_changes(connection, headers)
        for row in connection.execute(select(PROPOSALS)):
            _check_proposal(row, headers[row.table_id])
        _check_learners(connection)
        _check_clubs(connection, headers)
    # Each as its page would show it, with who is there.
    for state, _, _ in TableService(database).listing():
        _demand(state.id in headers)


def _check_table(row: Row[tuple[object, ...]], header: Header) -> None:
    # Whether two names are apart is known once all sit.
    header.start()
    _demand(row.winner is None or row.winner < len(header.seating.sides))
    _check_options(read_options(row.table_options), range(len(header.players)))


def _check_options(options: OptionsChange, seats: range) -> None:
    _demand({*options} <= {*OptionsChange.__annotations__})
    _demand({*options.get("counting", ())} <= {*seats})
    switches = [value for name, value in options.items() if name != "counting"]
    _demand(all(isinstance(value, bool) for value in switches))


def _check_hand_start(row: Row[tuple[object, ...]], header: Header) -> None:
    for told in (row.scores, row.backs):
        _demand(len([*map(int, told.split())]) == len(header.seating.sides))
    _demand(row.leader is None or row.leader in range(len(header.players)))


def _check_changes(connection: Connection, headers: dict[str, Header]) -> None:
    before: dict[tuple[str, int], str] = {}
    for row in connection.execute(select(CHANGES).order_by(CHANGES.c.table_id, CHANGES.c.seq)):
        kind, header, kept = ChangeKind(row.kind), headers[row.table_id], row.statement
        if kind is ChangeKind.RENAMED:
            Renaming.read(kept)
        elif kind is ChangeKind.SWITCHED:
            _check_options(read_options(kept), range(len(header.players)))
        elif kept is not None:
            statement_by_name(kept, header.players)
        _demand((row.place is None) == (kind in _NO_LINE))
        if kind is not ChangeKind.ENTERED:
            for each in ChangeWorth.read(row.worth):
                _demand(len(each.scores) == len(header.seating.sides))
                _demand(each.winner is None or each.winner in range(len(each.scores)))
        if kind in TURNED:
            # What is taken back was done before.
            _demand(before[row.table_id, row.target] not in _NO_LINE)
        before[row.table_id, row.seq] = kind


def _check_proposal(row: Row[tuple[object, ...]], header: Header) -> None:
    amendment = Amendment.read(row.kind, row.target, row.statement, header.seating)
    if isinstance(amendment.statement, dict):
        _check_options(amendment.statement, range(len(header.players)))


def _check_learners(connection: Connection) -> None:
    for row in connection.execute(select(ATTEMPTS)):
        if row.kind == OWN:
            _demand(is_own_question(row.question))
            continue
        QuestionKey.parse(row.question)
        DrillKind(row.kind), Skill(row.skill)
    for course in connection.scalars(select(SPRINTS.c.course)):
        _demand(course == "storm" or bool(DrillKind(course)))


def _check_clubs(connection: Connection, headers: Mapping[str, Header]) -> None:
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


def _check_people(connection: Connection) -> _People:
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


def _check_leagues(connection: Connection, people: _People) -> None:
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
