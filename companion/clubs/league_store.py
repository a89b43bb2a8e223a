"""Competitions as rows: loaded as they stand, and saved within a transaction."""

import json
from collections.abc import Collection, Iterable

from sqlalchemy import delete
from sqlalchemy import select as plain_select
from sqlmodel import Session, col, select

from companion.clubs.club import Club
from companion.clubs.errors import NoSuchLeague
from companion.clubs.league import League, MatchTable, as_it_stands, without_results
from companion.clubs.service import club_row, load_club
from companion.league.competition import Competition
from companion.league.entrant import Entrant
from companion.league.fixture import Fixture
from companion.league.fixture_text import read_fixture, write_fixture
from companion.league.lineup import Pairing
from companion.league.match_format import Side
from companion.tables.club_rows import CLUB_TABLES
from companion.tables.league_rows import (
    MATCH_TABLES,
    CompetitionRow,
    EntrantRow,
    FixtureRow,
)
from companion.tables.rows import TABLES, may_exist


def load_league(session: Session, club_id: str, league_id: str) -> League:
    """A competition of a club within a transaction; raises `NoSuchClub` or `NoSuchLeague`."""
    club = load_club(session, club_id)
    (league,) = load_leagues(session, club, [competition_row(session, club_id, league_id)])
    return league


def held_league(session: Session, club_id: str, league_id: str) -> League:
    """The same, its club held by the transaction until the end."""
    club_row(session, club_id, for_update=True)
    return load_league(session, club_id, league_id)


def load_leagues(
    session: Session, club: Club, rows: Collection[CompetitionRow]
) -> tuple[League, ...]:
    """These competitions of a club within a transaction."""
    return tuple(_league(session, club, row) for row in rows)


def competition_row(session: Session, club_id: str, league_id: str) -> CompetitionRow:
    """The row of a competition; raises `NoSuchLeague` where it is none of this club."""
    row = session.get(CompetitionRow, league_id) if may_exist(league_id) else None
    if row is None or row.club_id != club_id:
        raise NoSuchLeague(league_id)
    return row


def add_entrants(session: Session, league_id: str, entrants: Iterable[Entrant]) -> None:
    """New entrants of a competition."""
    for each in entrants:
        session.add(EntrantRow(competition_id=league_id, number=each.number, kept=each.kept))


def save_entrant(session: Session, league_id: str, entrant: Entrant) -> None:
    """An entrant as it is from now on."""
    row = session.get(EntrantRow, (league_id, entrant.number))
    assert row is not None
    row.kept = entrant.kept


def add_fixtures(session: Session, league_id: str, fixtures: Iterable[Fixture]) -> None:
    """New matches of a competition."""
    for each in fixtures:
        kept = write_fixture(each)
        session.add(FixtureRow(competition_id=league_id, number=each.number, kept=kept))


def save_fixture(session: Session, league: League, fixture: Fixture) -> None:
    """A match as it is from now on: what was decided and entered, not what tables tell."""
    row = session.get(FixtureRow, (league.id, fixture.number))
    assert row is not None
    kept = write_fixture(without_results(league.competition, fixture))
    if row.kept != kept:
        row.kept, row.revision = kept, row.revision + 1
    counted = [game.table for board in fixture.boards for game in board.games if game.table]
    of_match = (
        MATCH_TABLES.c.competition_id == league.id,
        MATCH_TABLES.c.fixture == fixture.number,
    )
    # A table that counts no more is free for another board.
    others = delete(MATCH_TABLES).where(*of_match, MATCH_TABLES.c.table_id.not_in(counted))
    session.flush()
    session.connection().execute(others)


def _league(session: Session, club: Club, row: CompetitionRow) -> League:
    competition = Competition.read(row.kept)
    entrants_of = select(EntrantRow).where(col(EntrantRow.competition_id) == row.id)
    entrants = tuple(
        _as_persons(club, Entrant.read(each.kept))
        for each in session.exec(entrants_of.order_by(col(EntrantRow.number)))
    )
    fixtures_of = select(FixtureRow).where(col(FixtureRow.competition_id) == row.id)
    rows = session.exec(fixtures_of.order_by(col(FixtureRow.number))).all()
    kept = [_lined_up(club, read_fixture(each.kept)) for each in rows]
    tables = _tables(session, club, row.id)
    return League(
        row.id,
        club,
        competition,
        entrants,
        as_it_stands(competition, entrants, kept, tables),
        {each.number: each.revision for each in rows},
        tables,
    )


def _tables(session: Session, club: Club, league_id: str) -> dict[str, MatchTable]:
    """The tables of a competition's matches that belong to its club still."""
    query = (
        plain_select(MATCH_TABLES, TABLES.c.version, TABLES.c.winner, CLUB_TABLES.c.seats)
        .join(TABLES, TABLES.c.id == MATCH_TABLES.c.table_id)
        .join(CLUB_TABLES, CLUB_TABLES.c.table_id == TABLES.c.id)
        .where(MATCH_TABLES.c.competition_id == league_id, CLUB_TABLES.c.club_id == club.id)
    )
    return {
        row.table_id: MatchTable(
            row.table_id,
            row.fixture,
            row.board,
            row.home_side,
            _sides(club, row.seats, row.home_side),
            row.version,
            None if row.winner is None else Side(row.winner ^ row.home_side),
        )
        for row in session.connection().execute(query)
    }


def _sides(club: Club, seats: str, home_side: int) -> tuple[frozenset[int], frozenset[int]]:
    """Who sits for the home side and for the other: partners sit across from each other."""
    people = [club.person(number) for number in json.loads(seats)]
    return frozenset(people[home_side::2]), frozenset(people[1 - home_side :: 2])


def _as_persons(club: Club, entrant: Entrant) -> Entrant:
    """An entrant whose players are one number each, also where they were told to be the same."""
    return entrant._replace(players=_persons(club, entrant.players))


def _lined_up(club: Club, fixture: Fixture) -> Fixture:
    lineup = tuple(
        Pairing(_persons(club, each.home), _persons(club, each.away)) for each in fixture.lineup
    )
    return fixture._replace(lineup=lineup)


def _persons(club: Club, numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(club.person(number) for number in numbers))
