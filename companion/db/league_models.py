"""The rows of leagues: competitions with their entrants, their matches, and seasons.

What a club decided is kept as `companion/league/kept_json.py` writes it. The result of a game at a
table is not here: only the table's record has it.
"""

from datetime import datetime
from typing import Self

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from companion.db.table_models import UtcDateTime, owner_key
from companion.league.fixture import Fixture
from companion.league.kept_json import write_kept


def _match_of() -> sa.ForeignKeyConstraint:
    """A foreign key to the match of a row."""
    return sa.ForeignKeyConstraint(
        ["competition_id", "fixture"],
        ["fixture.competition_id", "fixture.number"],
        ondelete="CASCADE",
    )


class CompetitionRow(SQLModel, table=True):
    """A competition of a club."""

    __tablename__ = "competition"
    __table_args__ = (sa.Index("competition_by_club", "club_id"),)

    id: str = Field(primary_key=True, sa_type=sa.String(32))
    club_id: str = Field(foreign_key="club.id", ondelete="CASCADE", sa_type=sa.String(32))
    made_at: datetime = Field(sa_type=UtcDateTime)
    kept: str = Field(sa_type=sa.Text)


class EntrantRow(SQLModel, table=True):
    """An entrant of a competition, its `number`-th."""

    __tablename__ = "entrant"

    competition_id: str = owner_key("competition")
    number: int = Field(primary_key=True)
    kept: str = Field(sa_type=sa.Text)
    #: The secret of the link for a team's captains; None before anyone asks for it.
    captains: str | None = Field(default=None, unique=True, sa_type=sa.String(48))


class FixtureRow(SQLModel, table=True):
    """A match of a competition, its `number`-th; it names the table of a game at a table."""

    __tablename__ = "fixture"
    __table_args__ = (
        sa.Index("fixture_by_round", "competition_id", "round"),
        sa.Index("fixture_by_night", "night"),
        sa.CheckConstraint("revision >= 0"),
    )

    competition_id: str = owner_key("competition")
    number: int = Field(primary_key=True)
    #: How often it was changed, so that a calendar takes the newer one.
    revision: int = 0
    kept: str = Field(sa_type=sa.Text)
    #: Also part of `kept`, so that the matches of a night, or of a team, are found among those of
    #: years: 0 for a side that follows from another match.
    round: int = 0
    home: int = 0
    away: int = 0
    night: str | None = Field(default=None, sa_type=sa.String(10))

    @classmethod
    def of(cls, competition_id: str, fixture: Fixture, revision: int = 0) -> Self:
        """The row of a match."""
        row = cls(competition_id=competition_id, number=fixture.number, revision=revision, kept="")
        row.keep(fixture)
        return row

    def keep(self, fixture: Fixture) -> None:
        """Store a match as it is now."""
        self.kept, self.round = write_kept(fixture), fixture.round
        self.home, self.away = fixture.home.entrant, fixture.away.entrant
        self.night = fixture.night.isoformat() if fixture.night else None


class MatchTableRow(SQLModel, table=True):
    """A table where a game of a match is played, at its `board`-th board."""

    __tablename__ = "match_table"
    __table_args__ = (
        _match_of(),
        sa.Index("match_table_by_match", "competition_id", "fixture"),
        sa.CheckConstraint("home_side IN (0, 1)"),
    )

    table_id: str = owner_key("game_table")
    competition_id: str = Field(sa_type=sa.String(32))
    fixture: int
    board: int
    #: Which side of the table plays for the home side: 0 or 1.
    home_side: int = 0


class MatchCardRow(SQLModel, table=True):
    """The card of a match, confirmed by one phone, and by another one for the other side.

    Without a `fingerprint` nobody has confirmed it, or it was opened again.
    """

    __tablename__ = "match_card"
    __table_args__ = (_match_of(), sa.CheckConstraint("proposed_for IN (0, 1)"))

    competition_id: str = Field(primary_key=True, sa_type=sa.String(32))
    fixture: int = Field(primary_key=True)
    #: The mark of the result at that time.
    fingerprint: str = Field(default="", sa_type=sa.String(64))
    proposed_by: str = Field(default="", sa_type=sa.String(32))
    proposed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    #: The side for which that phone confirmed, 0 or 1, and the secret that lets another phone,
    #: which only watches, confirm for the other side.
    proposed_for: int = 0
    secret: str = Field(sa_type=sa.String(48))
    #: Empty until another phone accepts it.
    accepted_by: str = Field(default="", sa_type=sa.String(32))
    accepted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    #: The match as both sides accepted it last, and the mark of its result; it is locked since.
    settled: str = Field(default="", sa_type=sa.Text)
    settled_mark: str = Field(default="", sa_type=sa.String(64))
    #: The manager's phone that opened it again since, and why.
    reopened_by: str = Field(default="", sa_type=sa.String(32))
    reason: str = Field(default="", sa_type=sa.String(200))
    #: The phone that says that it is wrong, and what it says, until that is settled.
    disputed_by: str = Field(default="", sa_type=sa.String(32))
    dispute: str = Field(default="", sa_type=sa.String(200))


class SeasonRow(SQLModel, table=True):
    """A range of days of a club with standings of its own."""

    __tablename__ = "season"
    __table_args__ = (sa.Index("season_by_club", "club_id"),)

    id: str = Field(primary_key=True, sa_type=sa.String(32))
    club_id: str = Field(foreign_key="club.id", ondelete="CASCADE", sa_type=sa.String(32))
    made_at: datetime = Field(sa_type=UtcDateTime)
    kept: str = Field(sa_type=sa.Text)
