"""The tables of matches: opened, counted and continued as the games of their boards."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import update
from sqlmodel import Session, col, select

from companion.clubs.club import Club
from companion.clubs.club_history import By, ClubEventKind, HistoryKeeper
from companion.clubs.club_tables import ClubTable, put_in
from companion.clubs.errors import NoSuchLeague, OnlyManagers, WrongTable
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.league_store import held_league, league_of, read_league, save_fixture
from companion.clubs.leagues.match_card_service import Where, check_unlocked
from companion.clubs.table_moves import match_of
from companion.db.club_models import ClubTableRow
from companion.db.league_models import CompetitionRow, MatchTableRow
from companion.db.table_models import TableRow, may_exist
from companion.i18n import message
from companion.league.errors import MatchDecided, NoSuchBoard, NotInMatch
from companion.league.fixture import Fixture
from companion.league.lineup import Pairing
from companion.league.match_facts import match_facts
from companion.league.match_format import MatchBoard
from companion.league.match_result import GameResult
from companion.record.header import Header
from companion.rules.errors import Refusal
from companion.rules.games import game_named
from companion.rules.preset import Partners
from companion.tables.table_service import TableService


class NewTable(NamedTuple):
    """The header of the next game of a board; `then` adds it to the match as it is opened."""

    header: Header
    then: Callable[[Session, str], None]


@dataclass(eq=False)
class MatchTableService(HistoryKeeper):
    """The tables of matches; raises as `MatchService`."""

    table_service: TableService

    def new_table(self, where: Where, board: int) -> NewTable:
        """How the next game of a board is opened: the rules and seats, and where it belongs.

        `TableService.open` takes both. Raises `NotInMatch` before it is known who plays, or if two
        of them have been merged. `then` raises `TooManyGames` if the leg is over or a game of it is
        on.
        """
        club_id, _, number = where
        with self.table_service.database.reading() as session:
            league = league_of(*read_league(session, *where))
        header, _ = table_of(league, number, board)
        # It is refused before anything is opened.
        fixture = league.fixture(number)
        fixture.played(league.competition.form, board, GameResult(None, table="new"))

        def then(session: Session, table_id: str) -> None:
            league = held_league(session, *where)
            # The people and names of this moment: one may have been removed since it was read.
            header, seats = table_of(league, number, board)
            named = update(TableRow).where(col(TableRow.id) == table_id)
            session.execute(named.values(header=str(header)))
            put_in(session, club_id, table_id, header.players, seats)
            add_table(session, league, number, board, table_id, self.who, home_side=0)

        return NewTable(header, then)

    def count_table(self, where: Where, board: int, table_id: str) -> None:
        """Make a table of the club the next game of a board, if the same people sit there.

        Raises `WrongTable` for any other table, and as `new_table`.
        """
        with self.table_service.database.writing() as session:
            if may_exist(table_id):
                # The table is locked before its club, as always: so there is no deadlock.
                session.exec(select(TableRow.id).where(TableRow.id == table_id).with_for_update())
            league = held_league(session, *where)
            fixture = league.fixture(where[2])
            pairing = pairing_at(league, fixture, board)
            home_side = home_side_of(session, league, table_id, pairing)
            place = fixture.number, board, table_id
            add_table(session, league, *place, self.who, home_side=home_side)
            session.flush()
            now = match_facts(held_league(session, *where).fixture(fixture.number))
            self.note(session, where, ClubEventKind.COUNTED, match_facts(fixture), now)

    def goes_on(self, before: str) -> Callable[[Session, str], None]:
        """A step that makes the next table the next game of its board.

        The same people sit in the same order; once the leg is over it is a friendly game. The step
        runs in the transaction that opens the table, after the table has joined the club.
        """

        def put(session: Session, table_id: str) -> None:
            row, of_club = session.get(MatchTableRow, before), session.get(ClubTableRow, table_id)
            if row is None or of_club is None:
                return
            try:
                league = held_league(session, of_club.club_id, row.competition_id, row.fixture)
                place = row.fixture, row.board, table_id
                add_table(session, league, *place, self.who, home_side=row.home_side)
            except (NoSuchLeague, OnlyManagers, Refusal):
                # The leg is over, the match is locked or was given: nothing of it was written.
                return

        return put

    def could_count(
        self, match: Match, tables: Sequence[ClubTable]
    ) -> tuple[tuple[int, ClubTable], ...]:
        """Those of these tables of the club that could be a game of the match, by the board."""
        score, friendly = match.score, self.friendly(match.league.club, tables)
        return tuple(
            (number, table)
            for number, pairing in enumerate(match.fixture.lineup, 1)
            if match.fixture.walkover is None and not score.boards[number - 1].is_over
            for table in friendly
            if side_of(table.people, pairing) is not None
        )

    def friendly(self, club: Club, tables: Sequence[ClubTable]) -> tuple[ClubTable, ...]:
        """Those of these tables of a club that are a game of none of its matches."""
        with self.table_service.database.reading() as session:
            taken = _taken(session, club.id, [table.id for table in tables])
        return tuple(table for table in tables if table.id not in taken)

    def match_of(self, table_id: str) -> tuple[str, int] | None:
        """The competition and match number of a table, if it is a game of a match."""
        with self.table_service.database.reading() as session:
            return match_of(session, table_id)


def pairing_at(league: League, fixture: Fixture, board: int) -> Pairing:
    """Who plays at a board; raises `NoSuchBoard`, `NotInMatch` or `MatchDecided`."""
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


def table_of(league: League, number: int, board: int) -> tuple[Header, tuple[int, ...]]:
    """The record's header of a game at a board, and who sits at each seat.

    Raises as `pairing_at`, and `NotInMatch` if two of them have been merged.
    """
    pairing = pairing_at(league, league.fixture(number), board)
    played_by = league.competition.form.boards[board - 1]
    if len({*pairing.home, *pairing.away}) < 2 * played_by.players:
        # Players who were merged: nobody sits at one table twice.
        raise NotInMatch(message("league.refused.one-person", board=board))
    return header_of(league.club, played_by, pairing.seats), pairing.seats


def header_of(club: Club, board: MatchBoard, seats: Sequence[int]) -> Header:
    """The record's header of a game at a board."""
    is_optional = game_named(board.game).partners is Partners.OPTIONAL
    partners = True if board.players == 2 and is_optional else None
    names = tuple(club.called(number) for number in seats)
    header = Header(board.game, names, partners, board.changes)
    header.start()
    return header


