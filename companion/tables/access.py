"""Access: who may enter a table, by which link, and who keeps score there.

A right is either a link's secret, which a phone holds, or a phone's role at the
table, which a keeper gives and takes back. Nothing here knows the web.
"""

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from string import ascii_uppercase, digits
from typing import NamedTuple

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from companion.tables.database import Database
from companion.tables.errors import NoSuchLink, NotAllowed
from companion.tables.members import Member, Members
from companion.tables.notices import tell
from companion.tables.rows import LeadsTo, LinkRow, MemberRow, Role, TableRow, may_exist
from companion.words import message

#: No 0 and O, no 1, I and L: nobody can mistake one for another.
LOOK_ALIKES = "0O1IL"
CODE_LETTERS = "".join(sorted({*ascii_uppercase, *digits} - {*LOOK_ALIKES}))
CODE_LENGTH = 6
#: How long a code works after a keeper last looked at it: an evening, not a season.
CODE_LASTS = timedelta(hours=12)


class Invitation(NamedTuple):
    """What a link or a code leads to."""

    table_id: str
    leads_to: LeadsTo
    secret: str


class AccessService:
    """Who may enter. `now` and `secret` give the time and what nobody can guess."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        secret: Callable[[], str] = lambda: secrets.token_urlsafe(16),
    ) -> None:
        self.database = database
        self._now = now
        self._secret = secret

    # Coming in

    def members(self, table_id: str, device: str, held: str = "") -> Members:
        """Who is at a table, seen by a device that holds the secret of a link, or none."""
        if not may_exist(table_id):
            return Members((), device)
        query = select(MemberRow).where(col(MemberRow.table_id) == table_id)
        with self.database.reading() as session:
            rows = session.exec(query.order_by(col(MemberRow.since), col(MemberRow.device)))
            known = tuple(Member(row.device, row.name, Role(row.role)) for row in rows)
            table = select(TableRow.access).where(col(TableRow.id) == table_id)
            members = Members(known, device, access=session.exec(table).first() or 0)
            if held and members.own is None:
                link = session.get(LinkRow, held)
                members = members._replace(holds_link=_leads_here(link, table_id))
        return members

    def invitation(self, secret: str) -> Invitation:
        """What a link's secret leads to; raises `NoSuchLink`."""
        with self.database.reading() as session:
            link = session.get(LinkRow, secret) if may_exist(secret) else None
            if link is None or link.leads_to == LeadsTo.CODE:
                raise NoSuchLink(secret)
            return Invitation(link.table_id, LeadsTo(link.leads_to), link.secret)

    def invitation_by_code(self, code: str) -> Invitation:
        """The link to watch the table that has this code now; raises `NoSuchLink`."""
        with self.database.writing() as session:
            link = session.get(LinkRow, code) if may_exist(code) else None
            if link is None or link.leads_to != LeadsTo.CODE or not self._works(link):
                raise NoSuchLink(code)
            watch = self._link(session, link.table_id, LeadsTo.WATCH)
            return Invitation(link.table_id, LeadsTo.WATCH, watch.secret)

    def keep(self, secret: str, device: str, name: str) -> str:
        """Let a device keep score by its link; returns the table's id. Raises `NoSuchLink`."""
        with self.database.writing() as session:
            link = session.get(LinkRow, secret)
            if link is None or link.leads_to != LeadsTo.KEEP:
                raise NoSuchLink(secret)
            self._stand(session, link.table_id, device, Role.KEEPER, name)
            return link.table_id

    def ask(self, table_id: str, device: str, name: str) -> None:
        """Ask the keepers to let a device keep score too."""
        with self.database.writing() as session:
            member = session.get(MemberRow, (table_id, device))
            if member is None or member.role != Role.KEEPER:
                self._stand(session, table_id, device, Role.ASKING, name)

    # Letting in

    def links(self, table_id: str) -> dict[LeadsTo, str]:
        """The secrets of a table's links and its code, made where there is none yet.

        A code that stopped working is a new one; one that works is good for longer.
        """
        with self.database.writing() as session:
            found = {kind: self._link(session, table_id, kind) for kind in LeadsTo}
            return {kind: link.secret for kind, link in found.items()}

    def call(self, table_id: str, device: str, name: str) -> None:
        """Say whose phone it is."""
        with self.database.writing() as session:
            member = session.get(MemberRow, (table_id, device))
            if member is None:
                raise NotAllowed(message("refused.unknown-phone"))
            member.name = name
            _moved(session, table_id)

    def give(self, table_id: str, to: str) -> None:
        """Let a phone that is known at the table keep score; raises `NotAllowed`."""
        self._set(table_id, to, Role.KEEPER)

    def take_back(self, table_id: str, device: str) -> None:
        """Let a phone only watch from now on; raises `NotAllowed` for the last keeper."""
        self._set(table_id, device, Role.WATCHER)

    def hand_over(self, table_id: str, device: str, to: str) -> None:
        """Let another phone keep score instead of this one; raises `NotAllowed`."""
        self.give(table_id, to)
        self.take_back(table_id, device)

    def end_all_others(self, table_id: str, device: str) -> None:
        """End the access of all other phones that keep score, and the link that lets them."""
        with self.database.writing() as session:
            keeps = col(MemberRow.role) == Role.KEEPER
            others = (col(MemberRow.table_id) == table_id, col(MemberRow.device) != device)
            session.execute(delete(MemberRow).where(*others, keeps))
            session.execute(
                delete(LinkRow).where(
                    col(LinkRow.table_id) == table_id, col(LinkRow.leads_to) == LeadsTo.KEEP
                )
            )
            _moved(session, table_id)

    def end_watching(self, table_id: str) -> None:
        """End the access of everybody who only watches, and what lets people do so."""
        with self.database.writing() as session:
            watches = col(MemberRow.role) != Role.KEEPER
            session.execute(delete(MemberRow).where(col(MemberRow.table_id) == table_id, watches))
            session.execute(
                delete(LinkRow).where(
                    col(LinkRow.table_id) == table_id, col(LinkRow.leads_to) != LeadsTo.KEEP
                )
            )
            _moved(session, table_id)

    # How it is done

    def _set(self, table_id: str, device: str, role: Role) -> None:
        with self.database.writing() as session:
            known = _members(session, table_id)
            member = next((member for member in known if member.device == device), None)
            if member is None:
                raise NotAllowed(message("refused.unknown-phone"))
            keepers = [member.device for member in known if member.role == Role.KEEPER]
            if role is not Role.KEEPER and keepers == [device]:
                raise NotAllowed(message("refused.last-keeper"))
            member.role = role.value
            _moved(session, table_id)

    def _stand(self, session: Session, table_id: str, device: str, role: Role, name: str) -> None:
        member = session.get(MemberRow, (table_id, device))
        if member is None:
            member = MemberRow(table_id=table_id, device=device, role=role.value, since=self._now())
            session.add(member)
        member.role = role.value
        member.name = name or member.name
        _moved(session, table_id)

    def _link(self, session: Session, table_id: str, kind: LeadsTo) -> LinkRow:
        query = select(LinkRow).where(
            col(LinkRow.table_id) == table_id, col(LinkRow.leads_to) == kind
        )
        link = session.exec(query).first()
        if link is not None and not self._works(link):
            session.delete(link)
            session.flush()
            link = None
        if link is None:
            secret = self._new_code(session) if kind is LeadsTo.CODE else self._secret()
            link = LinkRow(secret=secret, table_id=table_id, leads_to=kind.value)
            session.add(link)
        if kind is LeadsTo.CODE:
            link.until = self._now() + CODE_LASTS
        session.flush()
        return link

    def _new_code(self, session: Session) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            taken = session.get(LinkRow, code)
            if taken is None:
                return code
            if not self._works(taken):
                session.delete(taken)
                session.flush()
                return code

    def _works(self, link: LinkRow) -> bool:
        return link.until is None or self._now() < link.until


def admit_opener(session: Session, table_id: str, device: str, now: datetime) -> None:
    """Let the phone that opens a table keep score at it."""
    if device:
        session.add(MemberRow(table_id=table_id, device=device, role=Role.KEEPER.value, since=now))


def _members(session: Session, table_id: str) -> Sequence[MemberRow]:
    # The table's row first: two keepers who take keeping from each other wait in line.
    session.get(TableRow, table_id, with_for_update=True)
    return session.exec(select(MemberRow).where(col(MemberRow.table_id) == table_id)).all()


def _moved(session: Session, table_id: str) -> None:
    """Count the change, so that every phone at the table learns of it."""
    session.execute(
        update(TableRow).where(col(TableRow.id) == table_id).values(access=col(TableRow.access) + 1)
    )
    tell(session, table_id)


def _leads_here(link: LinkRow | None, table_id: str) -> bool:
    return link is not None and link.table_id == table_id and link.leads_to != LeadsTo.CODE
