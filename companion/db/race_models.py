"""The rows of a race to hole 15; no backup has them."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from companion.db.table_models import UtcDateTime, owner_key


class RaceRow(SQLModel, table=True):
    """A race to hole 15; after a day it is gone."""

    __tablename__ = "race"
    __table_args__ = (sa.Index("race_by_age", "created_at"),)

    #: Unguessable: anyone who has it may watch, and join before the start.
    id: str = Field(primary_key=True, sa_type=sa.String(32))
    created_at: datetime = Field(sa_type=UtcDateTime)
    game: str = Field(sa_type=sa.String(32))
    #: The seed of the questions, the same for all.
    seed: int = Field(sa_type=sa.BigInteger)
    #: Whether two share one phone.
    is_shared: bool
    #: How often it changed; phones report the number that they have seen.
    version: int = 0
    #: When the first racer begins; None before someone starts it.
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    #: The race that the same people run next.
    again: str | None = Field(default=None, sa_type=sa.String(32))


class RacerRow(SQLModel, table=True):
    """Someone who races, the `number`-th who joined."""

    __tablename__ = "racer"

    race_id: str = owner_key("race")
    number: int = Field(primary_key=True)
    #: A secret that only their phone knows.
    secret: str = Field(sa_type=sa.String(32))
    name: str = Field(sa_type=sa.String(24))
    #: In seconds.
    head_start: int = 0
    #: The answers as JSON: when, what, and whether it pegged.
    given: str = Field(default="[]", sa_type=sa.Text)
