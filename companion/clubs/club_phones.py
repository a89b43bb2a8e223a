"""The phones of a club: what each may do there, removed, let back in; and who founded it."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, delete
from sqlmodel import Session, col, select

from companion.clubs.club import ClubMember
from companion.clubs.club_history import By, ClubEventKind, keep_event
from companion.clubs.club_service import club_row
from companion.clubs.errors import RemovedFromClub
from companion.clubs.table_rights import TableRights, ask_all_again, end_watch_links
from companion.db.club_models import (
    ClubLink,
    ClubLinkRow,
    ClubMemberRow,
    ClubRemovedRow,
    ClubRole,
    ClubRow,
    ClubTableRow,
)
from companion.db.database import Database
from companion.db.league_models import CaptainLinkRow, CaptainRow, CompetitionRow
from companion.i18n import message
from companion.tables.errors import NotAllowed


@dataclass(eq=False)
class ClubPhoneService:
    """What the phones of a club may do; `now` gives the time.

    Every change raises `NotAllowed` for a phone that the club doesn't know, for the last manager,
    and for the founder's phone if it is asked `by` another one.
    """

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def call(self, club_id: str, device: str, name: str) -> None:
        """Say whose phone it is."""
        with self.database.writing() as session:
            _member(session, club_id, device).name = name

    def make(self, club_id: str, device: str, role: ClubRole, by: str) -> None:
        """Give a phone a role, also at the club's tables where it is; who watches has no team."""
        with self._at_tables_too(club_id, col(ClubMemberRow.device) == device) as rights:
            session, member = rights.session, _member(rights.session, club_id, device)
            if role is not ClubRole.MANAGER:
                _check_may_lose(session, member, by)
            self._keep(session, ClubEventKind.ROLE_CHANGED, by, member, was=member.role, now=role)
            member.role = role.value
            if role is not ClubRole.WATCHER:
                rights.let_keep()
                return
            _end_captains(rights)
            rights.let_only_watch()

    def hand_over(self, club_id: str, by: str, to: str) -> None:
        """Let another manager's phone be the founder's, which only the founder's may do."""
        with self.database.writing() as session:
            row, member = club_row(session, club_id, for_update=True), _member(session, club_id, to)
            if row.founder != by or member.role != ClubRole.MANAGER.value:
                raise NotAllowed(message("club.refused.founder"))
            row.founder = to
            self._keep(session, ClubEventKind.HANDED_OVER, by, member)

    def leave(self, club_id: str, device: str) -> None:
        """Leave the club and its tables on a phone, which may come back by a link."""
        with self._at_tables_too(club_id, col(ClubMemberRow.device) == device) as rights:
            _let_go(rights, _member(rights.session, club_id, device), device)

    def remove(self, club_id: str, device: str, by: str, *, renews: bool = False) -> None:
        """Remove a phone from the club and its tables: no link lets it in again.

        If it `renews`, the links that the phone knows stop; all others stay in.
        """
        with self._at_tables_too(club_id, col(ClubMemberRow.device) == device) as rights:
            session, member = rights.session, _member(rights.session, club_id, device)
            removed = ClubRemovedRow(
                club_id=club_id, device=device, name=member.name, at=self.now()
            )
            self._keep(session, ClubEventKind.PHONE_REMOVED, by, member, was=member.role)
            if renews:
                _renew(session, member)
                self._keep(session, ClubEventKind.LINK_RENEWED, by, member, now=member.role)
            _let_go(rights, member, by)
            session.add(removed)
        with self.database.writing() as session:
            # Afterwards: tables are locked before their club.
            ask_all_again(session, club_id, self.now())

    def removed(self, club_id: str) -> tuple[ClubMember, ...]:
        """The phones that stay out, as the watchers that they may be again, the latest first."""
        of_club = select(ClubRemovedRow).where(ClubRemovedRow.club_id == club_id)
        with self.database.reading() as session:
            rows = session.exec(of_club.order_by(col(ClubRemovedRow.at).desc()))
            return tuple(ClubMember(row.device, row.name, ClubRole.WATCHER) for row in rows)

    def let_back(self, club_id: str, device: str, by: str) -> None:
        """Let a removed phone in again, as a watcher's."""
        with self.database.writing() as session:
            club_row(session, club_id, for_update=True)
            row = session.get(ClubRemovedRow, (club_id, device))
            if row is None:
                raise NotAllowed(message("refused.unknown-phone"))
            session.delete(row)
            told = {"club_id": club_id, "device": device, "name": row.name}
            member = ClubMemberRow(**told, role=ClubRole.WATCHER.value, since=self.now())
            session.add(member)
            self._keep(session, ClubEventKind.PHONE_LET_BACK, by, member, now=member.role)

    def begin_again(self, club_id: str, role: ClubRole, by: str) -> None:
        """Let all other phones of a role out, and stop its link: they may come by the new one.

        With the watchers, the watch links of the club's tables stop. The founder stays.
        """
        others = (col(ClubMemberRow.role) == role.value, col(ClubMemberRow.device) != by)
        with self._at_tables_too(club_id, *others, ~_is_kept(club_id)) as rights:
            session = rights.session
            known = col(ClubMemberRow.device).in_(rights.devices)
            session.execute(delete(ClubMemberRow).where(_of(club_id), known))
            _end_captains(rights)
            _end_links(session, club_id, role)
            told = {"role": role.value}
            kind, by_phone = ClubEventKind.LINK_RENEWED, By(by)
            keep_event(session, club_id, kind, self.now(), by=by_phone, now=told)
            rights.end()
            if role is ClubRole.WATCHER:
                end_watch_links(session, club_id)

    def check_may_come(self, device: str, table_id: str) -> None:
        """Raise `RemovedFromClub` if the table's club has removed this phone."""
        for name in self.kept_out(device, [table_id]).values():
            raise RemovedFromClub(name)

    def kept_out(self, device: str, table_ids: Collection[str]) -> dict[str, str]:
        """Those of these tables whose club has removed this phone, with the club's name."""
        removed = (
            select(ClubTableRow.table_id, ClubRow.name)
            .join(ClubRow, col(ClubRow.id) == ClubTableRow.club_id)
            .join(ClubRemovedRow, col(ClubRemovedRow.club_id) == ClubRow.id)
            .where(ClubRemovedRow.device == device, col(ClubTableRow.table_id).in_(table_ids))
        )
        with self.database.reading() as session:
            return dict(session.exec(removed).all())

    def _keep(
        self,
        session: Session,
        kind: ClubEventKind,
        by: str,
        member: ClubMemberRow,
        was: str = "",
        now: str = "",
    ) -> None:
        """Keep what became of a phone, by its name and what it may do, in the club's history."""
        told = {"phone": member.name, "role": now}
        keep_event(
            *(session, member.club_id, kind, self.now()),
            by=By(by),
            before={"role": was},
            now=told,
        )

    @contextmanager
    def _at_tables_too(self, club_id: str, *members: ColumnElement[bool]) -> Iterator[TableRights]:
        """The rights of these members at the club's tables, changed along with it.

        Tables are locked before their club, as everywhere.
        """
        with self.database.writing() as session:
            devices = session.exec(select(ClubMemberRow.device).where(_of(club_id), *members)).all()
            rights = TableRights(session, club_id, tuple(devices))
            club_row(session, club_id, for_update=True)
            yield rights
            session.flush()
            rights.leave_none_alone(self.now())


