"""Everything that clubs can do on one database."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from companion.clubs.club_access import ClubAccessService
from companion.clubs.club_games import GameService
from companion.clubs.club_phones import ClubPhoneService
from companion.clubs.club_service import ClubService
from companion.clubs.club_tables import ClubTableService
from companion.clubs.leagues.board_places import BoardPlaceService
from companion.clubs.leagues.club_night import TonightService
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


@dataclass(frozen=True, eq=False)
class Clubs:
    """The services of clubs, one for each subject."""

    service: ClubService
    access: ClubAccessService
    phones: ClubPhoneService
    players: PlayerService
    tables: ClubTableService
    taking_in: TakingInService
    games: GameService
    ratings: RatingService
    leagues: LeagueService
    matches: MatchService
    match_tables: MatchTableService
    boards: BoardPlaceService
    cards: MatchCardService
    seasons: SeasonService
    tonight: TonightService

    @classmethod
    def on(
        cls,
        table_service: TableService,
        now: Callable[[], datetime],
        patience: float = GameService.patience,
    ) -> "Clubs":
        """The services of the database that keeps these tables; `now` gives the time.

        `patience` is how many seconds one request may make figures.
        """
        database = table_service.database
        scores, tables = ScoreService(table_service), ClubTableService(table_service)
        matches = MatchService(table_service, scores, now=now)
        match_tables = MatchTableService(table_service, now=now)
        leagues = LeagueService(table_service, scores, now=now)
        return cls(
            service=ClubService(database, now=now),
            access=ClubAccessService(database, now=now),
            phones=ClubPhoneService(database, now=now),
            players=PlayerService(database, now=now),
            tables=tables,
            taking_in=TakingInService(database, now=now),
            games=GameService(table_service, patience=patience),
            ratings=RatingService(),
            leagues=leagues,
            matches=matches,
            match_tables=match_tables,
            boards=BoardPlaceService(tables, match_tables, leagues),
            cards=MatchCardService(table_service, matches.look, now=now),
            seasons=SeasonService(database, now=now),
            tonight=TonightService(table_service, tables, scores),
        )
