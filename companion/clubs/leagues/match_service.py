"""The matches of competitions: lined up, played at tables or on paper, given, postponed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlmodel import Session

from companion.clubs.club import Club
from companion.clubs.club_history import ClubEventKind, Facts, HistoryKeeper
from companion.clubs.errors import WrongTable
from companion.clubs.leagues import league_store
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.entrant_input import NewEntrant, add_new, entrant_of
from companion.clubs.leagues.league_loader import LeagueRows
from companion.clubs.leagues.match_card_service import Where, check_may_move, check_unlocked
from companion.clubs.leagues.match_scores import ScoreService
from companion.clubs.leagues.match_table_service import pairing_at
from companion.db.league_models import MatchCardRow
from companion.i18n import message
from companion.league.competition import EntrantKind
from companion.league.errors import MatchDecided, NotInMatch, WrongEntrants, WrongLineup
from companion.league.fixture import Fixture, Walkover
from companion.league.lineup import Pairing, draw_lineup
from companion.league.match_facts import match_facts, result_facts
from companion.league.match_format import Side
from companion.league.match_result import GameResult, Score
from companion.tables.table_service import TableService

_Change = Callable[[League, Fixture], Fixture]


@dataclass(eq=False)
class MatchService(HistoryKeeper):
    """The matches of competitions, each by the club, the competition and its number there.

    Raises `NoSuchClub`, `NoSuchLeague` or `NoSuchMatch` for what doesn't exist. Every change raises
    `MatchDecided` after a walkover, until the walkover is undone.
    """

    table_service: TableService
    scores: ScoreService

    def look(self, where: Where) -> Match:
        """A match as it is now."""
        league = league_store.league_of(*self._read(where))
        return Match(self.scores.counted(league), where[2])

    def mark(self, where: Where) -> str:
        """A mark that tells whether a match has changed since someone saw it."""
        club, rows = self._read(where)
        return rows.mark(club)

    def line_up(self, where: Where, lineup: Sequence[Pairing]) -> None:
        """Say who plays at each board of a match of teams; raises `WrongLineup`."""
        self._change(where, ClubEventKind.LINED_UP, partial(_lined_up, lineup=lineup))

    def draw(self, where: Where, home: Sequence[int], away: Sequence[int]) -> None:
        """Pick at random who plays at which board, from those who came; raises `WrongLineup`.

        For the same people the draw is the same again.
        """

        def drawn(league: League, fixture: Fixture) -> Fixture:
            seed = league.seed_of(fixture.number)
            lineup = draw_lineup(league.competition.form, home, away, seed)
            return _lined_up(league, fixture, lineup)

        self._change(where, ClubEventKind.LINED_UP, drawn)

    def step_in(
        self, where: Where, side: Side, player: int | str, place: tuple[int, int] | None = None
    ) -> None:
        """Let someone play who isn't on a team's list, all or nothing.

        The place is a board, from 1, and a player there, from 0, if there is a lineup already.
        Raises `WrongLineup`, and as `add_substitute`.
        """
        number, kind = where[2], ClubEventKind.LINED_UP
        with league_store.changing(self.table_service.database, *where) as (session, league):
            team = league.opponents[number][side] or 0
            person = add_substitute(session, league, team, player, self)
            if place is not None:
                board, at = place
                lineup = [*league.fixture(number).lineup]
                lineup[board - 1] = lineup[board - 1].with_player(side, at, person)
                # The club and the team have someone more by now.
                joined = league_store.held_league(session, *where)
                self._save(session, joined, where, kind, partial(_lined_up, lineup=lineup))

    def postpone(self, where: Where) -> None:
        """Postpone a match to a day that is not known yet."""
        self._change(where, ClubEventKind.POSTPONED, lambda _, each: each.postponed())

    def move(self, where: Where, starts_at: datetime, place: str | None = None) -> None:
        """Play a match on another day, by the club's clock; raises `BadPlace`."""
        self._change(where, ClubEventKind.MOVED, lambda _, each: each.moved(starts_at, place))

    def give(self, where: Where, walkover: Walkover | None) -> None:
        """Give a match by walkover, or let it be played after all (None)."""
        self._change(where, ClubEventKind.WALKOVER, lambda _, each: each.given(walkover))

    def let_stand(self, where: Where, *, stands: bool) -> None:
        """Let those who played a match on hold go through after all, or no longer so."""
        self._change(where, ClubEventKind.LET_THROUGH, lambda _, each: each.let_stand(stands))

    def play_again(self, where: Where) -> None:
        """Set the result of a match on hold aside: those who are through now play it."""
        self._change(where, ClubEventKind.SET_ASIDE, lambda _, each: each.given(None))

    def enter_card(
        self,
        where: Where,
        games: Sequence[tuple[int, GameResult]],
        result: Score | None = None,
        lineup: Sequence[Pairing] = (),
    ) -> None:
        """Enter games of boards from paper, all or nothing; or only the result of the match.

        Raises `NotInMatch` before it is known who plays, `WrongTable` while a game is on there, or
        `TooManyGames` if the leg is over. Also `NoSuchBoard`, `BadScore` and `WrongLineup`.
        """

        def entered(league: League, fixture: Fixture) -> Fixture:
            form = league.competition.form
            if None in league.opponents[fixture.number]:
                raise NotInMatch(message("league.waits"))
            if fixture.has_no_boards:
                fixture = fixture._replace(boards=())
            if lineup:
                fixture = _lined_up(league, fixture, lineup)
            for board, game in games:
                pairing_at(league, fixture, board)
                if any(each.winner is None for each in fixture.games(board)):
                    # It is being played at a table: only the record can end that.
                    raise WrongTable(message("league.refused.game-on"))
                fixture = fixture.played(form, board, game)
            return fixture.entered(form, result) if result else fixture

        self._change(where, ClubEventKind.ENTERED, entered)

    def take_out(self, where: Where, board: int, game: int) -> None:
        """Stop counting a game of a board, from 1; its table stays in the club.

        Raises `NoSuchBoard` if there is none.
        """
        kind = ClubEventKind.TAKEN_OUT
        self._change(where, kind, lambda _, each: each.without_game(board, game))

    def _read(self, where: Where) -> tuple[Club, LeagueRows]:
        with self.table_service.database.reading() as session:
            return league_store.read_league(session, *where)

    def _change(self, where: Where, kind: ClubEventKind, made: _Change) -> None:
        with league_store.changing(self.table_service.database, *where) as (session, found):
            self._save(session, found, where, kind, made)

    def _save(
        self, session: Session, found: League, where: Where, kind: ClubEventKind, made: _Change
    ) -> None:
        # With the points of its tables: what it was is told by them.
        league = self.scores.counted(found)
        before = league.fixture(where[2])
        after = made(league, before)
        if before.is_on_hold and not after.stands:
            # The card was of those who aren't through.
            if (card := session.get(MatchCardRow, where[1:])) is not None:
                session.delete(card)
        elif result_facts(before) != result_facts(after):
            check_unlocked(session, where, self.who)
        elif kind in (ClubEventKind.MOVED, ClubEventKind.POSTPONED):
            check_may_move(session, where, self.who)
        league_store.save_fixture(session, league, after)
        now = match_facts(after)
        if after.stands and not before.stands:
            through = {*after.by} - {*league.opponents[where[2]], 0}
            now["entrant"] = ", ".join(str(league.names[each]) for each in sorted(through))
        if before != after:
            self.note(session, where, kind, match_facts(before), now)


