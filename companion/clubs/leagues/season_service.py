"""The seasons of clubs: ranges of days whose games have standings of their own."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlmodel import Session, col, select

from companion.clubs.club import Club
from companion.clubs.club_service import locked_club
from companion.clubs.errors import LeaguesFull, NoSuchLeague
from companion.db.database import Database
from companion.db.league_models import SeasonRow
from companion.db.table_models import may_exist
from companion.i18n import message
from companion.league.kept_json import read_kept, write_kept
from companion.league.outcome import Outcome
from companion.league.standings import Season, Standing
from companion.stats.played_game import PlayedGame

MOST_SEASONS = 200


@dataclass(eq=False)
class SeasonService:
    """The seasons of clubs. `now` and `token` give the time and unguessable ids.

    A club that doesn't exist raises `NoSuchClub`, and a season `NoSuchLeague`.
    """

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    token: Callable[[], str] = lambda: secrets.token_urlsafe(12).replace("-", "_")

    def create(self, club_id: str, season: Season) -> str:
        """A new season; returns its id. Raises `LeaguesFull`, or as `Season.check`."""
        kept, season_id = write_kept(season.check()), self.token()
        with locked_club(self.database, club_id) as (session, _):
            of_club = select(SeasonRow.id).where(col(SeasonRow.club_id) == club_id)
            if len(session.exec(of_club).all()) >= MOST_SEASONS:
                raise LeaguesFull(message("league.refused.seasons", most=MOST_SEASONS))
            session.add(SeasonRow(id=season_id, club_id=club_id, made_at=self.now(), kept=kept))
        return season_id

    def of_club(self, club: Club) -> tuple[tuple[str, Season], ...]:
        """The seasons of a club by their ids, the latest first."""
        of_club = select(SeasonRow).where(col(SeasonRow.club_id) == club.id)
        latest = of_club.order_by(col(SeasonRow.made_at).desc(), col(SeasonRow.id))
        with self.database.reading() as session:
            return tuple((row.id, read_kept(Season, row.kept)) for row in session.exec(latest))

    def look(self, club_id: str, season_id: str) -> Season:
        """A season of the club."""
        with self.database.reading() as session:
            return read_kept(Season, _row(session, club_id, season_id).kept)

    def change(self, club_id: str, season_id: str, season: Season) -> None:
        """Change a season from now on; raises as `Season.check`."""
        kept = write_kept(season.check())
        with locked_club(self.database, club_id) as (session, _):
            _row(session, club_id, season_id).kept = kept

    def remove(self, club_id: str, season_id: str) -> None:
        """Delete a season; its games stay as they are."""
        with locked_club(self.database, club_id) as (session, _):
            session.delete(_row(session, club_id, season_id))


def standings_of(season: Season, games: Sequence[PlayedGame]) -> tuple[Standing, ...]:
    """The table of a season, by the club's numbers, from all games of the club."""
    outcomes = [
        Outcome.of_game(game.sides, game.figures.scores, game.figures.winner)
        for game in games
        if game.figures.winner is not None
        and season.covers(game.day, game.figures.kind)
        # Two seats of one person, by a mistake in the club: not a game among people.
        and len({*game.people}) == len(game.people)
    ]
    return season.standings(outcomes)


def _row(session: Session, club_id: str, season_id: str) -> SeasonRow:
    row = session.get(SeasonRow, season_id) if may_exist(season_id) else None
    if row is None or row.club_id != club_id:
        raise NoSuchLeague(season_id)
    return row
