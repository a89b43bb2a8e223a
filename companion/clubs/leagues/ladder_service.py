"""The ladders of clubs: who challenges whom, and who begins at the foot."""

from dataclasses import dataclass

from companion.clubs.leagues.entrant_input import NewEntrant, add_new, check_apart, entrant_of
from companion.clubs.leagues.league_plan import check_matches
from companion.clubs.leagues.league_store import add_entrants, add_fixtures, changing
from companion.db.database import Database
from companion.i18n import message
from companion.league.competition import Shape
from companion.league.entrant import check_entrants
from companion.league.errors import BadChallenge, WrongEntrants
from companion.league.fixture_list import challenge


@dataclass(eq=False)
class LadderService:
    """The competitions that are ladders; raises as `LeagueService`."""

    database: Database

    def join(self, club_id: str, league_id: str, entrant: NewEntrant) -> int:
        """Let somebody begin at the foot of a ladder; returns their number.

        Raises `WrongEntrants` in a competition that is none.
        """
        with changing(self.database, club_id, league_id) as (session, league):
            if league.competition.shape is not Shape.LADDER:
                raise WrongEntrants(message("league.refused.join"))
            number = max(each.number for each in league.entrants) + 1
            club, (known,) = add_new(session, league.club, [entrant])
            new = entrant_of(club, league.competition.kind, number, known)
            everybody = check_entrants((*league.entrants, new))
            check_apart(club, [each for each in everybody if not each.has_left])
            add_entrants(session, league.id, [new])
            return number

    def challenge(self, club_id: str, league_id: str, challenger: int, challenged: int) -> int:
        """A new match on a ladder; returns its number. Raises `BadChallenge`."""
        with changing(self.database, club_id, league_id) as (session, league):
            if league.competition.shape is not Shape.LADDER:
                raise BadChallenge(message("league.refused.no-ladder"))
            fixture = challenge(
                league.competition, league.entrants, league.fixtures, challenger, challenged
            )
            check_matches(len(league.fixtures) + 1)
            add_fixtures(session, league.id, [fixture])
            return fixture.number
