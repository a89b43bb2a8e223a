"""The board of a match that a table is a game of, or could be, and what can follow it there."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from companion.clubs.club import Club
from companion.clubs.club_tables import ClubTableService
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.league_service import LeagueService
from companion.clubs.leagues.league_store import league_of, read_league
from companion.clubs.leagues.match_table_service import MatchTableService, side_of
from companion.i18n import Text
from companion.league.competition import EntrantKind
from companion.league.fixture import Fixture
from companion.league.league_night import NextGame, next_games
from companion.league.match_format import MatchFormat


class BoardPlace(NamedTuple):
    """A board of a match, by its number from 1, as it is now."""

    league: League
    fixture: Fixture
    board: int

    @property
    def form(self) -> MatchFormat:
        """The format of its match."""
        return self.league.competition.form

    @property
    def sides(self) -> tuple[str | Text, str | Text]:
        """What the two sides of its match are called, home first."""
        return self.league.sides_of(self.fixture)

    @property
    def entrants(self) -> tuple[int | None, int | None]:
        """The entrants of its match, as far as they are known."""
        return self.league.opponents[self.fixture.number]

    @property
    def next_game(self) -> int | None:
        """The game that can begin there, from 1; None once the leg is over, or while one is on."""
        games = self.fixture.games(self.board)
        if self.fixture.walkover is not None or any(game.winner is None for game in games):
            return None
        leg = self.fixture.score(self.form).boards[self.board - 1]
        return None if leg.is_over else len(games) + 1

    @property
    def next_board(self) -> NextGame | None:
        """The game that can begin at another board, first at those below it on the card."""
        named = self.league.club.with_names
        others = [
            each
            for each in next_games(self.form, self.fixture)
            if each.board != self.board and named(each.pairing.seats) == each.pairing.seats
        ]
        return min(others, key=lambda each: (each.board < self.board, each.board), default=None)


@dataclass(eq=False)
class BoardPlaceService:
    """The boards of matches that tables of clubs are games of, or could be."""

    tables: ClubTableService
    match_tables: MatchTableService
    leagues: LeagueService

    def of_table(self, table_id: str) -> BoardPlace | None:
        """The board that a table is a game of; None if it is a friendly one."""
        found, club_id = self.match_tables.match_of(table_id), self.tables.club_of(table_id)
        if found is None or club_id is None:
            return None
        with self.leagues.database.reading() as session:
            league = league_of(*read_league(session, club_id, *found))
        fixture, table = league.fixture(found[1]), league.tables.get(table_id)
        games = fixture.games(table.board) if table else ()
        # The people there may no longer be those of the match.
        if table is None or all(game.table != table_id for game in games):
            return None
        return BoardPlace(league, fixture, table.board)

    def could_be(
        self, club: Club, day: date, game: str, people: tuple[int, ...]
    ) -> BoardPlace | None:
        """The board where a game of these people could be the next one, if it is due by that day.

        A match of that night comes before others.
        """
        found = [
            place
            for league in self.leagues.all_of(club)
            for fixture in league.fixtures
            if _is_due(league, fixture, day)
            for board, pairing in enumerate(fixture.lineup, 1)
            if league.competition.form.boards[board - 1].game == game
            and side_of(people, pairing) is not None
            and (place := BoardPlace(league, fixture, board)).next_game is not None
        ]
        return min(found, key=lambda place: place.fixture.night != day, default=None)


def _is_due(league: League, fixture: Fixture, day: date) -> bool:
    """Whether a match may be played on a day: a team that is lined up has come to play."""
    is_of_teams = league.competition.kind is EntrantKind.TEAM
    return is_of_teams or fixture.night is None or fixture.night <= day
