"""The people of a phone without a server: one club of its own, made of the names at its tables."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from sqlmodel import Session, col, select

from companion.clubs.club import Club
from companion.clubs.club_service import load_club
from companion.clubs.club_tables import NEW, put_in, suggested_seats
from companion.clubs.errors import ClubFull
from companion.db.club_models import ClubMemberRow, ClubPlayerRow, ClubRole, ClubRow, ClubTableRow
from companion.db.database import Database
from companion.db.table_models import TableRow
from companion.i18n import message
from companion.rules.settings import SEATS
from companion.tables.stored_statements import stored_header

#: The id of that club, in the addresses of its pages. No server gives such an id.
PHONE = "people"
#: So many tables are seated at once, and the rest the next time.
_MOST_AT_ONCE = 500


def gather_people(
    database: Database, device: str, *, zone: Callable[[], str], now: datetime
) -> None:
    """Let every table on the phone belong to its club, each seat to the person with that name.

    It is called before a page of the club is made, never at a tap. A table counts once everyone
    there has a name and something was entered. If names changed at a table, so do its seats.
    Whoever sits nowhere is gone.
    """
    with database.writing() as session:
        if session.get(ClubRow, PHONE) is None:
            name = str(message("club.of-phone"))
            session.add(ClubRow(id=PHONE, opened_at=now, name=name, zone=zone()))
            session.flush()
        if session.get(ClubMemberRow, (PHONE, device)) is None:
            role = ClubRole.MANAGER.value
            session.add(ClubMemberRow(club_id=PHONE, device=device, role=role, since=now))
        seated = _seat_all(session)
        club = load_club(session, PHONE)
        for player in club.players:
            if club.person(player.number) not in seated:
                session.delete(session.get_one(ClubPlayerRow, (PHONE, player.number)))


def _seat_all(session: Session) -> set[int]:
    """Seat everyone, at the latest tables first; returns the persons who sit somewhere."""
    club, seated, changed = load_club(session, PHONE), set[int](), 0
    columns = select(TableRow.id, TableRow.header, ClubTableRow.seats).outerjoin(ClubTableRow)
    # Where nothing was entered, nobody played.
    touched = columns.where(TableRow.version > 1)
    latest = touched.order_by(col(TableRow.created_at).desc(), col(TableRow.id))
    nobodies = {str(message("new.stand-in", number=seat + 1)) for seat in range(max(SEATS))}
    for table_id, header, before in session.exec(latest).all():
        names, seats = stored_header(header).players, before
        is_right = not nobodies.isdisjoint(names) or _sit_there(club, seats, names)
        if not is_right and changed < _MOST_AT_ONCE:
            changed += 1
            # A thousand people are enough for one phone.
            with suppress(ClubFull):
                club, seats = _seat(session, club, table_id, names)
        seated.update(map(club.person, seats))
    return seated


def _sit_there(club: Club, seats: Sequence[int], names: Sequence[str]) -> bool:
    """Whether the person at each seat is known by the name that is there."""
    return len(seats) == len(names) and all(
        club.person(number) in club.known_as(name)
        for number, name in zip(seats, names, strict=True)
    )


def _seat(
    session: Session, club: Club, table_id: str, names: Sequence[str]
) -> tuple[Club, Sequence[int]]:
    """Seat the people of a table, some of them new; returns the club as it is then, and them."""
    seats = suggested_seats(club, names)
    if NEW in seats:
        put_in(session, club.id, table_id, names, seats)
        club = load_club(session, club.id)
    known = [number for number in suggested_seats(club, names) if number is not NEW]
    session.merge(ClubTableRow(table_id=table_id, club_id=club.id, seats=tuple(known)))
    return club, known
