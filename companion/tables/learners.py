"""Learners: progress kept under a name that somebody picked, without an account.

The id is the secret: a device that has it is the learner's own. Who picks a name
that is taken has to say the code that the learner's own devices show, so nobody's
progress is overwritten by accident. Nothing here knows the web.
"""

import secrets
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from companion.coach.key import Key
from companion.coach.schedule import Attempt, BadSchedule, Practice, Schedule
from companion.rules.errors import WrongPlayers, quoted
from companion.rules.seating import check_name
from companion.tables.access import CODE_LENGTH, CODE_LETTERS
from companion.tables.attempts import (
    attempt_rows,
    forget_attempts,
    is_counted,
    remember_attempt,
    remembered_attempts,
)
from companion.tables.database import Database
from companion.tables.errors import NameTaken, NoSuchLearner, WrongCode
from companion.tables.rows import LearnerRow, may_exist
from companion.words import message

#: Nobody thinks about one question for longer than this, in milliseconds: they were away.
_AWAY = 120_000


class Learner(NamedTuple):
    """Somebody who practises, as their own device sees them."""

    id: str
    name: str
    code: str
    schedule: Schedule


class LearnerService:
    """Where progress is kept. `now` and `token` give the time and unguessable ids."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        token: Callable[[], str] = lambda: secrets.token_urlsafe(16),
    ) -> None:
        self.database = database
        self._now = now
        self._token = token

    # Who practises

    def start(self, name: str) -> Learner:
        """A new learner of that name; raises `NameTaken`, or `WrongPlayers` for no name."""
        check_name(name)
        row = LearnerRow(
            id=self._token(),
            name=name,
            name_key=_key_of(name),
            code=_new_code(),
            schedule=Schedule().to_json(),
        )
        learner = _learner(row)
        try:
            with self.database.writing() as session:
                session.add(row)
        except IntegrityError:
            raise _taken(name) from None
        return learner

    def start_unnamed(self) -> Learner:
        """A new learner without a name: what one device keeps for itself."""
        row = LearnerRow(
            id=self._token(), name="", name_key="", code=_new_code(), schedule=Schedule().to_json()
        )
        row.name_key = _no_key(row.id)
        learner = _learner(row)
        with self.database.writing() as session:
            session.add(row)
        return learner

    def call(self, learner_id: str, name: str) -> Learner:
        """The learner under a name that is picked now.

        Raises `NameTaken`, `WrongPlayers` for no name, or `NoSuchLearner`.
        """
        check_name(name)
        try:
            with self.database.writing() as session:
                row = _row(session, learner_id, for_update=True)
                row.name, row.name_key = name, _key_of(name)
                return self._read(session, row)
        except IntegrityError:
            raise _taken(name) from None

    def enter(self, name: str, code: str) -> Learner:
        """The learner of that name on one more device; raises `WrongCode`."""
        with self.database.reading() as session:
            row = _named(session, name)
            typed = code.strip().upper().encode()
            # The same words for a name that nobody has: who asks learns nothing.
            if row is None or not secrets.compare_digest(typed, row.code.encode()):
                raise WrongCode(message("refused.wrong-code"))
            return self._read(session, row)

    def of(self, learner_id: str) -> Learner:
        """The learner of that id; raises `NoSuchLearner`."""
        with self.database.reading() as session:
            return self._read(session, _row(session, learner_id))

    def shut_out(self, learner_id: str) -> Learner:
        """The learner under a new id and code, so that no other device is theirs any more.

        Raises `NoSuchLearner`.
        """
        with self.database.writing() as session:
            old = _row(session, learner_id, for_update=True)
            name, key, schedule = old.name, old.name_key, old.schedule
            old.name_key = f"\n{_no_key(old.id)}"  # Free until it is deleted.
            session.flush()
            row = LearnerRow(
                id=self._token(), name=name, name_key=key, code=_new_code(), schedule=schedule
            )
            session.add(row)
            session.flush()
            for attempt in attempt_rows(session, learner_id):
                attempt.learner_id = row.id
            session.flush()
            session.delete(old)
            return self._read(session, row)

    def remove(self, learner_id: str) -> None:
        """Forget a learner and all their answers; raises `NoSuchLearner`."""
        with self.database.writing() as session:
            row = _row(session, learner_id, for_update=True)
            forget_attempts(session, learner_id)
            session.delete(row)

    # What they do

    def answer(
        self, learner_id: str, key: Key, *, is_right: bool, milliseconds: int | None = None
    ) -> Learner:
        """The learner after one more answer; a question counts once. Raises `NoSuchLearner`."""
        with self.database.writing() as session:
            row = _row(session, learner_id, for_update=True)
            learner = self._read(session, row)
            if is_counted(session, learner_id, key):
                return learner
            attempt = Attempt(
                self._now(),
                Practice(key.kind, key.skill),
                key.level,
                is_right,
                _timed(milliseconds),
            )
            schedule = learner.schedule.after(attempt)
            row.schedule = schedule.to_json()
            remember_attempt(session, learner_id, key, attempt)
            return learner._replace(schedule=schedule)

    def reset(self, learner_id: str) -> Learner:
        """The learner at the very beginning, nothing answered; raises `NoSuchLearner`."""
        with self.database.writing() as session:
            row = _row(session, learner_id, for_update=True)
            forget_attempts(session, learner_id)
            row.schedule = Schedule().to_json()
            return _learner(row)

    def attempts(self, learner_id: str) -> tuple[Attempt, ...]:
        """All answers, the first one first; raises `NoSuchLearner`."""
        with self.database.reading() as session:
            _row(session, learner_id)
            return remembered_attempts(session, learner_id)

    def _read(self, session: Session, row: LearnerRow) -> Learner:
        try:
            return _learner(row)
        except BadSchedule:
            # Kept by another version: the answers tell it again.
            schedule = Schedule()
            for attempt in remembered_attempts(session, row.id):
                schedule = schedule.after(attempt)
            return Learner(row.id, row.name, row.code, schedule)


def _key_of(name: str) -> str:
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()[:120]


def _no_key(learner_id: str) -> str:
    """The key of who has no name: no name has a line break."""
    return f"\n{learner_id}"


def _taken(name: str) -> NameTaken:
    return NameTaken(message("refused.name-taken", name=quoted(name)))


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def _learner(row: LearnerRow) -> Learner:
    return Learner(row.id, row.name, row.code, Schedule.from_json(row.schedule))


def _named(session: Session, name: str) -> LearnerRow | None:
    try:
        check_name(name)
    except WrongPlayers:
        return None
    query = select(LearnerRow).where(col(LearnerRow.name_key) == _key_of(name))
    return session.exec(query).first()


def _row(session: Session, learner_id: str, *, for_update: bool = False) -> LearnerRow:
    row = None
    if may_exist(learner_id):
        row = session.get(LearnerRow, learner_id, with_for_update=for_update)
    if row is None:
        raise NoSuchLearner(learner_id)
    return row


def _timed(milliseconds: int | None) -> int | None:
    """A time that can be one: a phone may send anything."""
    if milliseconds is None or not 0 < milliseconds <= _AWAY:
        return None
    return milliseconds
