"""The phones of a club: what each may do there, removed, let back in; and who founded it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import delete, tuple_, update
from sqlmodel import Session, col, select

from companion.clubs.club import ClubMember
from companion.clubs.club_history import By, ClubEventKind, HistoryKeeper
from companion.clubs.club_service import as_teams, club_row, load_club, locked_club, role_of
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
from companion.db.league_models import CompetitionRow, EntrantRow
from companion.db.table_models import Role
from companion.i18n import message
from companion.tables.errors import NotAllowed


@dataclass(eq=False)
class ClubPhoneService(HistoryKeeper):
    """What the phones of a club may do.

    Every change raises `NotAllowed` for a phone that the club doesn't know, for the last manager,
    and for the founder's phone until it has handed the club over.
    """

    database: Database

    def call(self, club_id: str, device: str, name: str) -> None:
        """Say whose phone it is."""
        with self.database.writing() as session:
            _member(session, club_id, device).name = name

    def show_storms(self, club_id: str, device: str, learner_id: str | None) -> None:
        """Let a phone show a learner's storms to the club, or nobody's."""
        with self.database.writing() as session:
            _member(session, club_id, device).storms_of = learner_id

    def make(self, club_id: str, device: str, role: ClubRole) -> None:
        """Give a phone a role, also at the club's tables where it is; who watches has no team."""
        with self._at_tables_too(club_id, device) as rights:
            member = _member(rights.session, club_id, device)
            if role is not ClubRole.MANAGER:
                _check_may_lose(rights.session, member)
            self._tell(rights.session, ClubEventKind.ROLE_CHANGED, member, role)
            member.role = role.value
            if role is ClubRole.WATCHER:
                member.teams = ()
            rights.become(Role.WATCHER if role is ClubRole.WATCHER else Role.KEEPER)

    def hand_over(self, club_id: str, to: str) -> None:
        """Let another manager's phone be the founder's, which only the founder's may do."""
        with locked_club(self.database, club_id) as (session, row):
            member = _member(session, club_id, to)
            if row.founder != self.who.device or member.role != ClubRole.MANAGER.value:
                raise NotAllowed(message("club.refused.founder"))
            row.founder = to
            self._tell(session, ClubEventKind.HANDED_OVER, member)

    def leave(self, club_id: str, device: str) -> None:
        """Leave the club and its tables on a phone, which may come back by a link."""
        with self._at_tables_too(club_id, device) as rights:
            member = _member(rights.session, club_id, device)
            _check_may_lose(rights.session, member)
            if role_of(member) is not ClubRole.WATCHER:
                self.by(By(device))._tell(rights.session, ClubEventKind.PHONE_LEFT, member)
            rights.session.delete(member)
            rights.end()

    def remove(self, club_id: str, device: str, *, renews: bool = False) -> None:
        """Remove a phone from the club and its tables: no link lets it in again.

        If it `renews`, the links that the phone could see stop; the club's other phones stay in.
        """
        with self._at_tables_too(club_id, device) as rights:
            session, member = rights.session, _member(rights.session, club_id, device)
            _check_may_lose(session, member)
            self._tell(session, ClubEventKind.PHONE_REMOVED, member)
            if renews:
                _end_links_of(session, member)
                self._tell(session, ClubEventKind.LINK_RENEWED, member)
            removed = ClubRemovedRow(club_id=club_id, device=device, at=self.now())
            removed.name = member.name
            session.add(removed)
            session.delete(member)
            rights.end()
        self._ask_all_again(club_id)

    def removed(self, club_id: str) -> tuple[ClubMember, ...]:
        """The phones that stay out, as the watchers that they may be again, the latest first."""
        of_club = select(ClubRemovedRow).where(ClubRemovedRow.club_id == club_id)
        with self.database.reading() as session:
            rows = session.exec(of_club.order_by(col(ClubRemovedRow.at).desc()))
            return tuple(ClubMember(row.device, row.name, ClubRole.WATCHER) for row in rows)

    def let_back(self, club_id: str, device: str) -> None:
        """Let a removed phone in again, as a watcher's."""
        with locked_club(self.database, club_id) as (session, _):
            row = session.get(ClubRemovedRow, (club_id, device))
            if row is None:
                raise NotAllowed(message("club.refused.unknown-phone"))
            role, now = ClubRole.WATCHER.value, self.now()
            member = ClubMemberRow(club_id=club_id, device=device, role=role, since=now)
            member.name = row.name
            session.delete(row)
            session.add(member)
            self._tell(session, ClubEventKind.PHONE_LET_BACK, member)

    def begin_again(self, club_id: str, role: ClubRole) -> None:
        """Let all other phones of a role out, and stop its link: they may come by the new one.

        With the watchers, the watch links of the club's tables stop. The founder stays.
        """
        with self.database.reading() as session:
            club = load_club(session, club_id)
        stay = (self.who.device, club.founder)
        out = [each for each in club.members if each.role is role and each.device not in stay]
        with self._at_tables_too(club_id, *(each.device for each in out)) as rights:
            session = rights.session
            for device in rights.devices:
                session.delete(_member(session, club_id, device))
            _end_links(session, club_id, role)
            told = {"role": role.value}
            self.note(session, (club_id, ""), ClubEventKind.LINK_RENEWED, now=told)
            rights.end()
            if role is ClubRole.WATCHER:
                end_watch_links(session, club_id)
        if role is ClubRole.WATCHER:
            self._ask_all_again(club_id)

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

    def _tell(
        self,
        session: Session,
        kind: ClubEventKind,
        member: ClubMemberRow,
        role: ClubRole | None = None,
    ) -> None:
        """Keep in the club's history what became of a phone: a `role` instead of its own."""
        before = {"role": str(role_of(member)) if role else None}
        now = {"phone": member.name, "role": str(role or role_of(member))}
        self.note(session, (member.club_id, ""), kind, before, now)

    def _ask_all_again(self, club_id: str) -> None:
        """Ask who is at the club's tables; afterwards, as tables are locked before their club."""
        with self.database.writing() as session:
            ask_all_again(session, club_id, self.now())

    @contextmanager
    def _at_tables_too(self, club_id: str, *devices: str) -> Iterator[TableRights]:
        """The rights of these members at the club's tables, changed along with it.

        Tables are locked before their club, as everywhere.
        """
        with self.database.writing() as session:
            rights = TableRights(session, club_id, devices)
            club_row(session, club_id, for_update=True)
            yield rights
            session.flush()
            rights.leave_none_alone(self.now())