def _of(club_id: str) -> ColumnElement[bool]:
    return col(ClubMemberRow.club_id) == club_id


def _member(session: Session, club_id: str, device: str) -> ClubMemberRow:
    member = session.get(ClubMemberRow, (club_id, device))
    if member is None:
        raise NotAllowed(message("refused.unknown-phone"))
    return member


def _is_kept(club_id: str) -> ColumnElement[bool]:
    """Whether a member stays when all of a role go: the founder, and every captain."""
    founder = select(col(ClubRow.founder)).where(col(ClubRow.id) == club_id).scalar_subquery()
    captains = select(CaptainRow.device).where(_of_leagues(club_id, CaptainRow))
    device = col(ClubMemberRow.device)
    watches = col(ClubMemberRow.role) == ClubRole.WATCHER.value
    return (device == founder) | (watches & device.in_(captains))


def _of_leagues(club_id: str, rows: type[CaptainRow] | type[CaptainLinkRow]) -> ColumnElement[bool]:
    leagues = select(CompetitionRow.id).where(CompetitionRow.club_id == club_id)
    return col(rows.competition_id).in_(leagues)


def _check_may_lose(session: Session, member: ClubMemberRow, by: str) -> None:
    """Refuse it for the last manager, and for the founder unless it is the own phone.

    If the founder goes, the longest-standing manager who stays is the founder.
    """
    managers = select(ClubMemberRow.device).where(
        _of(member.club_id), col(ClubMemberRow.role) == ClubRole.MANAGER.value
    )
    longest = managers.order_by(col(ClubMemberRow.since), col(ClubMemberRow.device))
    others = [each for each in session.exec(longest) if each != member.device]
    if not others:
        raise NotAllowed(message("club.refused.last-manager"))
    row = club_row(session, member.club_id)
    if row.founder == member.device:
        if by != member.device:
            raise NotAllowed(message("club.refused.founder"))
        row.founder = others[0]


def _let_go(rights: TableRights, member: ClubMemberRow, by: str) -> None:
    _check_may_lose(rights.session, member, by)
    _end_captains(rights)
    rights.session.delete(member)
    rights.end()


def _end_captains(rights: TableRights) -> None:
    """Make these phones captains of no team."""
    theirs = col(CaptainRow.device).in_(rights.devices)
    of_club = _of_leagues(rights.club_id, CaptainRow)
    rights.session.execute(delete(CaptainRow).where(of_club, theirs))


def _renew(session: Session, member: ClubMemberRow) -> None:
    """Stop the links that a phone knows: a manager's knows all of them."""
    of_club, role = _of_leagues(member.club_id, CaptainLinkRow), ClubRole(member.role)
    if role is ClubRole.MANAGER:
        _end_links(session, member.club_id, *ClubLink)
        session.execute(delete(CaptainLinkRow).where(of_club))
        return
    _end_links(session, member.club_id, role)
    own = select(CaptainRow).where(_of_leagues(member.club_id, CaptainRow))
    for team in session.exec(own.where(CaptainRow.device == member.device)):
        theirs = (
            col(CaptainLinkRow.competition_id) == team.competition_id,
            col(CaptainLinkRow.entrant) == team.entrant,
        )
        session.execute(delete(CaptainLinkRow).where(*theirs))


def _end_links(session: Session, club_id: str, *kinds: str) -> None:
    of_club = col(ClubLinkRow.club_id) == club_id, col(ClubLinkRow.leads_to).in_(kinds)
    session.execute(delete(ClubLinkRow).where(*of_club))
