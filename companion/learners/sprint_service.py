"""Runs against the clock: the results of each learner, and the best of them."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from companion.coach.challenges.timed_run import Result
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import DrillKind
from companion.db.learner_models import LearnerRow, SprintRow
from companion.i18n import Text, message
from companion.learners.errors import CountedAlready
from companion.learners.learner_service import LearnerService

#: The courses that are no ladders, by the highest level of their questions; the last has them all.
STORMS = (*(f"storm.{level}" for level in range(LEVELS)), "storm")
_BEST_FIRST = (col(SprintRow.score).desc(), col(SprintRow.milliseconds))


class SprintCourse(NamedTuple):
    """A course: a storm or the ladder of a drill, in a game with its house rules."""

    name: str
    game: str

    @property
    def is_storm(self) -> bool:
        """Whether its score is in pegs, rather than in rungs."""
        return self.name in STORMS

    @property
    def heading(self) -> Text:
        """What it is called."""
        return message("storm.title") if self.is_storm else DrillKind(self.name).heading


def best_run(learners: LearnerService, learner_id: str, course: SprintCourse) -> Result | None:
    """The best run of a learner, of two as good the quicker; None before the first."""
    with learners.database.reading() as session:
        return _best(session, learner_id, course)


def best_storms(
    learners: LearnerService, learner_ids: Collection[str], since: datetime
) -> dict[str, tuple[str, str, int]]:
    """The name, game and score of each learner's best storm of all levels since then, in order."""
    storms = select(SprintRow, LearnerRow.name).join(LearnerRow).order_by(*_BEST_FIRST)
    storms = storms.where(SprintRow.course == STORMS[-1], SprintRow.at >= since)
    found = dict[str, tuple[str, str, int]]()
    with learners.database.reading() as session:
        for row, name in session.exec(storms.where(col(SprintRow.learner_id).in_(learner_ids))):
            found.setdefault(row.learner_id, (name, row.game, row.score))
    return found


def keep_run(
    learners: LearnerService,
    learner_id: str | None,
    deal: str,
    course: SprintCourse,
    result: Result,
) -> tuple[str, Result | None]:
    """Keep the result of a run, for a new learner if nobody has that id.

    Returns whose it is, and their best before it. Raises `CountedAlready` if the deal has been
    scored before.
    """
    try:
        with learners.database.writing() as session:
            learner_id = learners.row_or_new(session, learner_id).id
            before = _best(session, learner_id, course)
            run = SprintRow(
                learner_id=learner_id,
                deal=deal,
                at=learners.now(),
                course=course.name,
                game=course.game,
                score=result.score,
                right=result.right,
                misses=len(result.misses),
                best_combo=result.best_combo,
                milliseconds=result.milliseconds,
            )
            session.add(run)
            return learner_id, before
    except IntegrityError:
        raise CountedAlready(message("sprint.refused.counted-already")) from None


def _best(session: Session, learner_id: str, course: SprintCourse) -> Result | None:
    query = select(SprintRow).where(
        col(SprintRow.learner_id) == learner_id,
        col(SprintRow.course) == course.name,
        col(SprintRow.game) == course.game,
    )
    row = session.exec(query.order_by(*_BEST_FIRST).limit(1)).first()
    return None if row is None else Result(row.score, row.right, row.best_combo, row.milliseconds)
