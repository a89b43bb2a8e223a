"""Clubs: opened, shown, changed as a whole, and closed."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from sqlalchemy import delete
from sqlmodel import Session, col, select

from companion.clubs.club import Club, ClubMember, ClubVisit, Player
from companion.clubs.club_history import ClubEventKind, Facts, HistoryKeeper
from companion.clubs.errors import BadClub, NoSuchClub, RemovedFromClub
from companion.db.club_models import ClubMemberRow, ClubPlayerRow, ClubRemovedRow, ClubRole, ClubRow
from companion.db.database import Database
from companion.db.table_models import may_exist
from companion.i18n import message
from companion.rules.player_names import first_unseen

LONGEST_CLUB_NAME = 48
#: So long any manager can keep a club that is being closed.
_UNTIL_CLOSED = timedelta(days=7)
#: The time zone of a club that has not named one.
NOWHERE = "UTC"


class ClubTitle(NamedTuple):
    """A club by its name, what a phone may do there, and whose storms it shows."""

    id: str
    name: str
    role: ClubRole
    storms_of: str | None = None


@dataclass(eq=False)
class ClubService(HistoryKeeper):
    """Where clubs are kept; an id without a club raises `NoSuchClub`.

    `token` gives unguessable ids.
    """

    database: Database
    token: Callable[[], str] = lambda: secrets.token_urlsafe(12).replace("-", "_")

    def open(self, name: str, device: str, *, zone: str = NOWHERE) -> str:
        """A new club with this phone as its manager; returns its id. Raises `BadClub`."""
        check_club_name(name)
        club_id, now = self.token(), self.now()
        zone = zone if is_zone(zone) else NOWHERE
        with self.database.writing() as session:
            row = ClubRow(id=club_id, opened_at=now, name=name, zone=zone, founder=device)
            session.add(row)
            session.flush()
            role = ClubRole.MANAGER.value
            session.add(ClubMemberRow(club_id=club_id, device=device, role=role, since=now))
        return club_id

    def look(self, club_id: str) -> Club:
        """The club as it is now."""
        with self.database.reading() as session:
            club = load_club(session, club_id)
        if club.closes_at is not None and club.closes_at <= self.now():
            self.close_due()
            raise NoSuchClub(club_id)
        return club

    def visit(self, club_id: str, device: str) -> ClubVisit:
        """The club, as a phone sees it; to a phone that never joined it doesn't exist.

        Raises `RemovedFromClub` for a phone that was removed.
        """
        club = self.look(club_id)
        own = club.seen_by(device) if device else None
        if own is None:
            with self.database.reading() as session:
                check_not_removed(session, club_row(session, club_id), device)
            raise NoSuchClub(club_id)
        return ClubVisit(club, own)

    def of_device(self, device: str) -> tuple[ClubTitle, ...]:
        """The clubs that a phone has joined, the latest first."""
        joined = select(ClubRow, ClubMemberRow).join(
            ClubMemberRow, col(ClubMemberRow.club_id) == col(ClubRow.id)
        )
        own = joined.where(col(ClubMemberRow.device) == device)
        latest = own.order_by(col(ClubMemberRow.since).desc(), col(ClubRow.id))
        with self.database.reading() as session:
            return tuple(
                ClubTitle(row.id, row.name, role_of(member), member.storms_of)
                for row, member in session.exec(latest)
                if row.closes_at is None or row.closes_at > self.now()
            )

    def listing(self) -> tuple[ClubTitle, ...]:
        """Every club, the one opened last first, for the person who runs the server."""
        whole = select(ClubRow).where(col(ClubRow.arriving_at).is_(None))
        query = whole.order_by(col(ClubRow.opened_at).desc(), col(ClubRow.id))
        with self.database.reading() as session:
            return tuple(
                ClubTitle(row.id, row.name, ClubRole.MANAGER) for row in session.exec(query)
            )

    def change(self, club_id: str, *, name: str, zone: str, shows_ratings: bool) -> None:
        """Name the club, and choose what it shows; raises `BadClub`."""
        check_club_name(name)
        check_zone(zone)
        with locked_club(self.database, club_id) as (session, row):
            was: Facts = {"name": row.name, "zone": row.zone, "ratings": row.shows_ratings}
            told: Facts = {"name": name, "zone": zone, "ratings": shows_ratings}
            row.name, row.zone, row.shows_ratings = name, zone, shows_ratings
            self.note(session, (club_id, ""), ClubEventKind.CLUB_CHANGED, was, told)

    def close(self, club_id: str) -> None:
        """Close a club in seven days; until then everything goes on."""
        with locked_club(self.database, club_id) as (session, row):
            if row.closes_at is None:
                row.closes_at = self.now() + _UNTIL_CLOSED
                self.note(session, (club_id, ""), ClubEventKind.CLOSING)

    def keep(self, club_id: str) -> None:
        """Keep a club that is being closed."""
        with locked_club(self.database, club_id) as (session, row):
            if row.closes_at is not None:
                row.closes_at = None
                self.note(session, (club_id, ""), ClubEventKind.KEPT_OPEN)

    def close_due(self) -> None:
        """Close for good whatever is due; tables stay with the phones that know them."""
        with self.database.writing() as session:
            session.execute(delete(ClubRow).where(col(ClubRow.closes_at) <= self.now()))


@contextmanager
def locked_club(database: Database, club_id: str) -> Iterator[tuple[Session, ClubRow]]:
    """A session that writes in a club, which it locks, and its row; raises `NoSuchClub`."""
    with database.writing() as session:
        yield session, club_row(session, club_id, for_update=True)


def check_club_name(name: str) -> None:
    """Refuse what can't be the name of a club; raises `BadClub`."""
    if name != name.strip() or not 1 <= len(name) <= LONGEST_CLUB_NAME:
        raise BadClub(message("club.refused.name-length", longest=LONGEST_CLUB_NAME))
    if first_unseen(name) is not None:
        raise BadClub(message("club.refused.name-unseen"))


