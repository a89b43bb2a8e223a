"""The competitions of clubs: begun, drawn, shown, changed, closed."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, cachedmethod
from sqlalchemy import delete
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.clubs.club import Club
from companion.clubs.club_history import ClubEventKind, Facts, HistoryKeeper
from companion.clubs.club_service import load_club, locked_club
from companion.clubs.errors import LeaguesFull
from companion.clubs.leagues import entrant_input, league_store
from companion.clubs.leagues.club_league import League, check_matches
from companion.clubs.leagues.league_loader import LeagueRows, competition_of
from companion.clubs.leagues.match_scores import ScoreService
from companion.db.league_models import CompetitionRow, FixtureRow
from companion.i18n import message
from companion.league.competition import Bye, Competition, Shape
from companion.league.errors import BadChallenge, BadSeason, WrongEntrants
from companion.league.fixture import Fixture, MatchState, Slot
from companion.league.fixture_list import challenge, draw_fixtures
from companion.league.kept_json import MOST_PAUSES, write_kept
from companion.league.league_tally import describe_points
from companion.league.no_play import Pause, after_moves, moves_of_rounds
from companion.league.paired_rounds import PairedRound, next_round
from companion.tables.table_service import TableService

#: The leagues of a club over twenty years.
MOST_LEAGUES = 200
#: How many of the latest leagues are followed: a list says how far these have come.
_MOST_FOLLOWED = 12
#: How many a process keeps: every phone that follows a league asks for it.
_MOST_KEPT = 16
_CLOSED = (MatchState.OVER, MatchState.WALKOVER)


class LeagueTitle(NamedTuple):
    """A competition in one line."""

    id: str
    competition: Competition
    #: How many matches there are, and how many have been played or given; old ones are not counted.
    matches: int | None = None
    decided: int = 0


@dataclass(eq=False)
class LeagueService(HistoryKeeper):
    """The competitions of clubs.

    A club that doesn't exist raises `NoSuchClub`, and a competition `NoSuchLeague`. `now` and
    `token` give the time and unguessable ids.
    """

    table_service: TableService
    scores: ScoreService
    token: Callable[[], str] = lambda: secrets.token_urlsafe(12).replace("-", "_")

    def __post_init__(self) -> None:
        self._latest: LRUCache[tuple[str, str], League] = LRUCache(_MOST_KEPT)
        self._lock = Lock()
        self.database = self.table_service.database

    def create(
        self,
        club_id: str,
        competition: Competition,
        entrants: Sequence[entrant_input.NewEntrant],
        days: Sequence[date] = (),
        starts: time = time(20),
        *,
        in_order: bool = False,
    ) -> str:
        """Begin a competition and draw its fixtures; returns its id.

        The order is picked at random, unless the entrants are `in_order`: as seeds of a knock-out.
        The rungs of a ladder always are in order. Raises `LeaguesFull`, `ClubFull`, `NoSuchPlayer`,
        `WrongPlayers`, `WrongEntrants`, or what `Competition.check` and `Entrant.check` refuse.
        """
        league_id = self.token()
        if not competition.seed:
            competition = competition._replace(seed=self.token())
        with locked_club(self.database, club_id) as (session, _):
            club, known = entrant_input.add_new(session, load_club(session, club_id), entrants)
            found = entrant_input.entrants_of(club, competition, known)
            fixtures = draw_fixtures(competition, found, days, starts, in_order=in_order)
            check_matches(len(fixtures))
            of_club = select(CompetitionRow.id).where(col(CompetitionRow.club_id) == club_id)
            if len(session.exec(of_club).all()) >= MOST_LEAGUES:
                raise LeaguesFull(message("league.refused.leagues", most=MOST_LEAGUES))
            row = CompetitionRow(
                id=league_id, club_id=club_id, made_at=self.now(), kept=write_kept(competition)
            )
            session.add(row)
            session.flush()
            league_store.add_entrants(session, league_id, found)
            league_store.add_fixtures(session, league_id, fixtures)
            kind, told = ClubEventKind.LEAGUE_BEGUN, {"name": competition.name}
            self.note(session, (club_id, league_id), kind, now=told)
        return league_id

    def of_club(self, club: Club) -> tuple[LeagueTitle, ...]:
        """The competitions of a club, the latest first."""
        with self.database.reading() as session:
            rows = session.exec(_latest(club)).all()
            latest = col(CompetitionRow.id).in_([row.id for row in rows[:_MOST_FOLLOWED]])
            followed = league_store.load_leagues(session, club, latest)
        older = rows[_MOST_FOLLOWED:]
        return (
            *map(_title, followed),
            *(LeagueTitle(row.id, competition_of(row.kept)) for row in older),
        )

    def all_of(self, club: Club, most: int = _MOST_FOLLOWED) -> tuple[League, ...]:
        """The latest competitions of a club as they are now, without what was scored."""
        with self.database.reading() as session:
            latest = [row.id for row in session.exec(_latest(club).limit(most))]
            which = col(CompetitionRow.id).in_(latest)
            return league_store.load_leagues(session, club, which)

    def has_any(self, club_id: str) -> bool:
        """Whether a club has a competition."""
        of_club = select(CompetitionRow.id).where(col(CompetitionRow.club_id) == club_id)
        with self.database.reading() as session:
            return session.exec(of_club.limit(1)).first() is not None

    def look(self, club_id: str, league_id: str) -> League:
        """A competition as it is now."""
        with self.database.reading() as session:
            club, rows = league_store.read_league(session, club_id, league_id)
        return self._counted(club, rows)

    def mark(self, club_id: str, league_id: str) -> str:
        """A mark that tells whether a competition has changed since someone saw it."""
        with self.database.reading() as session:
            club, rows = league_store.read_league(session, club_id, league_id)
        return rows.mark(club)

    def change(self, club_id: str, league_id: str, competition: Competition) -> None:
        """Rename a competition, or change its points and tie-breaks from now on.

        Its shape, its kind and the format of its matches stay as they are; raises as `create`.
        """
        with league_store.changing(self.database, club_id, league_id) as (session, league):
            before = league.competition
            changed = before._replace(
                name=competition.name,
                table=competition.table,
                order=competition.order,
                strikes_out=competition.strikes_out,
                reach=competition.reach,
                captains_substitute=competition.captains_substitute,
            )
            row = league_store.competition_row(session, club_id, league_id)
            row.kept = write_kept(changed.check())
            was, told = _facts(before), _facts(changed)
            self.note(session, (club_id, league_id), ClubEventKind.LEAGUE_CHANGED, was, told)

    def pause(
        self, club_id: str, league_id: str, pauses: Sequence[Pause], *, moves: bool = True
    ) -> None:
        """Say when nobody plays, and let rounds of which nothing was played move on.

        Raises `BadSeason`.
        """
        with league_store.changing(self.database, club_id, league_id) as (session, league):
            if len(pauses) > MOST_PAUSES:
                raise BadSeason(message("league.refused.pauses", most=MOST_PAUSES))
            changed = league.competition._replace(pauses=tuple(pauses)).check()
            league_store.competition_row(session, club_id, league_id).kept = write_kept(changed)
            was, now = _facts(league.competition), _facts(changed)
            self.note(session, (club_id, league_id), ClubEventKind.LEAGUE_CHANGED, was, now)
            if moves:
                moved = moves_of_rounds(league.fixtures, changed.form, pauses)
                for fixture in after_moves(league.fixtures, moved):
                    league_store.save_fixture(session, league, fixture)

    def save_round(
        self, club_id: str, league_id: str, paired: PairedRound, starts_at: datetime
    ) -> None:
        """Begin a round as it was paired, or the last one anew; raises `WrongEntrants`."""
        with league_store.changing(self.database, club_id, league_id) as (session, league):
            competition = league.competition
            number = next_round(competition, league.fixtures)
            if not competition.shape.is_paired or number != paired.number:
                raise WrongEntrants(message("league.refused.other-round"))
            of_round = col(FixtureRow.competition_id) == league_id, col(FixtureRow.round) == number
            session.execute(delete(FixtureRow).where(*of_round))
            before = [each.number for each in league.fixtures if each.round < number]
            pairs = enumerate(paired.check(league.entrants).pairs, max(before, default=0) + 1)
            new = [
                Fixture(at, number, Slot(home), Slot(away)).moved(starts_at)
                for at, (home, away) in pairs
            ]
            check_matches(len(before) + len(new))
            league_store.add_fixtures(session, league.id, new)
            byes = [each for each in competition.byes if each.round < number]
            byes += [Bye(number, paired.bye)] if paired.bye else []
            row = league_store.competition_row(session, club_id, league_id)
            row.kept = write_kept(competition._replace(byes=tuple(byes)))
            self.note(session, (club_id, league_id), ClubEventKind.ROUND_PAIRED)

    def challenge(self, club_id: str, league_id: str, challenger: int, challenged: int) -> int:
        """A new match on a ladder; returns its number. Raises `BadChallenge`."""
        with league_store.changing(self.database, club_id, league_id) as (session, league):
            if league.competition.shape is not Shape.LADDER:
                raise BadChallenge(message("league.refused.no-ladder"))
            fixture = challenge(
                league.competition, league.entrants, league.fixtures, challenger, challenged
            )
            check_matches(len(league.fixtures) + 1)
            league_store.add_fixtures(session, league.id, [fixture])
            return fixture.number

    def remove(self, club_id: str, league_id: str) -> None:
        """Close a competition for good; the tables of its matches stay in the club."""
        with league_store.changing(self.database, club_id, league_id) as (session, league):
            session.delete(league_store.competition_row(session, club_id, league_id))
            kind, was = ClubEventKind.LEAGUE_CLOSED, {"name": league.competition.name}
            self.note(session, (club_id, league_id), kind, was)

    @cachedmethod(
        lambda self: self._latest,
        key=lambda _self, club, rows: (rows.id, rows.mark(club)),
        lock=lambda self: self._lock,
    )
    def _counted(self, club: Club, rows: LeagueRows) -> League:
        return self.scores.counted(league_store.league_of(club, rows))


def _facts(competition: Competition) -> Facts:
    """What of a competition can be changed, as far as its history says it."""
    worths = (competition.table.win, competition.table.draw, competition.table.loss)
    days = ", ".join(f"{each.first} – {each.last}" for each in competition.pauses)[:300]
    return {
        "name": competition.name,
        "worth": " / ".join(map(describe_points, worths)),
        "pauses": days,
    }


def _title(league: League) -> LeagueTitle:
    form = league.competition.form
    matches = [each for each in league.fixtures if not league.gone_from(each)]
    decided = sum(each.state(form) in _CLOSED for each in matches)
    return LeagueTitle(league.id, league.competition, len(matches), decided)


def _latest(club: Club) -> SelectOfScalar[CompetitionRow]:
    of_club = select(CompetitionRow).where(col(CompetitionRow.club_id) == club.id)
    return of_club.order_by(col(CompetitionRow.made_at).desc(), col(CompetitionRow.id))
