"""The tables of a club: started there, added later, released; who sits at which seat."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import update
from sqlmodel import Session, col, select

from companion.clubs.club import Club
from companion.clubs.club_history import ClubEventKind, Facts, HistoryKeeper
from companion.clubs.club_service import club_row, load_club
from companion.clubs.errors import WrongSeats
from companion.clubs.player_service import add_players
from companion.clubs.table_moves import leave_club, play_on
from companion.clubs.table_rights import name_phones
from companion.db.club_models import ClubTableRow
from companion.db.table_models import TableRow
from companion.i18n import message
from companion.record.header import Header
from companion.stats.evening import clock_of
from companion.tables.play_again import LONGEST_DAY, winners_of_day
from companion.tables.stored_statements import stored_header
from companion.tables.table_loader import find
from companion.tables.table_service import TableService
from companion.tables.table_state import TableState
from companion.tables.table_writer import delete_rows

_JOINED = select(TableRow, ClubTableRow).join(ClubTableRow)
#: For a seat: someone new to the club, with the name from the record.
NEW = None


class ClubTable(NamedTuple):
    """A table of a club: its record's header, who sits at each seat, and how far it has come."""

    id: str
    header: Header
    #: The number of the person at each seat.
    people: tuple[int, ...]
    version: int
    created_at: datetime
    changed_at: datetime
    #: The side that won; None if no side has yet.
    winner: int | None

    @property
    def is_over(self) -> bool:
        """Whether the game was won."""
        return self.winner is not None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The people of each side."""
        return tuple(
            tuple(self.people[seat] for seat in seats) for seats in self.header.seating.sides
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The people of the side that won; empty if no side has."""
        return () if self.winner is None else self.sides[self.winner]