def add_table(
    session: Session,
    league: League,
    number: int,
    board: int,
    table_id: str,
    by: By,
    *,
    home_side: int,
) -> None:
    """Make a table the next game of a board, within a transaction that has locked the club."""
    check_unlocked(session, (league.club.id, league.id, number), by)
    fixture = league.fixture(number)
    game = GameResult(None, table=table_id)
    changed = fixture.played(league.competition.form, board, game)
    row = MatchTableRow(
        table_id=table_id,
        competition_id=league.id,
        fixture=number,
        board=board,
        home_side=home_side,
    )
    # It may have been a game of another club, which released it.
    session.merge(row)
    save_fixture(session, league, changed)


def home_side_of(session: Session, league: League, table_id: str, pairing: Pairing) -> int:
    """The side of a table of the club that plays for the home side; raises `WrongTable`."""
    if not may_exist(table_id):
        raise WrongTable(message("league.refused.table-of-others"))
    if _taken(session, league.club.id, [table_id]):
        raise WrongTable(message("league.refused.table-taken"))
    row = session.get(ClubTableRow, table_id)
    seats = row.seats if row and row.club_id == league.club.id else ()
    side = side_of([*map(league.club.person, seats)], pairing)
    if side is None:
        raise WrongTable(message("league.refused.table-of-others"))
    return side


def _taken(session: Session, club_id: str, table_ids: Collection[str]) -> set[str]:
    """Those of these tables that are a game of a match of the club."""
    taken = select(MatchTableRow.table_id).where(
        MatchTableRow.competition_id == CompetitionRow.id,
        CompetitionRow.club_id == club_id,
        col(MatchTableRow.table_id).in_(table_ids),
    )
    return {*session.exec(taken)}


def side_of(people: Sequence[int], pairing: Pairing) -> int | None:
    """The side of a table that is the home side of a board; None if others sit there."""
    sides = {*people[::2]}, {*people[1::2]}
    wanted = {*pairing.home}, {*pairing.away}
    if not all(wanted) or len(people) != sum(map(len, wanted)):
        return None
    if sides == wanted:
        return 0
    return 1 if sides == wanted[::-1] else None
