"""Competitions read from their rows, in a handful of statements however many matches there are."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, or_, select

from companion.clubs.club import Club
from companion.db.club_models import CLUB_TABLES
from companion.db.league_models import COMPETITIONS, ENTRANTS, FIXTURES, MATCH_TABLES
from companion.db.table_models import TABLES
from companion.league.competition import Competition, Shape
from companion.league.kept_json import read_kept

#: It hardly ever changes, and is asked for every few seconds.
competition_of = lru_cache(maxsize=256)(partial(read_kept, Competition))


#: Its id, match, board, home side, version, winner and seats.
LoadedTable = tuple[str, int, int, int, int, int | None, tuple[int, ...]]


class LeagueRows(NamedTuple):
    """A competition as its rows have it, with all of its matches or with some."""

    id: str
    kept: str
    entrants: list[str]
    #: Of each match its number, how often it was changed, and what is kept.
    fixtures: list[tuple[int, int, str]]
    tables: list[LoadedTable]

    def mark(self, club: Club) -> str:
        """Another one whenever anything of it is."""
        # Phones that come and go change nothing.
        return digest(club._replace(members=()), self)


def digest(*told: object) -> str:
    """What stands for all of this, in a few letters."""
    return sha256(repr(told).encode()).hexdigest()[:16]


def read_leagues(
    connection: Connection,
    club: Club,
    which: ColumnElement[bool],
    some: ColumnElement[bool] | None = None,
) -> list[LeagueRows]:
    """Competitions of a club, the latest first, with those of their matches or all.

    Of a knock-out all matches come along: who plays in one follows from those before it.
    """
    of_club = select(COMPETITIONS.c.id, COMPETITIONS.c.kept).where(
        COMPETITIONS.c.club_id == club.id, which
    )
    latest = of_club.order_by(COMPETITIONS.c.made_at.desc(), COMPETITIONS.c.id)
    found = {
        league_id: LeagueRows(league_id, kept, [], [], [])
        for league_id, kept in connection.execute(latest)
    }
    entrants = select(ENTRANTS.c.competition_id, ENTRANTS.c.kept).where(
        ENTRANTS.c.competition_id.in_([*found])
    )
    for league_id, kept in connection.execute(entrants.order_by(ENTRANTS.c.number)):
        found[league_id].entrants.append(kept)
    wanted = _wanted(found, some)
    columns = FIXTURES.c.competition_id, FIXTURES.c.number, FIXTURES.c.revision, FIXTURES.c.kept
    fixtures = select(*columns).where(wanted).order_by(FIXTURES.c.number)
    for league_id, number, revision, kept in connection.execute(fixtures):
        found[league_id].fixtures.append((number, revision, kept))
    for row in connection.execute(_tables(club, wanted)):
        found[row.competition_id].tables.append(tuple(row)[1:])
    return [*found.values()]


def read_night(
    connection: Connection, club: Club, night: date, table_ids: Collection[str]
) -> list[LeagueRows]:
    """The competitions that are played on a night, with the rounds of that night.

    So are those of these tables, with the matches that are played there.
    """
    of_club = COMPETITIONS.c.club_id == club.id
    planned = (
        select(FIXTURES.c.competition_id, FIXTURES.c.round)
        .join(COMPETITIONS, COMPETITIONS.c.id == FIXTURES.c.competition_id)
        .where(of_club, FIXTURES.c.night == night.isoformat())
        .distinct()
    )
    at_tables = (
        select(MATCH_TABLES.c.competition_id, MATCH_TABLES.c.fixture)
        .join(COMPETITIONS, COMPETITIONS.c.id == MATCH_TABLES.c.competition_id)
        .where(of_club, MATCH_TABLES.c.table_id.in_(table_ids))
        .distinct()
    )
    rounds: defaultdict[str, set[int]] = defaultdict(set)
    matches: defaultdict[str, set[int]] = defaultdict(set)
    for query, found in ((planned, rounds), (at_tables, matches)):
        for league_id, number in connection.execute(query):
            found[league_id].add(number)
    some = [
        and_(FIXTURES.c.competition_id == league_id, column.in_(numbers))
        for found, column in ((rounds, FIXTURES.c.round), (matches, FIXTURES.c.number))
        for league_id, numbers in found.items()
    ]
    which = COMPETITIONS.c.id.in_({*rounds, *matches})
    return read_leagues(connection, club, which, or_(*some)) if some else []


def _wanted(
    found: Mapping[str, LeagueRows], some: ColumnElement[bool] | None
) -> ColumnElement[bool]:
    of_these = FIXTURES.c.competition_id.in_([*found])
    if some is None:
        return of_these
    shapes = {each.id: competition_of(each.kept).shape for each in found.values()}
    whole = [league_id for league_id, shape in shapes.items() if shape is Shape.KNOCK_OUT]
    return and_(of_these, or_(some, FIXTURES.c.competition_id.in_(whole)))


def _tables(club: Club, wanted: ColumnElement[bool]) -> Select[Any]:
    """The tables of matches that belong to their club still."""
    of_match = and_(
        FIXTURES.c.competition_id == MATCH_TABLES.c.competition_id,
        FIXTURES.c.number == MATCH_TABLES.c.fixture,
    )
    return (
        select(
            *(MATCH_TABLES.c[name] for name in ("competition_id", "table_id", "fixture", "board")),
            *(MATCH_TABLES.c.home_side, TABLES.c.version, TABLES.c.winner, CLUB_TABLES.c.seats),
        )
        .select_from(MATCH_TABLES)
        .join(FIXTURES, of_match)
        .join(TABLES, TABLES.c.id == MATCH_TABLES.c.table_id)
        .join(CLUB_TABLES, CLUB_TABLES.c.table_id == TABLES.c.id)
        .where(wanted, CLUB_TABLES.c.club_id == club.id)
        .order_by(MATCH_TABLES.c.table_id)
    )
