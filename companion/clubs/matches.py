"""The matches of competitions: lined up, played at tables or on paper, given, put off."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select
from sqlmodel import Session

from companion.clubs.errors import NoSuchLeague, WrongTable
from companion.clubs.league import League
from companion.clubs.league_store import load_league, save_fixture
from companion.clubs.leagues import changing
from companion.clubs.match import Acceptance, Match
from companion.clubs.match_tables import add_table, header_of, home_side_of, side_of
from companion.clubs.scores import ScoreService
from companion.clubs.service import club_row
from companion.clubs.tables import ClubTable, put_in
from companion.league.entrant import EntrantKind
from companion.league.errors import MatchDecided, NoSuchBoard, NotInMatch, WrongLineup
from companion.league.fixture import Fixture, Walkover
from companion.league.lineup import Pairing, draw_lineup
from companion.league.match_format import Side
from companion.league.result import BoardResult, GameResult, Score
from companion.record.header import Header
from companion.rules.errors import Refusal
from companion.tables.club_rows import CLUB_TABLES
from companion.tables.league_rows import (
    COMPETITIONS,
    MATCH_TABLES,
    MatchCardRow,
    MatchTableRow,
)
from companion.tables.rows import TABLES, may_exist
from companion.tables.service import TableService
from companion.words import message


class NewTable(NamedTuple):
    """What the next game of a board is played by; `then` puts it in the match as it is opened."""

    header: Header
    then: Callable[[Session, str], None]


@dataclass(eq=False)
class MatchService:
    """The matches of competitions, each by the club, the competition and its number there.

    Raises `NoSuchClub`, `NoSuchLeague` or `NoSuchMatch` for what is not there. Everything that
    changes one raises `MatchDecided` after a walkover, until that is taken back.
    """

    table_service: TableService
    scores: ScoreService

    def look(self, club_id: str, league_id: str, number: int) -> Match:
        """A match as it stands."""
        with self.table_service.database.reading() as session:
            league = load_league(session, club_id, league_id)
            row = session.get(MatchCardRow, (league_id, number))
            acceptance = _acceptance(row) if row else None
        return Match(self.scores.counted(league), number, acceptance)

    def line_up(self, club_id: str, league_id: str, number: int, lineup: Sequence[Pairing]) -> None:
        """Say who plays at each board of a match of teams; raises `WrongLineup`."""
        self._change(
            club_id, league_id, number, lambda league, fixture: _lined_up(league, fixture, lineup)
        )

    def draw(
        self, club_id: str, league_id: str, number: int, home: Sequence[int], away: Sequence[int]
    ) -> None:
        """Draw by lot who plays at which board, from who came; raises `WrongLineup`.

        The same people are drawn the same way again.
        """

        def drawn(league: League, fixture: Fixture) -> Fixture:
            seed = f"{league.competition.seed}/{number}"
            lineup = draw_lineup(league.competition.form, home, away, seed)
            return _lined_up(league, fixture, lineup)

        self._change(club_id, league_id, number, drawn)

    def postpone(self, club_id: str, league_id: str, number: int) -> None:
        """Put a match off to a day that is not known yet."""
        self._change(club_id, league_id, number, lambda _, fixture: fixture.postponed())

    def move(
        self,
        club_id: str,
        league_id: str,
        number: int,
        starts_at: datetime,
        place: str | None = None,
    ) -> None:
        """Play a match on another day, by the club's clock; raises `BadPlace`."""
        self._change(club_id, league_id, number, lambda _, fixture: fixture.moved(starts_at, place))

    def give(self, club_id: str, league_id: str, number: int, walkover: Walkover | None) -> None:
        """Give a match by walkover, or let it be played after all (None)."""
        self._change(club_id, league_id, number, lambda _, fixture: fixture.given(walkover))

    def enter(
        self,
        club_id: str,
        league_id: str,
        number: int,
        board: int,
        winner: Side,
        points: Score = (0, 0),
    ) -> None:
        """Enter one more game of a board that was played without a table here.

        Raises `NotInMatch` before it is known who plays, `NoSuchBoard`, `BadScore`, `WrongTable`
        while a game goes on there, or `TooManyGames` where the leg is over.
        """

        def entered(league: League, fixture: Fixture) -> Fixture:
            _pairing(league, fixture, board)
            if any(each.winner is None for each in _games(fixture, board)):
                # It is going on at a table: only the record ends that.
                raise WrongTable(message("league.refused.game-on"))
            played = GameResult(winner, points)
            return fixture.played(league.competition.form, board, played)

        self._change(club_id, league_id, number, entered)

    def take_out(self, club_id: str, league_id: str, number: int, board: int, game: int) -> None:
        """Let a game of a board, from 1, count no more; its table stays in the club.

        Raises `NoSuchBoard` where there is none.
        """
        with changing(self.table_service, club_id, league_id) as (session, league):
            fixture = league.fixture(number)
            games = _games(fixture, board)
            if not 1 <= game <= len(games):
                raise NoSuchBoard(message("league.refused.no-such-game"))
            left = [each for at, each in enumerate(games, 1) if at != game]
            boards = tuple(
                each._replace(games=tuple(left)) if at == board else each
                for at, each in enumerate(fixture.boards, 1)
            )
            if fixture.walkover is not None:
                raise MatchDecided(message("league.refused.match-decided"))
            save_fixture(session, league, fixture._replace(boards=boards))

    def new_table(self, club_id: str, league_id: str, number: int, board: int) -> NewTable:
        """How the next game of a board is opened: the rules and seats, and where it belongs.

        `TableService.open` takes both. Raises `NotInMatch` before it is known who plays, or where
        two of them are one person by now; `then` raises `TooManyGames` where the leg is over or a
        game of it is on.
        """
        with self.table_service.database.reading() as session:
            league = load_league(session, club_id, league_id)
        fixture = league.fixture(number)
        pairing = _pairing(league, fixture, board)
        played_by = league.competition.form.boards[board - 1]
        if len({*pairing.home, *pairing.away}) < 2 * played_by.players:
            # Players who were told to be the same: nobody sits at one table twice.
            raise NotInMatch(message("league.refused.one-person", board=board))
        seats = pairing.seats
        header = header_of(league.club, played_by, seats)
        # It is refused before anything is opened.
        fixture.played(league.competition.form, board, GameResult(None, table="new"))

        def then(session: Session, table_id: str) -> None:
            league = _held(session, club_id, league_id)
            put_in(session, club_id, table_id, header.players, seats)
            add_table(session, league, number, board, table_id, home_side=0)

        return NewTable(header, then)

    def count_table(
        self, club_id: str, league_id: str, number: int, board: int, table_id: str
    ) -> None:
        """Let a table of the club be the next game of a board, where the same people sit.

        Raises `WrongTable` for any other table, and as `new_table`.
        """
        with self.table_service.database.writing() as session:
            if may_exist(table_id):
                # The table before its club, as where one is opened: so nobody waits in a circle.
                held = select(TABLES.c.id).where(TABLES.c.id == table_id).with_for_update()
                session.connection().execute(held)
            league = _held(session, club_id, league_id)
            fixture = league.fixture(number)
            pairing = _pairing(league, fixture, board)
            home_side = home_side_of(session, league, table_id, pairing)
            add_table(session, league, number, board, table_id, home_side=home_side)

    def goes_on(self, before: str) -> Callable[[Session, str], None]:
        """What lets the table that is played after another one be the next game of its board.

        The same people sit in the same order; where the leg is over it is a friendly game. It is
        called in the transaction that opens it, once it belongs to the club.
        """

        def put(session: Session, table_id: str) -> None:
            row = session.get(MatchTableRow, before)
            club_id = session.connection().scalar(
                select(CLUB_TABLES.c.club_id).where(CLUB_TABLES.c.table_id == table_id)
            )
            if row is None or club_id is None:
                return
            try:
                league = _held(session, club_id, row.competition_id)
                add_table(
                    session, league, row.fixture, row.board, table_id, home_side=row.home_side
                )
            except (NoSuchLeague, Refusal):
                # The leg is over, or the match was given: nothing of it was written.
                return

        return put

    def could_count(
        self, match: Match, tables: Sequence[ClubTable]
    ) -> tuple[tuple[int, ClubTable], ...]:
        """Of these tables of the club, those that could be a game of the match, by the board."""
        some = MATCH_TABLES.c.table_id.in_([table.id for table in tables])
        query = (
            select(MATCH_TABLES.c.table_id)
            .join(COMPETITIONS, COMPETITIONS.c.id == MATCH_TABLES.c.competition_id)
            .where(some, COMPETITIONS.c.club_id == match.league.club.id)
        )
        with self.table_service.database.snapshot() as connection:
            taken = {*connection.scalars(query)}
        score = match.score
        return tuple(
            (number, table)
            for number, pairing in enumerate(match.fixture.lineup, 1)
            if match.fixture.walkover is None and not score.boards[number - 1].is_over
            for table in tables
            if table.id not in taken and side_of(table.people, pairing) is not None
        )

    def match_of(self, table_id: str) -> tuple[str, int] | None:
        """The competition and the number of the match that a table is a game of, if it is."""
        query = (
            select(MATCH_TABLES.c.competition_id, MATCH_TABLES.c.fixture)
            .join(COMPETITIONS, COMPETITIONS.c.id == MATCH_TABLES.c.competition_id)
            .join(CLUB_TABLES, CLUB_TABLES.c.table_id == MATCH_TABLES.c.table_id)
            # A table that was taken into another club counts in no match here.
            .where(CLUB_TABLES.c.club_id == COMPETITIONS.c.club_id)
        )
        with self.table_service.database.snapshot() as connection:
            row = connection.execute(query.where(MATCH_TABLES.c.table_id == table_id)).first()
        return (row.competition_id, row.fixture) if row else None

    def _change(
        self,
        club_id: str,
        league_id: str,
        number: int,
        made: Callable[[League, Fixture], Fixture],
    ) -> None:
        with changing(self.table_service, club_id, league_id) as (session, league):
            save_fixture(session, league, made(league, league.fixture(number)))


