"""Learners: progress kept under a name that someone picked, without an account.

The id is the secret: a device that has it is the learner's own. If you pick a name that is taken,
you must enter the code that the learner's own devices show. So nobody's progress is overwritten by
accident. Nothing here knows the web.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from statistics import median
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, func, select

from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Practice, Skill
from companion.coach.learning.memory import Attempt
from companion.coach.learning.schedule import Schedule
from companion.db.database import Database
from companion.db.learner_models import OF_LEARNERS, AttemptRow, LearnerRow
from companion.db.short_codes import new_code
from companion.db.table_models import may_exist
from companion.i18n import message
from companion.learners.errors import NameTaken, NoSuchLearner, WrongCode
from companion.learners.schedule_json import read_schedule, write_schedule
from companion.rules.errors import WrongPlayers, quoted
from companion.rules.player_names import check_name, name_key

#: Nobody thinks about one question for longer than this, in milliseconds: they were away.
_AWAY = 120_000
#: How many answers tell what is usual for someone: at most, and at least.
_LATEST = 20
_ENOUGH = 5


class Learner(NamedTuple):
    """Someone who practises, as their own device sees them."""

    id: str
    name: str
    code: str
    schedule: Schedule


class KeptAnswer(NamedTuple):
    """An answer that was given: its learner after it, and whether the question was new to them."""

    learner: Learner
    #: The median milliseconds of earlier right answers, in its drill at its level; None if there
    #: are too few.
    usual_time: float | None
    is_new: bool


@dataclass(eq=False)
class LearnerService:
    """Where progress is kept; an unknown id raises `NoSuchLearner`.

    `now` and `token` give the time and unguessable ids.
    """

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    token: Callable[[], str] = lambda: secrets.token_urlsafe(16)

    def start(self, name: str | None = None) -> Learner:
        """A new learner with that name, or without one: what one device keeps for itself.

        Raises `NameTaken`, or `WrongPlayers` for what can't be a name.
        """
        if name is not None:
            check_name(name)
        with _unless_taken(name or ""), self.database.writing() as session:
            row = self._new_row(name or "", write_schedule(Schedule()))
            session.add(row)
            return learner_of(session, row)

    def call(self, learner_id: str, name: str) -> Learner:
        """The learner under a name picked now; raises as `start` and `of` do."""
        check_name(name)
        with _unless_taken(name), self.database.writing() as session:
            row = learner_row(session, learner_id, for_update=True)
            row.name, row.name_key = name, key_of_name(name)
            return learner_of(session, row)

    def enter(self, name: str, code: str) -> Learner:
        """The learner with that name on one more device; raises `WrongCode`."""
        with self.database.writing() as session:
            return learner_of(session, _row_by_code(session, name, code.strip().upper()))

    def of(self, learner_id: str) -> Learner:
        """The learner with that id; raises `NoSuchLearner`."""
        with self.database.reading() as session:
            return learner_of(session, learner_row(session, learner_id))

    def shut_out(self, learner_id: str) -> Learner:
        """The learner with a new id and code, so that no other device is theirs any more."""
        with self.database.writing() as session:
            old = learner_row(session, learner_id, for_update=True)
            row = self._new_row(old.name, old.schedule)
            old.name_key = f"\n\n{old.id}"  # Free until it is deleted.
            session.flush()
            session.add(row)
            session.flush()
            for kept in OF_LEARNERS:
                own = update(kept).where(col(kept.learner_id) == learner_id)
                session.execute(own.values(learner_id=row.id))
            session.delete(old)
            return learner_of(session, row)

    def remove(self, learner_id: str) -> None:
        """Delete a learner and all their answers."""
        with self.database.writing() as session:
            session.delete(learner_row(session, learner_id, for_update=True))

    def answer(
        self,
        learner_id: str | None,
        key: QuestionKey,
        *,
        is_right: bool,
        milliseconds: int | None = None,
        page: str = "",
        broken: str = "",
        took_hint: bool = False,
        among: tuple[Practice, ...] = (),
    ) -> KeptAnswer:
        """Keep an answer of a learner, or of a new one if nobody has that id.

        A question counts once. It belongs to the round of that `page`, if any; `broken` names the
        rule that it broke. `among` is what there is to practise, by default what its game has.
        """
        with self.database.writing() as session:
            row = self.row_or_new(session, learner_id)
            learner = learner_of(session, row)
            usual_time = _usual_time(session, row.id, key)
            attempt = AttemptRow(
                learner_id=row.id,
                seq=0,
                at=self.now(),
                question=str(key),
                kind=key.kind.value,
                skill=key.skill.value,
                level=key.level,
                is_right=is_right,
                # A phone may send anything.
                milliseconds=milliseconds if 0 < (milliseconds or 0) <= _AWAY else None,
                took_hint=took_hint,
            )
            if not add_answer(session, attempt):
                return KeptAnswer(learner, usual_time, is_new=False)
            # The rest only matters to the schedule, and nothing else keeps it.
            asked = _attempt(attempt)._replace(page=page, broken=broken)
            schedule = learner.schedule.after(asked, among)
            row.schedule = write_schedule(schedule)
            return KeptAnswer(learner._replace(schedule=schedule), usual_time, is_new=True)

    def reset(self, learner_id: str) -> Learner:
        """A learner at the very beginning, with no answers."""
        with self.database.writing() as session:
            row = learner_row(session, learner_id, for_update=True)
            for kept in OF_LEARNERS:
                session.execute(delete(kept).where(col(kept.learner_id) == learner_id))
            row.schedule = write_schedule(Schedule())
            return learner_of(session, row)

    def attempts(self, learner_id: str, latest: int | None = None) -> tuple[Attempt, ...]:
        """All answers, or so many of the latest, the first one first."""
        with self.database.reading() as session:
            learner_row(session, learner_id)
            return attempts_of(session, learner_id, latest)

    def asked_today(self, learner_id: str | None, kind: DrillKind) -> list[str]:
        """The keys of the questions of a drill that a learner answered today, in order."""
        midnight = self.now().replace(hour=0, minute=0, second=0, microsecond=0)
        own = col(AttemptRow.learner_id) == learner_id, col(AttemptRow.kind) == kind.value
        query = select(AttemptRow.question).where(*own, col(AttemptRow.at) >= midnight)
        with self.database.reading() as session:
            return list(session.exec(query.order_by(col(AttemptRow.seq))))

    def row_or_new(self, session: Session, learner_id: str | None) -> LearnerRow:
        """The row of that learner, locked so that answers wait in line; else a new one's.

        Another device may have deleted them at that moment.
        """
        with suppress(NoSuchLearner):
            return learner_row(session, learner_id or "", for_update=True)
        row = self._new_row("", write_schedule(Schedule()))
        session.add(row)
        session.flush()
        return row

    def _new_row(self, name: str, schedule: str) -> LearnerRow:
        learner_id = self.token()
        # The key of someone without a name: no name has a line break.
        name_key = key_of_name(name) if name else f"\n{learner_id}"
        return LearnerRow(
            id=learner_id, name=name, name_key=name_key, code=new_code(), schedule=schedule
        )


def learner_of(session: Session, row: LearnerRow) -> Learner:
    """The learner of a row."""
    try:
        schedule = read_schedule(row.schedule)
    except ValueError:
        # From an older version: the answers give it again.
        schedule = reduce(Schedule.after, attempts_of(session, row.id), Schedule())
    return Learner(row.id, row.name, row.code, schedule)


def learner_row(session: Session, learner_id: str, *, for_update: bool = False) -> LearnerRow:
    """The row of a learner, locked if it is to change; raises `NoSuchLearner`."""
    row = None
    if may_exist(learner_id):
        row = session.get(LearnerRow, learner_id, with_for_update=for_update)
    if row is None:
        raise NoSuchLearner(learner_id)
    return row


def _row_by_code(session: Session, name: str, typed: str) -> LearnerRow:
    """The row of the learner with that name and code, locked; raises `WrongCode`."""
    row = None
    with suppress(WrongPlayers):
        check_name(name)
        query = select(LearnerRow).where(col(LearnerRow.name_key) == key_of_name(name))
        row = session.exec(query.with_for_update()).first()
    # The same words whether nobody has the name or the code is wrong: they give nothing away.
    if row is None or not secrets.compare_digest(typed.encode(), row.code.encode()):
        raise WrongCode(message("refused.wrong-code"))
    return row


def add_answer(session: Session, answer: AttemptRow) -> bool:
    """Number an answer after all others of its learner; False if it was given before."""
    own = col(AttemptRow.learner_id) == answer.learner_id
    again = select(AttemptRow.seq).where(own, col(AttemptRow.question) == answer.question)
    if session.exec(again).first() is not None:
        return False
    answer.seq = (session.exec(select(func.max(AttemptRow.seq)).where(own)).one() or 0) + 1
    session.add(answer)
    return True


def _usual_time(session: Session, learner_id: str, key: QuestionKey) -> float | None:
    latest = (
        select(AttemptRow.milliseconds)
        .where(col(AttemptRow.learner_id) == learner_id, col(AttemptRow.kind) == key.kind.value)
        .where(col(AttemptRow.level) == key.level)
        .where(col(AttemptRow.is_right), col(AttemptRow.milliseconds).is_not(None))
        .order_by(col(AttemptRow.seq).desc())
        .limit(_LATEST)
    )
    times = [time for time in session.exec(latest) if time is not None]
    return median(times) if len(times) >= _ENOUGH else None


def attempts_of(
    session: Session, learner_id: str, latest: int | None = None
) -> tuple[Attempt, ...]:
    """The answers to drills, or so many of the latest, the first one first."""
    query = select(AttemptRow).where(col(AttemptRow.learner_id) == learner_id, is_of_drill())
    rows = session.exec(query.order_by(col(AttemptRow.seq).desc()).limit(latest))
    return tuple(map(_attempt, rows))[::-1]


def _attempt(row: AttemptRow) -> Attempt:
    practice = Practice(DrillKind(row.kind), Skill(row.skill))
    game = row.question.split(".")[2]
    took_hint = bool(row.took_hint)
    return Attempt(
        row.at, practice, row.level, row.is_right, row.milliseconds, game, took_hint=took_hint
    )


def is_of_drill() -> ColumnElement[bool]:
    """Whether an answer belongs to a drill: answers to own mistakes don't, and count apart."""
    return col(AttemptRow.kind).in_([*DrillKind])


def key_of_name(name: str) -> str:
    """The common form of all ways to write a name."""
    return name_key(name)[:120]


@contextmanager
def _unless_taken(name: str) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise NameTaken(message("refused.name-taken", name=quoted(name))) from None
