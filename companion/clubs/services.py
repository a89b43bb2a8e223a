"""All that clubs can do on one database, together."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from companion.clubs.access import ClubAccessService
from companion.clubs.exporting import ExportingService
from companion.clubs.forgetting import ForgettingService
from companion.clubs.games import GameService
from companion.clubs.ladders import LadderService
from companion.clubs.leagues import LeagueService
from companion.clubs.match_cards import MatchCardService
from companion.clubs.match_tables import MatchTableService
from companion.clubs.matches import MatchService
from companion.clubs.players import PlayerService
from companion.clubs.ratings import RatingService
from companion.clubs.remaking import RemakingService
from companion.clubs.scores import ScoreService
from companion.clubs.seasons import SeasonService
from companion.clubs.service import ClubService
from companion.clubs.tables import ClubTableService
from companion.clubs.taking_in import TakingInService
from companion.clubs.tonight import TonightService
from companion.tables.service import TableService


@dataclass(frozen=True, eq=False)
class Clubs:
    """The services of clubs, one for each subject."""

    service: ClubService
    access: ClubAccessService
    players: PlayerService
    tables: ClubTableService
    forgetting: ForgettingService
    exporting: ExportingService
    taking_in: TakingInService
    games: GameService
    ratings: RatingService
    remaking: RemakingService
    leagues: LeagueService
    ladders: LadderService
    matches: MatchService
    match_tables: MatchTableService
    cards: MatchCardService
    seasons: SeasonService
    tonight: TonightService

    @classmethod
    def on(cls, table_service: TableService, now: Callable[[], datetime]) -> "Clubs":
        """Those of the database on which these tables are kept; `now` tells the time."""
        database = table_service.database
        service, games = ClubService(database, now=now), GameService(table_service)
        ratings = RatingService(database)
        scores = ScoreService(table_service)
        matches = MatchService(table_service, scores)
        tables, leagues = (
            ClubTableService(table_service),
            LeagueService(table_service, scores, now=now),
        )
        return cls(
            service=service,
            access=ClubAccessService(database, now=now),
            players=PlayerService(database, now=now),
            tables=tables,
            forgetting=ForgettingService(table_service),
            exporting=ExportingService(database),
            taking_in=TakingInService(database, now=now),
            games=games,
            ratings=ratings,
            remaking=RemakingService(service, games, ratings),
            leagues=leagues,
            ladders=LadderService(table_service),
            matches=matches,
            match_tables=MatchTableService(table_service),
            cards=MatchCardService(matches, now=now),
            seasons=SeasonService(database, now=now),
            tonight=TonightService(table_service, tables),
        )
