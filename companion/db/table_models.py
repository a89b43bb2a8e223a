"""The rows of tables. Undo and fixes add a change, and set `is_live` and `undone_by` of older ones.

Changes in one place replace each other, and at most one of them is live.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

#: The characters of ids and secrets; an address may contain others, but no id does.
_UNGUESSABLE = re.compile("[A-Za-z0-9_-]{1,48}")


def may_exist(name: str) -> bool:
    """Whether a table or a link could have this name at all."""
    return _UNGUESSABLE.fullmatch(name) is not None


class UtcDateTime(sa.TypeDecorator[datetime]):
    """A time with its zone: SQLite forgets it, and all our times are UTC."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """The time that a row holds, in UTC."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


def owner_key(owner: str) -> Any:
    """The part of a row's key that is its owner's id: if the owner is deleted, so is the row."""
    return Field(
        primary_key=True, foreign_key=f"{owner}.id", ondelete="CASCADE", sa_type=sa.String(32)
    )


class ChangeKind(StrEnum):
    """What a change did to the record."""

    ENTERED = "entered"
    CORRECTED = "corrected"
    INSERTED = "inserted"
    DELETED = "deleted"
    UNDONE = "undone"
    REDONE = "redone"
    RENAMED = "renamed"
    #: The record stays as it is; an option of the table changed.
    SWITCHED = "switched"


class LeadsTo(StrEnum):
    """What a link lets people do."""

    KEEP = "keep"
    WATCH = "watch"
    BOARD = "board"
    #: The code of six characters, for those who can't scan.
    CODE = "code"


class Role(StrEnum):
    """What a phone may do at a table, by name."""

    KEEPER = "keeps"
    #: It watches, and would like to keep score.
    ASKING = "asks"
    WATCHER = "watches"


