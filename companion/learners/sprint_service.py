"""Runs against the clock: what each learner's came to, and the best of them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from companion.coach.challenges.timed_run import Result
from companion.db.database import Database
from companion.db.learner_models import LearnerRow, SprintRow
from companion.db.table_models import may_exist
from companion.i18n import message
from companion.learners.errors import CountedAlready, NoSuchLearner


class SprintCourse(NamedTuple):
    """What is run: a storm or the ladder of a drill, in a game with its house rules."""

    name: str
    game: str


class Best(NamedTuple):
    """The best run of a learner on a course; of two that came as far, the quicker one."""

    score: int
    right: int
    best_combo: int
    milliseconds: int

    @property
    def rank(self) -> tuple[int, int]:
        """What is compared: more is better."""
        return self.score, -self.milliseconds


@dataclass(eq=False)
class SprintService:
    """Where what runs came to is kept; `now` gives the time."""

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def best(self, learner_id: str, course: SprintCourse) -> Best | None:
        """The best run of a learner; None before the first."""
        with self.database.reading() as session:
            return _best(session, learner_id, course)

    def keep(self, learner_id: str, deal: str, course: SprintCourse, result: Result) -> Best | None:
        """Keep what a run came to; returns the best before it.

        Raises `CountedAlready` where the deal brought its score before, and `NoSuchLearner`.
        """
        try:
            with self.database.writing() as session:
                # Locked, so that runs wait in line.
                if (
                    not may_exist(learner_id)
                    or session.get(LearnerRow, learner_id, with_for_update=True) is None
                ):
                    raise NoSuchLearner(learner_id)
                before = _best(session, learner_id, course)
                session.add(self._row(learner_id, deal, course, result))
                return before
        except IntegrityError:
            raise CountedAlready(message("sprint.refused.counted-already")) from None

    def _row(self, learner_id: str, deal: str, course: SprintCourse, result: Result) -> SprintRow:
        return SprintRow(
            learner_id=learner_id,
            deal=deal,
            at=self.now(),
            course=course.name,
            game=course.game,
            score=result.score,
            right=result.right,
            misses=len(result.misses),
            best_combo=result.best_combo,
            milliseconds=result.milliseconds,
        )


def _best(session: Session, learner_id: str, course: SprintCourse) -> Best | None:
    query = select(SprintRow).where(
        col(SprintRow.learner_id) == learner_id,
        col(SprintRow.course) == course.name,
        col(SprintRow.game) == course.game,
    )
    row = session.exec(
        query.order_by(col(SprintRow.score).desc(), col(SprintRow.milliseconds)).limit(1)
    ).first()
    return None if row is None else Best(row.score, row.right, row.best_combo, row.milliseconds)
