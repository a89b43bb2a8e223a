"""A learner's answers as rows, within one transaction."""

from sqlalchemy import delete
from sqlmodel import Session, col, func, select

from companion.coach.key import Key
from companion.coach.schedule import Attempt, Practice
from companion.coach.skills import Kind, Skill
from companion.tables.rows import AttemptRow


def attempt_rows(session: Session, learner_id: str) -> list[AttemptRow]:
    """The rows of a learner, the first answer first."""
    query = select(AttemptRow).where(col(AttemptRow.learner_id) == learner_id)
    return [*session.exec(query.order_by(col(AttemptRow.seq)))]


def remembered_attempts(session: Session, learner_id: str) -> tuple[Attempt, ...]:
    """The answers of a learner, the first one first."""
    return tuple(map(_attempt, attempt_rows(session, learner_id)))


def is_counted(session: Session, learner_id: str, key: Key) -> bool:
    """Whether a learner answered this very question already."""
    query = select(AttemptRow.seq).where(
        col(AttemptRow.learner_id) == learner_id, col(AttemptRow.question) == str(key)
    )
    return session.exec(query).first() is not None


def remember_attempt(session: Session, learner_id: str, key: Key, attempt: Attempt) -> None:
    """Keep one more answer. The learner's row is locked, so answers wait in line."""
    query = select(func.max(AttemptRow.seq)).where(col(AttemptRow.learner_id) == learner_id)
    session.add(
        AttemptRow(
            learner_id=learner_id,
            seq=(session.exec(query).one() or 0) + 1,
            at=attempt.at,
            question=str(key),
            kind=key.kind.value,
            skill=key.skill.value,
            level=key.level,
            is_right=attempt.is_right,
            milliseconds=attempt.milliseconds,
        )
    )


def forget_attempts(session: Session, learner_id: str) -> None:
    """Strike all answers of a learner."""
    session.execute(delete(AttemptRow).where(col(AttemptRow.learner_id) == learner_id))


def _attempt(row: AttemptRow) -> Attempt:
    practice = Practice(Kind(row.kind), Skill(row.skill))
    return Attempt(row.at, practice, row.level, row.is_right, row.milliseconds)