def _held(session: Session, club_id: str, league_id: str) -> League:
    """A competition as it stands, its club held by this transaction until the end."""
    club_row(session, club_id, for_update=True)
    return load_league(session, club_id, league_id)


def _lined_up(league: League, fixture: Fixture, lineup: Sequence[Pairing]) -> Fixture:
    if league.competition.kind is not EntrantKind.TEAM:
        raise WrongLineup(message("league.refused.lineup-of-teams"))
    home, away = league.squads(fixture.number)
    persons = [
        Pairing(*(tuple(map(league.club.person, side)) for side in pairing)) for pairing in lineup
    ]
    return fixture.lined_up(league.competition.form, home, away, persons)


def _pairing(league: League, fixture: Fixture, board: int) -> Pairing:
    """Who meets at a board; raises `NoSuchBoard`, `NotInMatch` or `MatchDecided`."""
    count = len(league.competition.form.boards)
    if not 1 <= board <= count:
        raise NoSuchBoard(message("league.refused.no-such-board", count=count))
    if fixture.walkover is not None:
        raise MatchDecided(message("league.refused.match-decided"))
    if board > len(fixture.lineup):
        raise NotInMatch(message("league.refused.no-lineup"))
    pairing = fixture.lineup[board - 1]
    if not (pairing.home and pairing.away):
        raise NotInMatch(message("league.refused.board-given", board=board))
    return pairing


def _games(fixture: Fixture, board: int) -> tuple[GameResult, ...]:
    in_bounds = 1 <= board <= len(fixture.boards)
    return (fixture.boards[board - 1] if in_bounds else BoardResult()).games


def _acceptance(row: MatchCardRow) -> Acceptance:
    return Acceptance(
        row.fingerprint, row.proposed_by, row.proposed_at, row.accepted_by, row.accepted_at
    )
