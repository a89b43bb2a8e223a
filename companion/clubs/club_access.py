"""Who may enter a club: its two links, and the phones that joined."""

import secrets
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete
from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.clubs.club_service import club_row
from companion.clubs.errors import ClubFull
from companion.clubs.table_rights import TableRights, check_is_of, end_watch_links, let_in
from companion.db.club_models import ClubLink, ClubLinkRow, ClubMemberRow, ClubRole
from companion.db.database import Database
from companion.db.table_models import may_exist
from companion.i18n import message
from companion.tables.errors import NoSuchLink, NoSuchTable, NotAllowed
from companion.tables.table_loader import find

#: The phones of a league, with room for lost ones.
MOST_MEMBERS = 600
#: The links into a club; a phone that follows one gets that role at least.
KINDS = (ClubLink.WATCHER, ClubLink.SCORER, ClubLink.MANAGER)
_RANKS = (ClubRole.WATCHER, ClubRole.SCORER, ClubRole.MANAGER)


class ClubInvitation(NamedTuple):
    """What a link to a club lets people do there."""

    club_id: str
    name: str
    role: ClubRole


@dataclass(eq=False)
class ClubAccessService:
    """Who may enter a club. `now` and `secret` give the time and secrets that nobody can guess.

    Each method raises `NoSuchClub` if the club is gone by then.
    """

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    secret: Callable[[], str] = lambda: secrets.token_urlsafe(16)

    def invitation(self, secret: str) -> ClubInvitation:
        """What a link's secret is for; raises `NoSuchLink`."""
        with self.database.reading() as session:
            link = _link(session, secret)
            row = club_row(session, link.club_id)
            return ClubInvitation(row.id, row.name, ClubRole(link.leads_to))

    def join(self, secret: str, device: str, name: str) -> str:
        """Let a phone join by a link; returns the club's id.

        Nobody loses a role by it. Raises `NoSuchLink` or `ClubFull`.
        """
        with self.database.writing() as session:
            link = _link(session, secret)
            club_row(session, link.club_id, for_update=True)
            role = ClubRole(link.leads_to)
            member = session.get(ClubMemberRow, (link.club_id, device))
            if member is None:
                _check_room(session, link.club_id)
                member = ClubMemberRow(
                    club_id=link.club_id, device=device, role=role.value, since=self.now()
                )
                session.add(member)
            elif _RANKS.index(role) > _RANKS.index(ClubRole(member.role)):
                member.role = role.value
            member.name = name or member.name
            return link.club_id

    def links(self, club_id: str) -> dict[ClubLink, str]:
        """The secrets of a club's links; those that don't exist yet are made."""
        with self.database.writing() as session:
            club_row(session, club_id, for_update=True)
            return {kind: self._opened(session, club_id, kind.value) for kind in KINDS}

    def calendar(self, club_id: str) -> str | None:
        """The secret by which calendars read the club's fixtures, if there is one."""
        with self.database.reading() as session:
            club_row(session, club_id)
            link = session.exec(_links(club_id, ClubLink.CALENDAR)).one_or_none()
            return link.secret if link else None

    def club_of_calendar(self, secret: str) -> str:
        """The id of the club whose fixtures a secret opens; raises `NoSuchLink`."""
        with self.database.reading() as session:
            return _link(session, secret, (ClubLink.CALENDAR,)).club_id

    def open_calendar(self, club_id: str) -> str:
        """The secret by which calendars read the club's fixtures; made if there is none."""
        with self.database.writing() as session:
            club_row(session, club_id, for_update=True)
            return self._opened(session, club_id, ClubLink.CALENDAR)

    def end_calendar(self, club_id: str) -> None:
        """Stop the secret that lets calendars read the club's fixtures."""
        with self.database.writing() as session:
            club_row(session, club_id, for_update=True)
            for link in session.exec(_links(club_id, ClubLink.CALENDAR)):
                session.delete(link)

    def enter_table(self, club_id: str, table_id: str, device: str) -> None:
        """Let a phone do at a table of the club what it may do in the club.

        It loses no right that it has there. Raises `NoSuchTable`, also for a phone that is just
        being removed from the club.
        """
        with self.database.writing() as session:
            find(session.connection(), table_id, holds=True)
            club_row(session, club_id, for_update=True)
            check_is_of(session, club_id, table_id)
            member = session.get(ClubMemberRow, (club_id, device))
            if member is None:
                raise NoSuchTable(table_id)
            let_in(session, table_id, member, self.now())

    def call(self, club_id: str, device: str, name: str) -> None:
        """Say whose phone it is; raises `NotAllowed`."""
        with self.database.writing() as session:
            _member(session, club_id, device).name = name

    def give(self, club_id: str, to: str) -> None:
        """Make a phone a manager, and a scorer at the tables where it is; raises `NotAllowed`."""
        with self._at_tables_too(club_id, col(ClubMemberRow.device) == to) as rights:
            _member(rights.session, club_id, to).role = ClubRole.MANAGER.value
            rights.let_keep()

    def take_back(self, club_id: str, device: str) -> None:
        """Let a phone only watch from now on; raises `NotAllowed` for the last manager."""
        with self._at_tables_too(club_id, col(ClubMemberRow.device) == device) as rights:
            member = _member(rights.session, club_id, device)
            _check_not_last(rights.session, club_id, device)
            member.role = ClubRole.WATCHER.value
            rights.let_only_watch()

    def leave(self, club_id: str, device: str) -> None:
        """Remove a phone from the club and its tables; raises `NotAllowed` for the last manager."""
        with self._at_tables_too(club_id, col(ClubMemberRow.device) == device) as rights:
            member = _member(rights.session, club_id, device)
            _check_not_last(rights.session, club_id, device)
            rights.session.delete(member)
            rights.end()

    def end_all_others(self, club_id: str, device: str) -> None:
        """Remove all other managers, and end the link that makes managers."""
        others = (
            col(ClubMemberRow.role) == ClubRole.MANAGER.value,
            col(ClubMemberRow.device) != device,
        )
        self._end(club_id, *others, kind=ClubLink.MANAGER)

    def end_watching(self, club_id: str) -> None:
        """Remove all who only watch; end the watch links, also those of its tables."""
        watchers = col(ClubMemberRow.role) == ClubRole.WATCHER.value
        self._end(club_id, watchers, kind=ClubLink.WATCHER)

    def _opened(self, session: Session, club_id: str, leads_to: str) -> str:
        """The secret of a link, made if there is none yet."""
        link = session.exec(_links(club_id, leads_to)).one_or_none()
        if link is None:
            link = ClubLinkRow(secret=self.secret(), club_id=club_id, leads_to=leads_to)
            session.add(link)
        return link.secret

    def _end(self, club_id: str, *members: ColumnElement[bool], kind: ClubLink) -> None:
        with self._at_tables_too(club_id, *members) as rights:
            session, of_club = rights.session, col(ClubMemberRow.club_id) == club_id
            session.execute(delete(ClubMemberRow).where(of_club, *members))
            links = col(ClubLinkRow.club_id) == club_id, col(ClubLinkRow.leads_to) == kind.value
            session.execute(delete(ClubLinkRow).where(*links))
            rights.end()
            if kind is ClubLink.WATCHER:
                end_watch_links(session, club_id)

    @contextmanager
    def _at_tables_too(self, club_id: str, *members: ColumnElement[bool]) -> Iterator[TableRights]:
        """The rights of these members at the club's tables, changed along with it.

        Tables are locked before their club, as everywhere.
        """
        with self.database.writing() as session:
            of_club = col(ClubMemberRow.club_id) == club_id
            devices = session.exec(select(ClubMemberRow.device).where(of_club, *members)).all()
            rights = TableRights(session, club_id, tuple(devices))
            club_row(session, club_id, for_update=True)
            yield rights
            session.flush()
            rights.leave_none_alone(self.now())


