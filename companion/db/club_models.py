"""The rows of clubs: who belongs to one, who plays there, at which tables."""

import json
from datetime import datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from companion.db.table_models import UtcDateTime, one_of, owner_key

#: The colours that a club has for its players.
COLOURS = 8


class ClubRole(StrEnum):
    """What a phone may do in a club; each role may do what the roles after it may."""

    #: Everything: people, settings, leagues, links and phones.
    MANAGER = "manages"
    #: It opens tables, and enters the results and line-ups of every match.
    SCORER = "scores"
    #: A scorer for the matches of its own teams.
    CAPTAIN = "captains"
    WATCHER = "watches"


#: A captain's phone watches, and has teams.
_STORED_ROLES = (ClubRole.MANAGER, ClubRole.SCORER, ClubRole.WATCHER)


class ClubLink(StrEnum):
    """What a link to a club is for; a team's captains have a link of the team."""

    MANAGER = ClubRole.MANAGER.value
    SCORER = ClubRole.SCORER.value
    WATCHER = ClubRole.WATCHER.value
    #: Only the fixtures, for calendars.
    CALENDAR = "calendar"


class JsonTuple(sa.TypeDecorator[tuple[Any, ...]]):
    """Some numbers or words in their order, kept as a JSON list."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: tuple[Any, ...] | None, dialect: sa.Dialect) -> str | None:
        """The list that a row keeps."""
        return None if value is None else json.dumps(value, ensure_ascii=False)

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> tuple[Any, ...]:
        """The text that a row keeps; raises `ValueError` if it isn't a list."""
        found = [] if value is None else json.loads(value)
        if not isinstance(found, list):
            raise ValueError("no list")
        return tuple(found)


class ClubRow(SQLModel, table=True):
    """A circle of people who play together."""

    __tablename__ = "club"

    id: str = Field(primary_key=True, sa_type=sa.String(32))
    opened_at: datetime = Field(sa_type=UtcDateTime)
    name: str = Field(sa_type=sa.String(48))
    #: Its time zone, by its IANA name: `Europe/Lisbon`.
    zone: str = Field(sa_type=sa.String(64))
    shows_ratings: bool = True
    #: The phone that can't be removed by others; empty if there is none.
    founder: str = Field(default="", sa_type=sa.String(32))
    #: When it is closed for good; None unless a manager is closing it.
    closes_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    #: While it is being imported: when its latest part came. Until it is whole, nobody sees it.
    arriving_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class ClubLinkRow(SQLModel, table=True):
    """A link to a club: anyone who has its secret may join as it says."""

    __tablename__ = "club_link"
    __table_args__ = (
        sa.UniqueConstraint("club_id", "leads_to", name="club_link_of_a_kind"),
        one_of("leads_to", ClubLink),
    )

    secret: str = Field(primary_key=True, sa_type=sa.String(48))
    club_id: str = Field(foreign_key="club.id", ondelete="CASCADE", sa_type=sa.String(32))
    leads_to: str = Field(sa_type=sa.String(8))


class ClubMemberRow(SQLModel, table=True):
    """A phone that has joined a club."""

    __tablename__ = "club_member"
    __table_args__ = (sa.Index("club_member_by_device", "device"), one_of("role", _STORED_ROLES))

    club_id: str = owner_key("club")
    device: str = Field(primary_key=True, sa_type=sa.String(32))
    role: str = Field(sa_type=sa.String(8))
    #: The teams of which it is a captain's, each by its competition and its number there.
    teams: tuple[tuple[str, int], ...] = Field(default=(), sa_type=JsonTuple)
    #: Whose phone it is, as they said; empty if nobody did.
    name: str = Field(default="", sa_type=sa.String(48))
    since: datetime = Field(sa_type=UtcDateTime)
    #: The learner whose storms it shows the club; None for nobody's.
    storms_of: str | None = Field(default=None, sa_type=sa.String(32))


class ClubRemovedRow(SQLModel, table=True):
    """A phone that a manager has removed from a club: no link lets it in again."""

    __tablename__ = "club_removed"

    club_id: str = owner_key("club")
    device: str = Field(primary_key=True, sa_type=sa.String(32))
    #: How it was called.
    name: str = Field(default="", sa_type=sa.String(48))
    at: datetime = Field(sa_type=UtcDateTime)


class ClubPlayerRow(SQLModel, table=True):
    """Someone who plays in a club, its `number`-th."""

    __tablename__ = "club_player"
    __table_args__ = (sa.CheckConstraint(f"number > 0 AND colour BETWEEN 0 AND {COLOURS - 1}"),)

    club_id: str = owner_key("club")
    number: int = Field(primary_key=True)
    #: Empty if the name was removed.
    name: str = Field(sa_type=sa.String(24))
    #: Other names that tables have for them.
    nicknames: tuple[str, ...] = Field(default=(), sa_type=JsonTuple)
    #: One of the colours that a club has, from 0.
    colour: int = 0
    #: The number of the player that this one was merged with.
    same_as: int | None = None
    #: When they left; None if they still play.
    left_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class ClubTableRow(SQLModel, table=True):
    """A table that belongs to a club."""

    __tablename__ = "club_table"
    __table_args__ = (sa.Index("club_table_by_club", "club_id"),)

    table_id: str = owner_key("game_table")
    club_id: str = Field(foreign_key="club.id", ondelete="CASCADE", sa_type=sa.String(32))
    #: The number of the player at each seat.
    seats: tuple[int, ...] = Field(sa_type=JsonTuple)


class ClubEventRow(SQLModel, table=True):
    """Something that happened in a club, its `number`-th; the oldest ones are dropped."""

    __tablename__ = "club_event"
    __table_args__ = (sa.Index("club_event_of_match", "club_id", "competition_id", "fixture"),)

    club_id: str = owner_key("club")
    number: int = Field(primary_key=True)
    #: Also part of `kept`: the competition and its match, if any.
    competition_id: str = Field(sa_type=sa.String(32))
    fixture: int
    kept: str = Field(sa_type=sa.Text)


class KeptFiguresRow(SQLModel, table=True):
    """The figures of a game, made from one version of its record; never truth."""

    __tablename__ = "kept_figures"

    table_id: str = owner_key("game_table")
    version: int
    #: The number of the method that made them.
    method: int
    figures: str = Field(sa_type=sa.Text)