def _member(session: Session, club_id: str, device: str) -> ClubMemberRow:
    member = session.get(ClubMemberRow, (club_id, device))
    if member is None:
        raise NotAllowed(message("club.refused.unknown-phone"))
    return member


def _check_may_lose(session: Session, member: ClubMemberRow) -> None:
    """Refuse it for the last manager, and for the founder."""
    club = load_club(session, member.club_id)
    if [each.device for each in club.managers] == [member.device]:
        raise NotAllowed(message("club.refused.last-manager"))
    if club.founder == member.device:
        raise NotAllowed(message("club.refused.founder-stays"))


def _end_links(session: Session, club_id: str, *kinds: str) -> None:
    of_club = col(ClubLinkRow.club_id) == club_id, col(ClubLinkRow.leads_to).in_(kinds)
    session.execute(delete(ClubLinkRow).where(*of_club))


def _end_links_of(session: Session, member: ClubMemberRow) -> None:
    """Stop what a phone could see or follow: to watch, of its role, of its teams."""
    club_id, manages = member.club_id, member.role == ClubRole.MANAGER.value
    _end_links(session, club_id, *(ClubLink if manages else (ClubLink.WATCHER, member.role)))
    end_watch_links(session, club_id)
    leagues = select(CompetitionRow.id).where(CompetitionRow.club_id == club_id)
    of_teams = tuple_(col(EntrantRow.competition_id), col(EntrantRow.number))
    known = (
        col(EntrantRow.competition_id).in_(leagues)
        if manages
        else of_teams.in_(as_teams(member.teams))
    )
    session.execute(update(EntrantRow).where(known).values(captains=None))
