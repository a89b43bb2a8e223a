"""Who takes part in a competition of a club: squads, league points, who joins and who leaves."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete
from sqlmodel import Session, col

from companion.clubs.club_history import ClubEventKind, Facts, HistoryKeeper
from companion.clubs.leagues import league_store
from companion.clubs.leagues.club_league import League, check_matches
from companion.clubs.leagues.entrant_input import NewEntrant, add_new, check_apart, entrant_of
from companion.db.database import Database
from companion.db.league_models import FixtureRow
from companion.i18n import message
from companion.league.competition import Adjustment, EntrantKind, Shape, check_entrants
from companion.league.errors import BadPoints, WrongEntrants
from companion.league.fixture_list import after_leaving
from companion.league.kept_json import MOST_ADJUSTMENTS
from companion.league.league_tally import describe_points


@dataclass(eq=False)
class EntrantService(HistoryKeeper):
    """The entrants of competitions that have begun.

    A club that doesn't exist raises `NoSuchClub`, and a competition `NoSuchLeague`.
    """

    database: Database

    def change(self, club_id: str, league_id: str, number: int, team: NewEntrant) -> None:
        """Name a team and its squad; new players join the club.

        Raises `WrongEntrants` if it is no team, or if someone plays for another one, and `BadName`.
        """
        with league_store.changing(self.database, club_id, league_id) as (session, league):
            entrant = league.entrant(number)
            if entrant is None or entrant.kind is not EntrantKind.TEAM:
                raise WrongEntrants(message("league.refused.no-team"))
            club, (known,) = add_new(session, league.club, [team])
            changed = entrant_of(club, entrant.kind, number, known)
            place = entrant.place if team.place is None else changed.place
            changed = entrant._replace(name=changed.name, players=changed.players, place=place)
            everybody = (*(each for each in league.entrants if each.number != number), changed)
            # If your team has left, you may play for another one.
            check_apart(club, [each for each in everybody if not each.has_left])
            league_store.save_entrant(session, club, league.id, changed)
            if place != entrant.place:
                _revise_home_matches(session, league, number)
            was: Facts = {"name": entrant.name, "squad": entrant.players, "place": entrant.place}
            told: Facts = {"name": changed.name, "squad": changed.players, "place": place}
            told = {"entrant": number, **told}
            self.note(session, (club_id, league_id), ClubEventKind.TEAM_CHANGED, was, told)

    def adjust(
        self, club_id: str, league_id: str, number: int, adjustments: Sequence[Adjustment]
    ) -> None:
        """Say which league points an entrant was given, or lost; raises `BadPoints`."""
        with league_store.changing(self.database, club_id, league_id) as (session, league):
            entrant = league.entrant(number)
            if entrant is None or len(adjustments) > MOST_ADJUSTMENTS:
                raise BadPoints(message("league.refused.adjustments", most=MOST_ADJUSTMENTS))
            changed = entrant._replace(adjustments=tuple(adjustments)).check()
            league_store.save_entrant(session, league.club, league.id, changed)
            before, now = (
                {
                    "points": ", ".join(
                        f"{describe_points(told.points)} ({told.reason})" for told in each
                    )[:300]
                }
                for each in (entrant.adjustments, changed.adjustments)
            )
            told: Facts = {**now, "entrant": number}
            self.note(session, (club_id, league_id), ClubEventKind.POINTS_CHANGED, before, told)

    def withdraw(self, club_id: str, league_id: str, number: int) -> None:
        """Let an entrant leave: their opponents win the open matches, or these go if all are."""
        with league_store.changing(self.database, club_id, league_id) as (session, league):
            entrant = league.entrant(number)
            if entrant is None or entrant.has_left:
                raise WrongEntrants(message("league.refused.nobody-to-leave"))
            gone = entrant._replace(has_left=True)
            league_store.save_entrant(session, league.club, league.id, gone)
            left = after_leaving(league.competition, league.fixtures, number)
            for fixture in left:
                league_store.save_fixture(session, league, fixture)
            of_league = col(FixtureRow.competition_id) == league_id
            there = col(FixtureRow.number).in_([each.number for each in left])
            session.execute(delete(FixtureRow).where(of_league, ~there))
            kind, told = ClubEventKind.ENTRANT_LEFT, {"entrant": number}
            self.note(session, (club_id, league_id), kind, now=told)

    def join(self, club_id: str, league_id: str, entrant: NewEntrant) -> int:
        """Let someone join, by number: at the foot of a ladder, or late in a round robin.

        Raises `WrongEntrants` in a knock-out.
        """
        with league_store.changing(self.database, club_id, league_id) as (session, league):
            if league.competition.shape is Shape.KNOCK_OUT:
                raise WrongEntrants(message("league.refused.join"))
            number = max(each.number for each in league.entrants) + 1
            club, (known,) = add_new(session, league.club, [entrant])
            new = entrant_of(club, league.competition.kind, number, known)
            everybody = check_entrants((*league.entrants, new))
            check_apart(club, [each for each in everybody if not each.has_left])
            league_store.add_entrants(session, league.id, [new])
            if league.competition.shape is Shape.ROUND_ROBIN:
                now = league.with_one_more()
                check_matches(len(now))
                there = {each.number for each in league.fixtures}
                for fixture in now:
                    if fixture.number in there:
                        league_store.save_fixture(session, league, fixture)
                new_ones = [each for each in now if each.number not in there]
                league_store.add_fixtures(session, league.id, new_ones)
            kind, told = ClubEventKind.ENTRANT_JOINED, {"entrant": number}
            self.note(session, (club_id, league_id), kind, now=told)
            return number


def _revise_home_matches(session: Session, league: League, number: int) -> None:
    """Let calendars learn of the new place of matches that have none of their own."""
    for fixture in league.fixtures:
        if league.opponents[fixture.number].home == number and not fixture.place:
            session.get_one(FixtureRow, (league.id, fixture.number)).revision += 1
