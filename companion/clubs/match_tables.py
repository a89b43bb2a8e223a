"""The tables of matches: by what header one is opened, and how it becomes a game of a board."""

import json
from collections.abc import Sequence

from sqlalchemy import select
from sqlmodel import Session

from companion.clubs.club import Club
from companion.clubs.errors import WrongTable
from companion.clubs.league import League
from companion.clubs.league_store import save_fixture
from companion.league.lineup import Pairing
from companion.league.match_format import Board
from companion.league.result import GameResult
from companion.record.header import Header
from companion.rules.games import game_named
from companion.rules.preset import Partners
from companion.tables.club_rows import CLUB_TABLES
from companion.tables.league_rows import COMPETITIONS, MATCH_TABLES, MatchTableRow
from companion.tables.rows import TABLES, may_exist
from companion.words import message


def header_of(club: Club, board: Board, seats: Sequence[int]) -> Header:
    """The record's header of a game at a board."""
    is_optional = game_named(board.game).partners is Partners.OPTIONAL
    partners = True if board.players == 2 and is_optional else None
    names = tuple(club.called(number) for number in seats)
    header = Header(board.game, names, partners, board.changes)
    header.start()
    return header


def add_table(
    session: Session, league: League, number: int, board: int, table_id: str, *, home_side: int
) -> None:
    """Let a table be the next game of a board, within a transaction that holds the club."""
    fixture = league.fixture(number)
    game = GameResult(None, table=table_id)
    changed = fixture.played(league.competition.form, board, game)
    row = MatchTableRow(
        table_id=table_id,
        competition_id=league.id,
        fixture=number,
        board=board,
        home_side=home_side,
    )
    # It may have been a game of another club, which let it go.
    session.merge(row)
    save_fixture(session, league, changed)


def home_side_of(session: Session, league: League, table_id: str, pairing: Pairing) -> int:
    """Which side of a table of the club plays for the home side; raises `WrongTable`."""
    if not may_exist(table_id):
        raise WrongTable(message("league.refused.table-of-others"))
    connection = session.connection()
    of_match = (
        select(MATCH_TABLES.c.table_id)
        .join(COMPETITIONS, COMPETITIONS.c.id == MATCH_TABLES.c.competition_id)
        .where(MATCH_TABLES.c.table_id == table_id, COMPETITIONS.c.club_id == league.club.id)
    )
    if connection.scalar(of_match) is not None:
        raise WrongTable(message("league.refused.table-taken"))
    query = select(CLUB_TABLES.c.seats).join(TABLES, TABLES.c.id == CLUB_TABLES.c.table_id)
    of_club = CLUB_TABLES.c.table_id == table_id, CLUB_TABLES.c.club_id == league.club.id
    seats = connection.scalar(query.where(*of_club))
    people = tuple(map(league.club.person, json.loads(seats))) if seats else ()
    side = side_of(people, pairing)
    if side is None:
        raise WrongTable(message("league.refused.table-of-others"))
    return side


def side_of(people: Sequence[int], pairing: Pairing) -> int | None:
    """The side of a table that is the home side of a board; None where others sit there."""
    sides = {*people[::2]}, {*people[1::2]}
    wanted = {*pairing.home}, {*pairing.away}
    if not all(wanted) or len(people) != sum(map(len, wanted)):
        return None
    if sides == wanted:
        return 0
    return 1 if sides == wanted[::-1] else None
