"""Everything that clubs can do on one database."""

from collections.abc import Callable
from datetime import datetime

from companion.clubs.club_access import ClubAccessService
from companion.clubs.club_games import GameService
from companion.clubs.club_phones import ClubPhoneService
from companion.clubs.club_service import ClubService
from companion.clubs.club_tables import ClubTableService
from companion.clubs.leagues.board_places import BoardPlaceService
from companion.clubs.leagues.club_night import TonightService
from companion.clubs.leagues.entrant_service import EntrantService
from companion.clubs.leagues.league_service import LeagueService
from companion.clubs.leagues.match_card_service import MatchCardService
from companion.clubs.leagues.match_scores import ScoreService
from companion.clubs.leagues.match_service import MatchService
from companion.clubs.leagues.match_table_service import MatchTableService
from companion.clubs.leagues.season_service import SeasonService
from companion.clubs.player_service import PlayerService
from companion.clubs.transfer.import_club import TakingInService
from companion.stats.ratings import RatingService
from companion.tables.table_service import TableService


class Clubs:
    """The services of clubs, one for each subject."""

    def __init__(
        self,
        table_service: TableService,
        now: Callable[[], datetime],
        patience: float = GameService.patience,
    ) -> None:
        """The services of the database that keeps these tables; `now` gives the time.

        `patience` is how many seconds one request may make figures.
        """
        database, scores = table_service.database, ScoreService(table_service)
        self.service = ClubService(database, now=now)
        self.access = ClubAccessService(database, now=now)
        self.phones = ClubPhoneService(database, now=now)
        self.players = PlayerService(database, now=now)
        self.tables = ClubTableService(table_service, now=now)
        self.taking_in = TakingInService(database, now=now)
        self.games = GameService(table_service, patience=patience)
        self.ratings = RatingService()
        self.leagues = LeagueService(table_service, scores, now=now)
        self.entrants = EntrantService(database, now=now)
        self.matches = MatchService(table_service, scores, now=now)
        self.match_tables = MatchTableService(table_service, now=now)
        self.boards = BoardPlaceService(self.tables, self.match_tables, self.leagues)
        self.cards = MatchCardService(table_service, self.matches.look, now=now)
        self.seasons = SeasonService(database, now=now)
        self.tonight = TonightService(table_service, self.tables, scores)