@dataclass(eq=False)
class ClubTableService(HistoryKeeper):
    """The tables of clubs. A club that doesn't exist raises `NoSuchClub`."""

    table_service: TableService

    def __post_init__(self) -> None:
        self.database = self.table_service.database

    def latest(self, club: Club, most: int, skipped: int = 0) -> tuple[ClubTable, ...]:
        """So many tables of a club, the one opened last first, after skipping so many."""
        of_club = _JOINED.where(ClubTableRow.club_id == club.id)
        latest = of_club.order_by(col(TableRow.created_at).desc(), col(TableRow.id).desc())
        with self.database.reading() as session:
            rows = session.exec(latest.limit(most).offset(skipped)).all()
        return tuple(_table(club, *row) for row in rows)

    def winners_of_day(self, state: TableState) -> dict[str, tuple[str, ...]]:
        """Who of a table's people won each of their games on its day, this one included, by table.

        In a club these are its own games, known by who sits there; elsewhere they go by name.
        """
        with self.database.reading() as session:
            own = session.exec(_JOINED.where(TableRow.id == state.id)).first()
            if own is None:
                zone = clock_of(state.table_options.zone)
                return winners_of_day(self.table_service, state, zone)
            club, at = load_club(session, own[1].club_id), state.opened_at
            near = col(TableRow.created_at).between(at - LONGEST_DAY, at + LONGEST_DAY)
            of_club = _JOINED.where(ClubTableRow.club_id == club.id, TableRow.hand > 0, near)
            tables = [_table(club, *row) for row in session.exec(of_club)]
        # As the record has them: whoever is at this table need not know the club.
        called = dict(zip(_table(club, *own).people, state.header.players, strict=True))
        return {
            table.id: tuple(called[each] for each in table.winners if each in called)
            for table in tables
            if {*table.people} & {*called} and club.day_of(table.created_at) == club.day_of(at)
        }

    def club_of(self, table_id: str) -> str | None:
        """The id of the club that a table belongs to; None for a table outside clubs."""
        with self.database.reading() as session:
            row = session.get(ClubTableRow, table_id)
        return row.club_id if row else None

    def people_of(self, table_id: str) -> tuple[str, tuple[int, ...]] | None:
        """The id of a table's club, and the person at each seat; None for a table outside clubs."""
        with self.database.reading() as session:
            row = session.get(ClubTableRow, table_id)
            if row is None:
                return None
            club = load_club(session, row.club_id)
        return club.id, tuple(map(club.person, row.seats))

    def take_in(
        self,
        club_id: str,
        table_id: str,
        seats: Sequence[int | None],
        *,
        leaves: str | None = None,
        day: str = "",
    ) -> None:
        """Add a table to a club, with a player of the club at each seat, or `NEW`.

        It was played on `day`, if a form has one. A table of another club is only moved if it
        `leaves` that one. Raises `WrongTable` if it doesn't, or if it counts in a match there.
        Raises `NoSuchTable`, `BadDay`, `WrongSeats`, or `WrongPlayers` or `ClubFull` for someone
        new.
        """
        with self.database.writing() as session:
            # The table is locked before its club, as when one is opened: so there is no deadlock.
            find(session.connection(), table_id, holds=True)
            for each in sorted({club_id, leaves or club_id}):
                club_row(session, each, for_update=True)
            before = session.get(ClubTableRow, table_id)
            is_moved = before is not None and before.club_id != club_id
            if before is not None and is_moved:
                leave_club(self, session, before, leaves)
            header = session.exec(select(TableRow.header).where(TableRow.id == table_id)).one()
            put_in(session, club_id, table_id, stored_header(header).players, seats)
            if is_moved:
                told = {"players": session.get_one(ClubTableRow, table_id).seats}
                self.note(session, (club_id, ""), ClubEventKind.TABLE_MOVED, now=told)
            if day:
                play_on(self, session, load_club(session, club_id), table_id, day)

    def goes_on(self, before: str) -> Callable[[Session, str], None]:
        """A step that puts the next table into the club of the one before it.

        The same people sit in the same order. It runs in the transaction that opens the table.
        """

        def put(session: Session, table_id: str) -> None:
            row = session.get(ClubTableRow, before)
            if row is None:
                return
            club_row(session, row.club_id, for_update=True)
            session.add(ClubTableRow(table_id=table_id, club_id=row.club_id, seats=row.seats))
            name_phones(session, row.club_id, table_id)
            # By the names of this moment: one may have been removed since it was read.
            named = session.exec(select(TableRow.header).where(TableRow.id == before)).one()
            of_next = update(TableRow).where(col(TableRow.id) == table_id)
            session.execute(of_next.values(header=named))

        return put

    def starts(
        self, club_id: str, names: Sequence[str], *, adds_players: bool
    ) -> Callable[[Session, str], None]:
        """A step that puts a new table into a club, run in the transaction that opens it.

        At each seat sits the person with that name in the club, or someone new to it. If nobody may
        be added, a table with someone new stays outside. The step raises as `take_in` does.
        """

        def put(session: Session, table_id: str) -> None:
            club_row(session, club_id, for_update=True)
            seats = suggested_seats(load_club(session, club_id), names)
            if adds_players or NEW not in seats:
                put_in(session, club_id, table_id, names, seats)

        return put

    def delete(self, table_id: str) -> None:
        """Delete a table for good, which its club remembers; raises `NoSuchTable`."""
        with self.database.writing() as session:
            connection = session.connection()
            find(connection, table_id, holds=True)
            if (row := session.get(ClubTableRow, table_id)) is not None:
                club_row(session, row.club_id, for_update=True)
                at = session.get_one(TableRow, table_id).created_at
                day = load_club(session, row.club_id).day_of(at).isoformat()
                was: Facts = {"players": row.seats, "played": day}
                self.note(session, (row.club_id, ""), ClubEventKind.TABLE_DELETED, was)
            delete_rows(connection, table_id)

    def let_go(self, club_id: str, table_id: str) -> None:
        """Take a table out of its club; its record stays as it is.

        Raises `NoSuchTable` or `NoSuchClub`, or `WrongTable` if it isn't that club's, or counts in
        a match there.
        """
        with self.database.writing() as session:
            find(session.connection(), table_id, holds=True)
            club_row(session, club_id, for_update=True)
            if (row := session.get(ClubTableRow, table_id)) is not None:
                leave_club(self, session, row, club_id)
                session.delete(row)


def _table(club: Club, row: TableRow, of_club: ClubTableRow) -> ClubTable:
    return ClubTable(
        row.id,
        stored_header(row.header),
        tuple(map(club.person, of_club.seats)),
        row.version,
        row.created_at,
        row.changed_at,
        row.winner,
    )


def suggested_seats(club: Club, names: Sequence[str]) -> tuple[int | None, ...]:
    """Who sits at each seat, by what they are called, each person once; else `NEW`."""
    found: list[int | None] = []
    for name in names:
        known = (number for number in club.known_as(name) if number not in found)
        found.append(next(known, NEW))
    return tuple(found)


def put_in(
    session: Session, club_id: str, table_id: str, names: Sequence[str], seats: Sequence[int | None]
) -> None:
    """Add a table to a club within a transaction that has locked both."""
    if len(seats) != len(names):
        raise WrongSeats(message("club.refused.seats"))
    new = [name for name, number in zip(names, seats, strict=True) if number is NEW]
    added = iter(add_players(session, club_id, new)) if new else iter(())
    numbers = [next(added) if number is NEW else number for number in seats]
    club = load_club(session, club_id)
    if len({club.person(number) for number in numbers}) < len(numbers):
        raise WrongSeats(message("club.refused.seats"))
    session.merge(ClubTableRow(table_id=table_id, club_id=club_id, seats=tuple(numbers)))
    name_phones(session, club_id, table_id)
    session.flush()