def _links(club_id: str, leads_to: str) -> SelectOfScalar[ClubLinkRow]:
    of_club = col(ClubLinkRow.club_id) == club_id
    return select(ClubLinkRow).where(of_club, col(ClubLinkRow.leads_to) == leads_to)


def _link(session: Session, secret: str, kinds: Collection[str] = KINDS) -> ClubLinkRow:
    link = session.get(ClubLinkRow, secret) if may_exist(secret) else None
    if link is None or link.leads_to not in kinds:
        raise NoSuchLink(secret)
    return link


def _member(session: Session, club_id: str, device: str) -> ClubMemberRow:
    member = session.get(ClubMemberRow, (club_id, device))
    if member is None:
        raise NotAllowed(message("refused.unknown-phone"))
    return member


def _check_not_last(session: Session, club_id: str, device: str) -> None:
    keepers = select(ClubMemberRow.device).where(
        col(ClubMemberRow.club_id) == club_id, col(ClubMemberRow.role) == ClubRole.MANAGER.value
    )
    if session.exec(keepers).all() == [device]:
        raise NotAllowed(message("club.refused.last-manager"))


def _check_room(session: Session, club_id: str) -> None:
    of_club = col(ClubMemberRow.club_id) == club_id
    count = session.exec(select(func.count()).select_from(ClubMemberRow).where(of_club)).one()
    if count >= MOST_MEMBERS:
        raise ClubFull(message("club.refused.phones", most=MOST_MEMBERS))
