"""What phones may do at the tables of a club ends with what they may do in the club."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, update
from sqlmodel import Session, col, select

from companion.db.club_models import ClubMemberRow, ClubRole, ClubTableRow
from companion.db.notify import announce
from companion.db.table_models import LeadsTo, LinkRow, MemberRow, Role, TableRow
from companion.tables.errors import NoSuchTable

_DAY = timedelta(days=1)


@dataclass(eq=False)
class TableRights:
    """The rights of some phones at a club's tables, which are locked for the session."""

    session: Session
    club_id: str
    devices: tuple[str, ...]
    #: The tables at which one of them is known.
    tables: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = select(ClubTableRow.table_id).join(
            MemberRow, col(MemberRow.table_id) == col(ClubTableRow.table_id)
        )
        theirs = known.where(
            col(ClubTableRow.club_id) == self.club_id, col(MemberRow.device).in_(self.devices)
        )
        held = select(TableRow.id).where(col(TableRow.id).in_(theirs)).order_by(col(TableRow.id))
        self.tables = tuple(self.session.exec(held.with_for_update()))

    def become(self, role: Role) -> None:
        """Let them keep score at the tables where they watched or asked to, or only watch there."""
        self.session.execute(update(MemberRow).where(*self._theirs).values(role=role.value))
        self._tell(role is Role.WATCHER)

    def end(self) -> None:
        """Take away all their rights there."""
        self.session.execute(delete(MemberRow).where(*self._theirs))
        self._tell(ends_links=True)

    def leave_none_alone(self, now: datetime) -> None:
        """Make the longest-standing manager the scorer of tables that have none left."""
        managers = select(ClubMemberRow).where(
            col(ClubMemberRow.club_id) == self.club_id,
            col(ClubMemberRow.role) == ClubRole.MANAGER.value,
        )
        heir = self.session.exec(managers.order_by(col(ClubMemberRow.since))).first()
        kept = select(MemberRow.table_id).where(
            col(MemberRow.table_id).in_(self.tables), col(MemberRow.role) == Role.KEEPER.value
        )
        if heir is None:
            return
        for table_id in {*self.tables} - {*self.session.exec(kept)}:
            let_in(self.session, table_id, heir, now, keeps=True)

    @property
    def _theirs(self) -> tuple[ColumnElement[bool], ...]:
        return (col(MemberRow.table_id).in_(self.tables), col(MemberRow.device).in_(self.devices))

    def _tell(self, ends_links: bool) -> None:
        """Tell the tables; everyone who kept score there may know the scorers' link."""
        if ends_links:
            keeping = col(LinkRow.table_id).in_(self.tables), col(LinkRow.leads_to) == LeadsTo.KEEP
            self.session.execute(delete(LinkRow).where(*keeping))
        for table_id in self.tables:
            announce(self.session.connection(), table_id)


def check_is_of(session: Session, club_id: str, table_id: str) -> None:
    """Raise `NoSuchTable` if the table isn't the club's."""
    row = session.get(ClubTableRow, table_id)
    if row is None or row.club_id != club_id:
        raise NoSuchTable(table_id)


def ask_all_again(session: Session, club_id: str, now: datetime) -> None:
    """Ask every phone at the club's tables of the last day again whether it may be there."""
    of_club = select(TableRow.id).join(ClubTableRow).where(ClubTableRow.club_id == club_id)
    lately = of_club.where(TableRow.changed_at > now - _DAY).order_by(col(TableRow.id))
    for table_id in session.exec(lately).all():
        announce(session.connection(), table_id)


def let_in(
    session: Session, table_id: str, member: ClubMemberRow, now: datetime, *, keeps: bool
) -> None:
    """Let a phone of the club do at a locked table of it what it may do in the club, or `keeps`."""
    known = session.get(MemberRow, (table_id, member.device))
    watches = member.role == ClubRole.WATCHER.value and not keeps
    if known is not None and (known.role == Role.KEEPER.value or watches):
        known.name = known.name or member.name
        return
    since, role = known.since if known else now, Role.WATCHER if watches else Role.KEEPER
    row = MemberRow(table_id=table_id, device=member.device, role=role.value, since=since)
    row.name = member.name or (known.name if known else "")
    session.merge(row)
    announce(session.connection(), table_id)


def name_phones(session: Session, club_id: str, table_id: str) -> None:
    """Call the phones at a table of a club that have no name there as the club calls them."""
    of_club = select(ClubMemberRow.name).where(col(ClubMemberRow.club_id) == club_id)
    called = of_club.where(ClubMemberRow.device == MemberRow.device).scalar_subquery()
    nameless = col(MemberRow.table_id) == table_id, col(MemberRow.name) == ""
    named = update(MemberRow).where(*nameless).values(name=func.coalesce(called, ""))
    session.execute(named.execution_options(synchronize_session="fetch"))


def end_watch_links(session: Session, club_id: str) -> None:
    """End the watch links of all tables; the club's own phones still get in through the club."""
    of_club = select(ClubTableRow.table_id).where(col(ClubTableRow.club_id) == club_id)
    watching = col(LinkRow.leads_to) != LeadsTo.KEEP.value
    session.execute(delete(LinkRow).where(col(LinkRow.table_id).in_(of_club), watching))
