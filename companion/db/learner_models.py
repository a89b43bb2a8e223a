"""The rows of learners: themselves, their answers and runs, and who sees how they get on."""

from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from companion.db.table_models import UtcDateTime, owner_key


class LearnerRow(SQLModel, table=True):
    """Someone who practises: a name that they picked, and what comes next for them."""

    __tablename__ = "learner"

    #: Unguessable, and kept by the learner's own devices: a device with it is the learner's.
    id: str = Field(primary_key=True, sa_type=sa.String(32))
    name: str = Field(sa_type=sa.String(24))
    #: Without capitals, so that Ana and ANA are one.
    name_key: str = Field(unique=True, sa_type=sa.String(120))
    #: The code that makes another device the learner's own.
    code: str = Field(sa_type=sa.String(6))
    #: The schedule as JSON: only a note, since it follows from the attempts.
    schedule: str = Field(sa_type=sa.Text)
    #: The code for a grown-up to see how it goes; None while nobody may.
    shown_code: str | None = Field(default=None, sa_type=sa.String(6))


class AttemptRow(SQLModel, table=True):
    """An answer of a learner; a question counts once."""

    __tablename__ = "attempt"
    __table_args__ = (sa.UniqueConstraint("learner_id", "question", name="attempt_once"),)

    learner_id: str = owner_key("learner")
    seq: int = Field(primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    question: str = Field(sa_type=sa.String(300))
    kind: str = Field(sa_type=sa.String(16))
    skill: str = Field(sa_type=sa.String(24))
    level: int
    is_right: bool
    milliseconds: int | None = None
    #: None for an answer from before this was kept.
    took_hint: bool | None = None


class SprintRow(SQLModel, table=True):
    """The result of a learner's run against the clock; each deal counts once."""

    __tablename__ = "sprint"
    __table_args__ = (
        sa.CheckConstraint(
            'score >= 0 AND "right" >= 0 AND misses >= 0 AND best_combo >= 0 AND milliseconds >= 0'
        ),
    )

    learner_id: str = owner_key("learner")
    #: The name of the deal, which gave the questions.
    deal: str = Field(primary_key=True, sa_type=sa.String(32))
    at: datetime = Field(sa_type=UtcDateTime)
    #: `storm`, or the drill of a ladder.
    course: str = Field(sa_type=sa.String(24))
    #: The game, with its house rules.
    game: str = Field(sa_type=sa.String(200))
    #: In pegs or in rungs.
    score: int
    right: int
    misses: int
    best_combo: int
    milliseconds: int


class ClassRow(SQLModel, table=True):
    """A class as its grown-up opened it: the link that leads there, and what it is asked."""

    __tablename__ = "class"

    #: Unguessable, and kept by the grown-up's device.
    id: str = Field(primary_key=True, sa_type=sa.String(32))
    #: What the link to join has.
    code: str = Field(unique=True, sa_type=sa.String(6))
    #: The names to pick from, one a line.
    names: str = Field(default="", sa_type=sa.Text)
    #: The latest question, how many there were, and until when it is answered.
    question: str | None = Field(default=None, sa_type=sa.String(300))
    asked: int = 0
    ends_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class ClassMemberRow(SQLModel, table=True):
    """Someone who lets a grown-up see how their practice goes, the `number`-th of a class."""

    __tablename__ = "class_member"
    __table_args__ = (
        sa.UniqueConstraint("class_id", "learner_id", name="class_member_once"),
        sa.Index("class_member_by_learner", "learner_id"),
        sa.CheckConstraint("number > 0"),
    )

    #: Of a class that was never opened there is no row.
    class_id: str = Field(primary_key=True, sa_type=sa.String(32))
    number: int = Field(primary_key=True)
    #: If a learner is deleted, they leave every class.
    learner_id: str = Field(foreign_key="learner.id", ondelete="CASCADE", sa_type=sa.String(32))
    since: datetime = Field(sa_type=UtcDateTime)
    #: What they are called in this class.
    name: str = Field(
        default="", sa_type=sa.String(24), sa_column_kwargs={"server_default": sa.text("''")}
    )
    #: Their answer to the latest question of the class.
    said: str | None = Field(default=None, sa_type=sa.String(24))


#: Everything that belongs to a learner, and goes with them.
OF_LEARNERS: tuple[type[AttemptRow | SprintRow], ...] = (AttemptRow, SprintRow)
