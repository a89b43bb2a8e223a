"""The board of a match that a table is a game of, or could be, and what can follow it there."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from companion.clubs.club import ClubMember, ClubVisit
from companion.clubs.club_service import load_club
from companion.clubs.club_tables import ClubTableService
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.league_service import LeagueService
from companion.clubs.leagues.league_store import league_of, read_league
from companion.clubs.leagues.match_table_service import MatchTableService, side_of
from companion.league.competition import EntrantKind
from companion.league.fixture import Fixture
from companion.league.league_night import NextGame, next_games, open_games
from companion.tables.table_state import TableState

#: How many leagues of a club, the latest, are on at the same time.
_MOST_ON = 4


class BoardPlace(NamedTuple):
    """A board of a match, by its number from 1, as it is now."""

    league: League
    fixture: Fixture
    board: int

    @property
    def next_game(self) -> int | None:
        """The game that can begin there, from 1; None once the leg is over, or while one is on."""
        for waiting, is_on in open_games(self.league.competition.form, self.fixture):
            if waiting.board == self.board and not is_on:
                return waiting.game
        return None

    @property
    def next_board(self) -> NextGame | None:
        """The game that can begin at another board, first at those below it on the card."""
        named = self.league.club.with_names
        others = [
            each
            for each in next_games(self.league.competition.form, self.fixture)
            if each.board != self.board and named(each.pairing.seats) == each.pairing.seats
        ]
        return min(others, key=lambda each: (each.board < self.board, each.board), default=None)

    def is_scored_by(self, own: ClubMember | None) -> bool:
        """Whether a phone of the club keeps score of its match."""
        opponents = self.league.opponents[self.fixture.number]
        visit = own and ClubVisit(self.league.club, own)
        return visit is not None and visit.scores_for(self.league.id, opponents)


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

    def could_be(self, state: TableState, device: str) -> BoardPlace | None:
        """The board of an open match whose next game a friendly one could be, due by its day.

        Only for a phone that keeps score of that match; a match of that night comes before others.
        """
        of_club = self.tables.people_of(state.id)
        if of_club is None or self.match_tables.match_of(state.id) is not None:
            return None
        with self.leagues.database.reading() as session:
            club = load_club(session, of_club[0])
        own, day = club.seen_by(device), club.day_of(state.opened_at)
        found = [
            place
            for league in (self.leagues.all_of(club, _MOST_ON) if own else ())
            for fixture in league.fixtures
            if _is_due(league, fixture, day)
            for game, is_on in open_games(league.competition.form, fixture)
            if not is_on and side_of(of_club[1], game.pairing) is not None
            if league.competition.form.boards[game.board - 1].game == state.header.game
            if (place := BoardPlace(league, fixture, game.board)).is_scored_by(own)
        ]
        return min(found, key=lambda place: place.fixture.night != day, default=None)


def _is_due(league: League, fixture: Fixture, day: date) -> bool:
    """Whether a match may be played on a day: a team that is lined up has come to play."""
    is_of_teams = league.competition.kind is EntrantKind.TEAM
    return is_of_teams or fixture.night is None or fixture.night <= day