def _lined_up(league: League, fixture: Fixture, lineup: Sequence[Pairing]) -> Fixture:
    if league.competition.kind is not EntrantKind.TEAM:
        raise WrongLineup(message("league.refused.lineup-of-teams"))
    if fixture.has_no_boards:
        raise MatchDecided(message("league.refused.no-boards"))
    home, away = league.squads(fixture.number)
    persons = [
        Pairing(*(tuple(map(league.club.person, side)) for side in pairing)) for pairing in lineup
    ]
    return fixture.lined_up(league.competition.form, home, away, persons, league.club.called)


def add_substitute(
    session: Session, league: League, number: int, player: int | str, keeper: HistoryKeeper
) -> int:
    """Let someone play for a team, within a transaction that has locked the club; their number.

    A new name joins the club. Raises `WrongEntrants` if it is no team, or if they are on the list
    of another one, and what `Entrant.check` refuses.
    """
    team = league.entrant(number)
    if team is None or team.kind is not EntrantKind.TEAM:
        raise WrongEntrants(message("league.refused.no-team"))
    club, (known,) = add_new(session, league.club, [NewEntrant((player,))])
    (person,) = entrant_of(club, team.kind, number, known._replace(name=team.name)).players
    for other in league.entrants:
        if other.number != number and not other.has_left and person in other.players:
            name = club.called(person)
            raise WrongEntrants(message("league.refused.plays-for", name=name, team=other.name))
    if person not in team.may_play:
        changed = team._replace(substitutes=(*team.substitutes, person)).check()
        league_store.save_entrant(session, club, league.id, changed)
        was: Facts = {"squad": team.may_play}
        told: Facts = {"entrant": number, "squad": changed.may_play}
        keeper.note(session, (club.id, league.id), ClubEventKind.TEAM_CHANGED, was, told)
    return person