def check_zone(zone: str) -> None:
    """Refuse what is no time zone; raises `BadClub`."""
    if not is_zone(zone):
        raise BadClub(message("club.refused.no-zone"))


def is_zone(zone: str) -> bool:
    """Whether there is such a time zone; a phone's Python knows none, and takes any."""
    zones = available_timezones()
    return not zones or zone in zones


def load_club(session: Session, club_id: str) -> Club:
    """The club as it is now, within a transaction; raises `NoSuchClub`."""
    row = club_row(session, club_id)
    players = select(ClubPlayerRow).where(col(ClubPlayerRow.club_id) == club_id)
    of_club = select(ClubMemberRow).where(col(ClubMemberRow.club_id) == club_id)
    members = of_club.order_by(col(ClubMemberRow.since), col(ClubMemberRow.device))
    return Club(
        row.id,
        row.name,
        row.zone,
        row.shows_ratings,
        tuple(map(_player, session.exec(players.order_by(col(ClubPlayerRow.number))))),
        tuple(map(_member, session.exec(members))),
        row.founder,
        row.closes_at,
    )


def as_teams(kept: Iterable[Sequence[Any]]) -> frozenset[tuple[str, int]]:
    """The teams of a captain's phone, each by its competition and its number there."""
    return frozenset((league_id, number) for league_id, number in kept)


def role_of(row: ClubMemberRow) -> ClubRole:
    """What a phone may do in a club, by its row: whoever only watches may be a captain."""
    role = ClubRole(row.role)
    return ClubRole.CAPTAIN if role is ClubRole.WATCHER and row.teams else role


def _member(row: ClubMemberRow) -> ClubMember:
    return ClubMember(row.device, row.name, role_of(row), as_teams(row.teams), row.storms_of)


def club_row(session: Session, club_id: str, *, for_update: bool = False) -> ClubRow:
    """The row of a club, locked until the transaction ends if it is to change; `NoSuchClub`."""
    row = None
    if may_exist(club_id):
        row = session.get(ClubRow, club_id, with_for_update=for_update)
    if row is None or row.arriving_at is not None:
        raise NoSuchClub(club_id)
    return row


def check_not_removed(session: Session, club: ClubRow, device: str) -> None:
    """Raise `RemovedFromClub` if a manager has removed the phone from the club."""
    if session.get(ClubRemovedRow, (club.id, device)) is not None:
        raise RemovedFromClub(club.name)


def _player(row: ClubPlayerRow) -> Player:
    has_left = row.left_at is not None
    return Player(row.number, row.name, row.nicknames, row.colour, row.same_as, has_left)
