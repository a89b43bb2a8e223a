"""Access: who may enter a table, by which link, and who keeps score there.

A right is either a link's secret, which a phone has, or a phone's role at the table. Scorers give
roles and take them away. Nothing here knows the web.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete
from sqlmodel import Session, col, select

from companion.db.database import Database
from companion.db.notify import announce
from companion.db.short_codes import new_code
from companion.db.table_models import LeadsTo, LinkRow, MemberRow, Role, may_exist
from companion.i18n import message
from companion.tables.errors import NoSuchLink, NotAllowed
from companion.tables.table_loader import find

#: How long a code works after a scorer last looked at it: an evening, not a season.
CODE_LASTS = timedelta(hours=12)


class Invitation(NamedTuple):
    """What a link or a code opens."""

    table_id: str
    leads_to: LeadsTo
    secret: str


@dataclass(eq=False)
class AccessService:
    """Who may enter a table; each method raises `NoSuchTable` if the table is gone by then."""

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    secret: Callable[[], str] = lambda: secrets.token_urlsafe(16)

    def invitation(self, secret: str) -> Invitation:
        """What a link's secret opens; raises `NoSuchLink`."""
        with self.database.reading() as session:
            link = _known_link(session, secret, LeadsTo.KEEP, LeadsTo.WATCH, LeadsTo.BOARD)
            return Invitation(link.table_id, LeadsTo(link.leads_to), secret)

    def invitation_by_code(self, code: str) -> Invitation:
        """The watch link of the table that has this code now; raises `NoSuchLink`."""
        with self.database.writing() as session:
            link = _known_link(session, code, LeadsTo.CODE)
            if link.until is not None and link.until <= self.now():
                raise NoSuchLink(code)
            watch = self._links(session, link.table_id)[LeadsTo.WATCH]
            return Invitation(link.table_id, LeadsTo.WATCH, watch.secret)

    def keep(self, secret: str, device: str, name: str) -> str:
        """Let a device keep score by its link; returns the table's id. Raises `NoSuchLink`."""
        with self.database.writing() as session:
            link = _known_link(session, secret, LeadsTo.KEEP)
            find(session.connection(), link.table_id, holds=True)
            self._admit(session, link.table_id, device, Role.KEEPER, name)
            return link.table_id

    def ask(self, table_id: str, device: str, name: str) -> None:
        """Ask the scorers to let a device keep score too."""
        with self._at_table(table_id) as session:
            member = session.get(MemberRow, (table_id, device))
            if member is None or member.role != Role.KEEPER:
                self._admit(session, table_id, device, Role.ASKING, name)

    def links(self, table_id: str) -> dict[LeadsTo, str]:
        """The secrets of a table's links and its code; those that don't exist yet are made.

        A code that has expired is replaced; one that works is extended.
        """
        with self.database.writing() as session:
            links = self._links(session, table_id)
            links[LeadsTo.CODE].until = self.now() + CODE_LASTS
            return {kind: link.secret for kind, link in links.items()}

    def call(self, table_id: str, device: str, name: str) -> None:
        """Say whose phone it is."""
        with self._at_table(table_id) as session:
            _member(session, table_id, device).name = name
            announce(session.connection(), table_id)

    def give(self, table_id: str, to: str) -> None:
        """Let a phone that is known at the table keep score; raises `NotAllowed`."""
        self._set_role(table_id, to, Role.KEEPER)

    def take_back(self, table_id: str, device: str) -> None:
        """Let a phone only watch from now on; raises `NotAllowed` for the last scorer."""
        self._set_role(table_id, device, Role.WATCHER)

    def hand_over(self, table_id: str, device: str, to: str) -> None:
        """Let another phone keep score instead of this one; raises `NotAllowed`."""
        self.give(table_id, to)
        self.take_back(table_id, device)

    def end_all_others(self, table_id: str, device: str) -> None:
        """Remove all other phones that keep score, and end the scorers' link."""
        others = (col(MemberRow.role) == Role.KEEPER, col(MemberRow.device) != device)
        self._end(table_id, *others, links=col(LinkRow.leads_to) == LeadsTo.KEEP)

    def end_watching(self, table_id: str) -> None:
        """Remove everyone who only watches, and end the watch link and the code."""
        watchers = col(MemberRow.role) != Role.KEEPER
        self._end(table_id, watchers, links=col(LinkRow.leads_to) != LeadsTo.KEEP)

    def _end(
        self, table_id: str, *members: ColumnElement[bool], links: ColumnElement[bool]
    ) -> None:
        with self._at_table(table_id) as session:
            session.execute(delete(MemberRow).where(col(MemberRow.table_id) == table_id, *members))
            session.execute(delete(LinkRow).where(col(LinkRow.table_id) == table_id, links))
            announce(session.connection(), table_id)

    def _set_role(self, table_id: str, device: str, role: Role) -> None:
        # If two scorers remove each other, they wait in line.
        with self._at_table(table_id) as session:
            member = _member(session, table_id, device)
            keepers = select(MemberRow.device).where(
                col(MemberRow.table_id) == table_id, col(MemberRow.role) == Role.KEEPER
            )
            if role is not Role.KEEPER and session.exec(keepers).all() == [device]:
                raise NotAllowed(message("refused.last-keeper"))
            member.role = role.value
            announce(session.connection(), table_id)

    def _admit(self, session: Session, table_id: str, device: str, role: Role, name: str) -> None:
        member = session.get(MemberRow, (table_id, device))
        if member is None:
            member = MemberRow(table_id=table_id, device=device, role=role.value, since=self.now())
            session.add(member)
        member.role = role.value
        member.name = name or member.name
        announce(session.connection(), table_id)

    @contextmanager
    def _at_table(self, table_id: str) -> Iterator[Session]:
        """A session that writes at a table, with its row locked until the end."""
        with self.database.writing() as session:
            find(session.connection(), table_id, holds=True)
            yield session

    def _links(self, session: Session, table_id: str) -> dict[LeadsTo, LinkRow]:
        find(session.connection(), table_id, holds=True)
        of_table = select(LinkRow).where(col(LinkRow.table_id) == table_id)
        old = col(LinkRow.until) <= self.now()
        session.execute(delete(LinkRow).where(col(LinkRow.table_id) == table_id, old))
        links = {LeadsTo(link.leads_to): link for link in session.exec(of_table)}
        for kind in LeadsTo:
            if kind not in links:
                secret = _unused_code(session) if kind is LeadsTo.CODE else self.secret()
                links[kind] = LinkRow(secret=secret, table_id=table_id, leads_to=kind.value)
                session.add(links[kind])
        return links


def _unused_code(session: Session) -> str:
    while session.get(LinkRow, code := new_code()) is not None:
        pass
    return code


def _known_link(session: Session, secret: str, *kinds: LeadsTo) -> LinkRow:
    link = session.get(LinkRow, secret) if may_exist(secret) else None
    if link is None or link.leads_to not in kinds:
        raise NoSuchLink(secret)
    return link


def _member(session: Session, table_id: str, device: str) -> MemberRow:
    member = session.get(MemberRow, (table_id, device))
    if member is None:
        raise NotAllowed(message("refused.unknown-phone"))
    return member
