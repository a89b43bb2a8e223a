"""Competitions read from their rows, in a handful of statements for any number of matches."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import date, datetime
from functools import lru_cache, partial
from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import Session, col, select

from companion.clubs.club import Club
from companion.db.club_models import ClubTableRow
from companion.db.league_models import (
    CompetitionRow,
    EntrantRow,
    FixtureRow,
    MatchCardRow,
    MatchTableRow,
)
from companion.db.table_models import TableRow
from companion.league.competition import Competition, Shape
from companion.league.kept_json import read_kept
from companion.league.match_format import Side

#: It hardly ever changes, and is asked for every few seconds.
competition_of = lru_cache(maxsize=256)(partial(read_kept, Competition))


class MatchTable(NamedTuple):
    """A table where a game of a match is played, as far as it has come."""

    id: str
    fixture: int
    board: int
    #: Which of its sides plays for the home side.
    home_side: int
    #: Who sits there for each side, by the club's numbers: partners sit across from each other.
    people: tuple[frozenset[int], frozenset[int]]
    version: int
    winner: Side | None


class Acceptance(NamedTuple):
    """What was said of a match card, as `MatchCardRow` keeps it."""

    fingerprint: str = ""
    proposed_by: str = ""
    proposed_at: datetime | None = None
    proposed_for: Side = Side.HOME
    secret: str = ""
    accepted_by: str = ""
    accepted_at: datetime | None = None
    settled: str = ""
    settled_mark: str = ""
    reopened_by: str = ""
    reason: str = ""
    disputed_by: str = ""
    dispute: str = ""

    @property
    def is_locked(self) -> bool:
        """Whether both sides accepted the result, and no manager opened it again."""
        return bool(self.settled_mark) and not self.reopened_by

    def is_opened_by(self, secret: str) -> bool:
        """Whether that secret was handed out with the card."""
        return bool(self.secret) and compare_digest(self.secret.encode(), secret.encode())


class LeagueRows(NamedTuple):
    """A competition as its rows have it, with all of its matches or with some."""

    id: str
    kept: str
    entrants: list[str]
    #: For each match its number, how often it was changed, and what is kept.
    fixtures: list[tuple[int, int, str]]
    tables: list[MatchTable]
    cards: dict[int, Acceptance]

    def mark(self, club: Club) -> str:
        """It differs whenever anything of the competition has changed."""
        # Phones that come and go change nothing.
        return digest(club._replace(members=()), self)


def digest(*told: object) -> str:
    """A short mark of all of this."""
    return sha256(repr(told).encode()).hexdigest()[:16]


def read_leagues(
    session: Session,
    club: Club,
    which: ColumnElement[bool],
    some: ColumnElement[bool] | None = None,
) -> list[LeagueRows]:
    """Competitions of a club, the latest first, with those of their matches or all.

    A knock-out comes with all its matches: those before one decide who plays in it.
    """
    of_club = select(CompetitionRow.id, CompetitionRow.kept).where(
        CompetitionRow.club_id == club.id, which
    )
    latest = of_club.order_by(col(CompetitionRow.made_at).desc(), col(CompetitionRow.id))
    found = {
        league_id: LeagueRows(league_id, kept, [], [], [], {})
        for league_id, kept in session.exec(latest)
    }
    entrants = select(EntrantRow.competition_id, EntrantRow.kept).where(
        col(EntrantRow.competition_id).in_(found)
    )
    for league_id, kept in session.exec(entrants.order_by(col(EntrantRow.number))):
        found[league_id].entrants.append(kept)
    wanted = _wanted(found, some)
    columns = select(
        FixtureRow.competition_id, FixtureRow.number, FixtureRow.revision, FixtureRow.kept
    )
    fixtures = columns.where(wanted).order_by(col(FixtureRow.number))
    for league_id, number, revision, kept in session.exec(fixtures):
        found[league_id].fixtures.append((number, revision, kept))
    for league_id, table in _tables(session, club, wanted):
        found[league_id].tables.append(table)
    for card in session.exec(select(MatchCardRow).join(FixtureRow).where(wanted)):
        told = {name: getattr(card, name) for name in Acceptance._fields}
        told["proposed_for"] = Side(card.proposed_for)
        found[card.competition_id].cards[card.fixture] = Acceptance(**told)
    return [*found.values()]


def read_night(
    session: Session, club: Club, night: date, table_ids: Collection[str]
) -> list[LeagueRows]:
    """The competitions that are played on a night, with the rounds of that night.

    The competitions of these tables come too, with the matches that are played there.
    """
    of_club = CompetitionRow.club_id == club.id
    planned = (
        select(FixtureRow.competition_id, FixtureRow.round)
        .join(CompetitionRow)
        .where(of_club, FixtureRow.night == night.isoformat())
        .distinct()
    )
    at_tables = (
        select(MatchTableRow.competition_id, MatchTableRow.fixture)
        .join(CompetitionRow, col(CompetitionRow.id) == MatchTableRow.competition_id)
        .where(of_club, col(MatchTableRow.table_id).in_(table_ids))
        .distinct()
    )
    rounds: defaultdict[str, set[int]] = defaultdict(set)
    matches: defaultdict[str, set[int]] = defaultdict(set)
    for query, found in ((planned, rounds), (at_tables, matches)):
        for league_id, number in session.exec(query):
            found[league_id].add(number)
    some = [
        and_(col(FixtureRow.competition_id) == league_id, column.in_(numbers))
        for found, column in ((rounds, col(FixtureRow.round)), (matches, col(FixtureRow.number)))
        for league_id, numbers in found.items()
    ]
    which = col(CompetitionRow.id).in_({*rounds, *matches})
    return read_leagues(session, club, which, or_(*some)) if some else []


def _wanted(
    found: Mapping[str, LeagueRows], some: ColumnElement[bool] | None
) -> ColumnElement[bool]:
    of_league = col(FixtureRow.competition_id)
    of_these = of_league.in_(found)
    if some is None:
        return of_these
    shapes = {each.id: competition_of(each.kept).shape for each in found.values()}
    whole = [league_id for league_id, shape in shapes.items() if shape is Shape.KNOCK_OUT]
    return and_(of_these, or_(some, of_league.in_(whole)))


def _tables(
    session: Session, club: Club, wanted: ColumnElement[bool]
) -> Iterator[tuple[str, MatchTable]]:
    """The tables of matches that still belong to their club, each with its competition."""
    of_match = and_(
        col(FixtureRow.competition_id) == MatchTableRow.competition_id,
        col(FixtureRow.number) == MatchTableRow.fixture,
    )
    query = (
        select(MatchTableRow, TableRow.version, TableRow.winner, col(ClubTableRow.seats))
        .join(FixtureRow, of_match)
        .join(TableRow, col(TableRow.id) == MatchTableRow.table_id)
        .join(ClubTableRow, col(ClubTableRow.table_id) == TableRow.id)
        .where(wanted, col(ClubTableRow.club_id) == club.id)
        .order_by(col(MatchTableRow.table_id))
    )
    for row, version, winner, seats in session.execute(query):
        of_board, home = (row.table_id, row.fixture, row.board, row.home_side), row.home_side
        people = [club.person(number) for number in seats]
        sides = frozenset(people[home::2]), frozenset(people[1 - home :: 2])
        won = None if winner is None else Side(winner ^ home)
        yield row.competition_id, MatchTable(*of_board, sides, version, won)
