"""Tonight in a club: the tables of its day, the matches of its leagues, who plays whom next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, cachedmethod

from companion.clubs.club import Club
from companion.clubs.club_tables import ClubTable, ClubTableService
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.league_loader import LeagueRows, digest, read_night
from companion.clubs.leagues.league_store import league_of
from companion.clubs.leagues.match_scores import ScoreService
from companion.i18n import Text
from companion.league.byes import byes_of_night
from companion.league.competition import EntrantKind
from companion.league.fixture import Fixture
from companion.league.league_night import NextGame, next_games, open_games
from companion.league.lineup import Pairing
from companion.tables.errors import NoSuchTable
from companion.tables.table_service import TableService
from companion.tables.table_state import TableState

#: The most tables that a club plays at in one night.
MOST_TABLES = 60
#: How many nights a process keeps: every phone that follows one asks for it.
_MOST_KEPT = 64


class TonightTable(NamedTuple):
    """A table of tonight as it is now, and the game of a match that it is, if any."""

    table: ClubTable
    state: TableState
    match: Match | None = None
    board: int = 0

    @property
    def game(self) -> int:
        """Which game of its board it is, from 1; 0 if it counts for no match."""
        boards = self.match.fixture.boards if self.match else ()
        games = boards[self.board - 1].games if 0 < self.board <= len(boards) else ()
        # The people there may no longer be those of the match.
        return next((at for at, game in enumerate(games, 1) if game.table == self.table.id), 0)

    @property
    def teams(self) -> tuple[str | Text | None, ...]:
        """The team of each side; None if it plays for none."""
        if self.match is None or not self.game:
            return (None,) * len(self.table.sides)
        home_side = self.match.league.tables[self.table.id].home_side
        return self.match.teams[::-1] if home_side else self.match.teams


class Tonight(NamedTuple):
    """A club's day as it is now; `mark` differs whenever anything of it has changed."""

    day: date
    mark: str
    #: The tables where a game is on, and those of games that were won, the last one first.
    on: tuple[TonightTable, ...]
    over: tuple[TonightTable, ...]
    matches: tuple[Match, ...]
    #: The games that can begin now, each with its match.
    next: tuple[tuple[Match, NextGame], ...]
    #: Those of tonight's matches without a table or a call to one; and those who have a bye.
    free: tuple[int, ...]
    byes: tuple[str | Text, ...]

    @property
    def is_quiet(self) -> bool:
        """Whether nobody plays, and nobody is called to."""
        return not (self.on or self.over or self.matches)


class _Read(NamedTuple):
    """The tables of a day, and what is needed of its leagues; `mark` stands for all of it."""

    mark: str
    tables: list[ClubTable]
    leagues: list[LeagueRows]


@dataclass(eq=False)
class TonightService:
    """What happens in clubs. The first to ask after a change waits for it, the others don't."""

    table_service: TableService
    tables: ClubTableService
    scores: ScoreService

    def __post_init__(self) -> None:
        self._latest: LRUCache[tuple[str, str], Tonight] = LRUCache(_MOST_KEPT)
        self._lock = Lock()

    def mark(self, club: Club, day: date) -> str:
        """A mark that tells whether a club's day has changed since someone saw it."""
        return self._read(club, day).mark

    def look(self, club: Club, day: date) -> Tonight:
        """A club's day as it is now."""
        return self._found(club, day, self._read(club, day))

    def _read(self, club: Club, day: date) -> _Read:
        """The data that a club's day is made from."""
        # Tables that were opened on that day, or played on.
        tables = [
            table
            for table in self.tables.latest(club, MOST_TABLES)
            if club.day_of(table.created_at) == day
            or (not table.is_over and club.day_of(table.changed_at) == day)
        ]
        with self.table_service.database.reading() as session:
            leagues = read_night(session, club, day, [table.id for table in tables])
        of_tables = [(each.id, each.version) for each in tables]
        mark = digest(day, of_tables, club._replace(members=()), leagues)
        return _Read(mark, tables, leagues)

    @cachedmethod(
        lambda self: self._latest,
        key=lambda _self, club, _day, read: (club.id, read.mark),
        lock=lambda self: self._lock,
    )
    def _found(self, club: Club, day: date, read: _Read) -> Tonight:
        tables = read.tables
        ids = {table.id for table in tables}
        leagues = [self.scores.counted(league_of(club, rows)) for rows in read.leagues]
        matches = tuple(
            Match(league, fixture.number)
            for league in leagues
            for fixture in league.fixtures
            if _is_tonight(fixture, day, ids)
        )
        shown = [each for table in tables if (each := self._shown(table, matches)) is not None]
        on = tuple(each for each in shown if not each.state.game.is_over)
        over = tuple(each for each in shown if each.state.game.is_over)
        busy = {person for each in on for person in each.table.people}
        # Nobody is called whose name was removed.
        named = {*club.with_names(club.names)}
        following = _next(matches, busy | (club.names.keys() - named))
        came = {seat for each in matches for seat in _still_to_play(each)}
        busy |= {person for _, game in following for person in _people(game.pairing)}
        resting = [*_byes(leagues, day, busy)]
        came &= named - {person for _, people in resting for person in people}
        free = tuple(sorted(came - busy))
        return Tonight(
            day, read.mark, on, over, matches, following, free, tuple(name for name, _ in resting)
        )

    def _shown(self, table: ClubTable, matches: Sequence[Match]) -> TonightTable | None:
        try:
            state = self.table_service.look(table.id)
        except NoSuchTable:
            # It is being deleted now.
            return None
        for match in matches:
            of_match = match.league.tables.get(table.id)
            if of_match is not None and of_match.fixture == match.number:
                return TonightTable(table, state, match, of_match.board)
        return TonightTable(table, state)


def _is_tonight(fixture: Fixture, day: date, tables: set[str]) -> bool:
    """Whether a match is planned for a day, or is played on it anyway."""
    return fixture.night == day or any(
        game.table in tables for board in fixture.boards for game in board.games
    )


def _byes(
    leagues: Sequence[League], day: date, busy: set[int]
) -> Iterator[tuple[str | Text, frozenset[int]]]:
    """What they are called who have a bye, and who they are: nobody knows who came for a team."""
    for league in leagues:
        is_of_teams = league.competition.kind is EntrantKind.TEAM
        for number in byes_of_night(league.byes, league.fixtures, day):
            entrant = league.entrant(number)
            people = frozenset(entrant.players if entrant and not is_of_teams else ())
            # Those with a bye may play a friendly game meanwhile.
            if not people & busy:
                yield league.names[number], people


def _next(matches: Sequence[Match], busy: set[int]) -> tuple[tuple[Match, NextGame], ...]:
    """The games that can begin at the same time: nobody is called to two, in whatever league."""
    found, taken = [], {*busy}
    for match in matches:
        for game in next_games(match.league.competition.form, match.fixture):
            people = {*_people(game.pairing)}
            if not people & taken:
                taken |= people
                found.append((match, game))
    return tuple(found)


def _still_to_play(match: Match) -> Iterator[int]:
    """Those who can still be called to a game of a match."""
    for game, _ in open_games(match.league.competition.form, match.fixture):
        yield from _people(game.pairing)


def _people(pairing: Pairing) -> tuple[int, ...]:
    return (*pairing.home, *pairing.away)