class ProposalDecision(StrEnum):
    """What happened to a proposal."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


def one_of(column: str, kinds: Iterable[StrEnum]) -> sa.CheckConstraint:
    """A check that a column holds one of these words."""
    return sa.CheckConstraint(f"{column} IN ({', '.join(map(repr, map(str, kinds)))})")


class TableRow(SQLModel, table=True):
    """A table: its header, and the present version of its record."""

    __tablename__ = "game_table"
    __table_args__ = (
        sa.Index("table_by_origin", "origin"),
        sa.CheckConstraint("version >= 0 AND hand >= 0 AND unclaimed >= 0 AND winner >= 0"),
    )

    id: str = Field(primary_key=True, sa_type=sa.String(32))
    created_at: datetime = Field(sa_type=UtcDateTime)
    changed_at: datetime = Field(sa_type=UtcDateTime)
    #: In the form of the record.
    header: str = Field(sa_type=sa.Text)
    #: Whether points are pegged without tiles, as rulings.
    is_pegs_only: bool = False
    #: The number of the latest change; a phone posts the one that it has seen.
    version: int = 0
    #: The hand in progress, from 1; 0 before it.
    hand: int = 0
    winner: int | None = None
    #: The change that undo reverses.
    undo: int | None = None
    #: The change that redo makes again: it was undone, and nothing was entered since.
    redo: int | None = None
    #: The table that this one continues, with the same people.
    again_from: str | None = Field(default=None, sa_type=sa.String(32))
    #: The id of the table where this record was first opened; None if it was here.
    origin: str | None = Field(default=None, sa_type=sa.String(32))
    #: How often something besides the record changed: a right to enter, or a proposal.
    access: int = 0
    #: The change that played the tile whose count nobody calls: its count is shown now.
    unclaimed: int = 0
    #: Since when another phone must accept a change further back; None for no.
    consent_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    #: Everything else that the table agreed on, as `TableOptions` writes it.
    table_options: str = Field(default="{}", sa_type=sa.Text)


class ChangeRow(SQLModel, table=True):
    """One change, the `seq`-th of its table."""

    __tablename__ = "change"
    __table_args__ = (
        sa.UniqueConstraint("table_id", "key", name="change_key"),
        sa.Index("change_by_place", "table_id", "place"),
        one_of("kind", ChangeKind),
        sa.CheckConstraint("target < seq"),
    )

    table_id: str = owner_key("game_table")
    seq: int = Field(primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    kind: str = Field(sa_type=sa.String(12))
    #: The tap's own key: sent twice, it is counted once.
    key: str = Field(sa_type=sa.String(64))
    device: str = Field(default="", sa_type=sa.String(32))
    #: The change that this one replaces, deletes, undoes or redoes.
    target: int | None = None
    #: A statement of the record, its players by seat: `1: 6-4 on 4-4`; else what was renamed or
    #: switched.
    statement: str | None = Field(default=None, sa_type=sa.Text)
    #: The place of the statement now or before: the order of the record. None for anything else.
    place: int | None = None
    #: Whether the statement is part of the record now.
    is_live: bool = False
    #: The change that undid it; None if it is done.
    undone_by: int | None = None
    #: Whether the player was asked for the count before this tile was entered.
    is_asked: bool = False
    #: The count that was called, if this is the ruling on a call.
    claim: int | None = None
    #: The standing before and after, as `ChangeWorth` writes it; None for an entry.
    worth: str | None = Field(default=None, sa_type=sa.Text)

    @property
    def stands(self) -> bool:
        """Whether it is a correction that still applies, and can be undone by itself."""
        is_amendment = self.kind in (ChangeKind.CORRECTED, ChangeKind.INSERTED, ChangeKind.DELETED)
        return is_amendment and self.undone_by is None and (self.is_live or self.statement is None)


class HandStartRow(SQLModel, table=True):
    """The state at the start of a hand, so that a tap need not replay the hands before it."""

    __tablename__ = "hand_start"

    table_id: str = owner_key("game_table")
    hand: int = Field(primary_key=True)
    #: The place of its lead.
    place: int
    #: The scores before it, one for each side, separated by blanks.
    scores: str = Field(sa_type=sa.Text)
    #: The scores before each side's last points.
    backs: str = Field(sa_type=sa.Text)
    #: The seat that must lead it; None if it is picked at random.
    leader: int | None = None


class LinkRow(SQLModel, table=True):
    """A link to a table: anyone who has its secret may do what it allows."""

    __tablename__ = "link"
    __table_args__ = (
        sa.UniqueConstraint("table_id", "leads_to", name="link_of_a_kind"),
        one_of("leads_to", LeadsTo),
    )

    secret: str = Field(primary_key=True, sa_type=sa.String(48))
    table_id: str = Field(foreign_key="game_table.id", ondelete="CASCADE", sa_type=sa.String(32))
    leads_to: str = Field(sa_type=sa.String(8))
    #: When it stops working; None for never.
    until: datetime | None = Field(default=None, sa_type=UtcDateTime)


class MemberRow(SQLModel, table=True):
    """A phone that is known at a table by its device; watchers need not be."""

    __tablename__ = "member"
    __table_args__ = (one_of("role", Role),)

    table_id: str = owner_key("game_table")
    device: str = Field(primary_key=True, sa_type=sa.String(32))
    role: str = Field(sa_type=sa.String(8))
    #: Whose phone it is, as they said; empty if nobody did.
    name: str = Field(default="", sa_type=sa.String(48))
    since: datetime = Field(sa_type=UtcDateTime)


class ProposalRow(SQLModel, table=True):
    """A change that another phone must accept, the `number`-th of its table."""

    __tablename__ = "proposal"
    __table_args__ = (
        sa.UniqueConstraint("table_id", "key", name="proposal_key"),
        one_of("answer", ProposalDecision),
    )

    table_id: str = owner_key("game_table")
    number: int = Field(primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    #: The tap's own key: sent twice, it is proposed once.
    key: str = Field(sa_type=sa.String(64))
    device: str = Field(sa_type=sa.String(32))
    kind: str = Field(sa_type=sa.String(12))
    #: The entry to correct or delete, or to put the statement before; the change to undo; 0 for
    #: options.
    target: int
    statement: str | None = Field(default=None, sa_type=sa.Text)
    answer: str = Field(default=ProposalDecision.PENDING.value, sa_type=sa.String(10))
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    answered_by: str = Field(default="", sa_type=sa.String(32))
    #: The change that it became.
    change: int | None = None


#: The tables of a tap, for statements in Core: `tests/test_rooms.py` names who may write these.
TABLES = SQLModel.metadata.tables["game_table"]
CHANGES = SQLModel.metadata.tables["change"]
HAND_STARTS = SQLModel.metadata.tables["hand_start"]
LINKS = SQLModel.metadata.tables["link"]
MEMBERS = SQLModel.metadata.tables["member"]
