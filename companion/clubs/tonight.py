"""Tonight in a club: the tables of its day, the matches of its leagues, who plays whom next."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from sqlalchemy import func, select

from companion.clubs.club import Club
from companion.clubs.league import League
from companion.clubs.leagues import LeagueService
from companion.clubs.tables import ClubTable, ClubTableService
from companion.league.fixture import Fixture
from companion.league.lineup import Pairing
from companion.league.night import league_night
from companion.tables.errors import NoSuchTable
from companion.tables.league_rows import COMPETITIONS, ENTRANTS, FIXTURES
from companion.tables.service import TableService
from companion.tables.state import TableState

#: No club plays at more tables in one night.
MOST_TABLES = 60
#: What a process keeps: a night is asked for by every phone that follows it.
_MOST_KEPT = 64
#: A day of the club begins at five; a match after midnight is one of the evening before.
_DAY_BEGINS = timedelta(hours=5)


class TonightTable(NamedTuple):
    """A table of tonight as it stands, and the game of a match that it is, if it is one."""

    table: ClubTable
    state: TableState
    match: "TonightMatch | None" = None
    board: int = 0

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id


class TonightMatch(NamedTuple):
    """A match of a league that is played tonight."""

    league: League
    fixture: Fixture

    @property
    def number(self) -> int:
        """Its number in its competition."""
        return self.fixture.number


class TonightGame(NamedTuple):
    """A game that can begin now: the `game`-th at a board of a match, from 1, and who meets."""

    match: TonightMatch
    board: int
    game: int
    pairing: Pairing


class Tonight(NamedTuple):
    """A club's day as it stands; `mark` is another one whenever anything of it is."""

    day: date
    mark: str
    #: The tables at which a game is on, and those of games that were won, the last one first.
    on: tuple[TonightTable, ...]
    over: tuple[TonightTable, ...]
    matches: tuple[TonightMatch, ...]
    next: tuple[TonightGame, ...]
    #: Who is here, and sits at no table and is called to none.
    free: tuple[int, ...]


@dataclass(eq=False)
class TonightService:
    """What goes on in clubs. Whoever asks first after a change waits for it, the others do not."""

    table_service: TableService
    tables: ClubTableService
    leagues: LeagueService
    _known: dict[str, Tonight] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def mark(self, club: Club, day: date) -> str:
        """What tells whether a club's day is still as somebody saw it."""
        return self._mark(club, day, self._tables(club, day))

    def look(self, club: Club, day: date) -> Tonight:
        """A club's day as it stands."""
        tables = self._tables(club, day)
        mark = self._mark(club, day, tables)
        known = self._known.get(club.id)
        if known is None or known.mark != mark:
            known = self._found(club, day, mark, tables)
            with self._lock:
                self._known.pop(club.id, None)
                self._known[club.id] = known
                while len(self._known) > _MOST_KEPT:
                    del self._known[next(iter(self._known))]
        return known

    def _tables(self, club: Club, day: date) -> list[ClubTable]:
        """The tables that were opened on a day, or are played on on it."""
        return [
            table
            for table in self.tables.latest(club, MOST_TABLES)
            if club.day_of(table.created_at) == day
            or (not table.is_over and club.day_of(table.changed_at) == day)
        ]

    def _mark(self, club: Club, day: date, tables: Sequence[ClubTable]) -> str:
        # Phones that come and go change nothing.
        told = [day, club._replace(members=()), [(each.id, each.version) for each in tables]]
        of_club = COMPETITIONS.c.club_id == club.id
        competitions = select(COMPETITIONS.c.id, COMPETITIONS.c.kept).where(of_club)
        entrants = select(ENTRANTS.c.kept).join(COMPETITIONS).where(of_club)
        changed = select(func.count(), func.sum(FIXTURES.c.revision))
        changed = changed.select_from(FIXTURES.join(COMPETITIONS)).where(of_club)
        with self.table_service.database.snapshot() as connection:
            for query in (
                competitions.order_by(COMPETITIONS.c.id),
                entrants.order_by(ENTRANTS.c.competition_id, ENTRANTS.c.number),
                changed,
            ):
                told.append([tuple(row) for row in connection.execute(query)])
        return sha256(repr(told).encode()).hexdigest()[:16]

    def _found(self, club: Club, day: date, mark: str, tables: Sequence[ClubTable]) -> Tonight:
        ids = {table.id for table in tables}
        matches = tuple(
            TonightMatch(league, fixture)
            for league in self.leagues.all_of(club)
            for fixture in league.fixtures
            if _is_tonight(fixture, day, ids)
        )
        shown = [each for table in tables if (each := self._shown(table, matches)) is not None]
        on = tuple(each for each in shown if not each.state.game.is_over)
        over = tuple(each for each in shown if each.state.game.is_over)
        following = _next(matches, {person for each in on for person in each.table.people})
        came = {person for each in shown for person in each.table.people}
        came |= {seat for each in matches for pair in each.fixture.lineup for seat in _people(pair)}
        busy = {person for each in on for person in each.table.people}
        busy |= {person for game in following for person in _people(game.pairing)}
        return Tonight(day, mark, on, over, matches, following, tuple(sorted(came - busy)))

    def _shown(self, table: ClubTable, matches: Sequence[TonightMatch]) -> TonightTable | None:
        try:
            state = self.table_service.look(table.id)
        except NoSuchTable:
            # Deleted at this moment.
            return None
        for match in matches:
            of_match = match.league.tables.get(table.id)
            if of_match is not None and of_match.fixture == match.number:
                return TonightTable(table, state, match, of_match.board)
        return TonightTable(table, state)


def _is_tonight(fixture: Fixture, day: date, tables: set[str]) -> bool:
    """Whether a match is planned for a day, or is played on it all the same."""
    starts = None if fixture.is_postponed else fixture.starts_at
    is_planned = starts is not None and (starts - _DAY_BEGINS).date() == day
    return is_planned or any(
        game.table in tables for board in fixture.boards for game in board.games
    )


def _next(matches: Sequence[TonightMatch], busy: set[int]) -> tuple[TonightGame, ...]:
    """The games that can begin all at once: nobody is asked to two of them, whatever league."""
    found, taken = [], {*busy}
    for match in matches:
        night = league_night(match.league.competition.form, [match.fixture], ())
        for game in night.next:
            people = {*_people(game.pairing)}
            if not people & taken:
                taken |= people
                found.append(TonightGame(match, game.board, game.game, game.pairing))
    return tuple(found)


def _people(pairing: Pairing) -> tuple[int, ...]:
    return (*pairing.home, *pairing.away)
