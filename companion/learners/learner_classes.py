"""Classes: a grown-up sees how several learners get on, each by their own consent.

A learner shows a code, separate from the one that makes a device theirs. Anyone who enters it with
the name has the learner in their class until either of them ends it. A class has no account: its id
is kept by the grown-up's device. Nothing here knows the web.
"""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete
from sqlmodel import Session, col, func, select

from companion.coach.learning.memory import Attempt
from companion.db.learner_models import AttemptRow, ClassMemberRow
from companion.db.short_codes import code_as_typed, new_code
from companion.db.table_models import may_exist
from companion.i18n import message
from companion.learners.errors import ClassFull, NoSuchMember
from companion.learners.learner_service import (
    Learner,
    LearnerService,
    attempts_of,
    is_of_drill,
    key_of_name,
    learner_of,
    learner_row,
    row_by_code,
)
from companion.rules.player_names import check_name

#: More learners than any class has, and more grown-ups than anyone shows their progress to.
_MOST_LEARNERS, _MOST_LOOKING = 60, 30
#: How many of the last answers show how often someone is right, and how quick they are.
_LATEST = 200


class ShowingCode(NamedTuple):
    """The code by which a learner lets others see their progress, and how many use it."""

    code: str
    looking: int


class ClassMember(NamedTuple):
    """A learner of a class, as their grown-up sees them."""

    number: int
    learner: Learner
    #: How many answers there are in all, and the last of them.
    answered: int
    latest: tuple[Attempt, ...]
    #: The game of the last one, as keys name it; empty before the first.
    game: str


@dataclass(eq=False)
class ClassService:
    """Who sees whose progress. `now` and `token` give the time and unguessable ids."""

    learners: LearnerService
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    token: Callable[[], str] = lambda: secrets.token_urlsafe(16)

    def __post_init__(self) -> None:
        self.database = self.learners.database

    def show(self, learner_id: str) -> ShowingCode:
        """Let others see a learner by a code, which stays the same meanwhile; `NoSuchLearner`.

        It takes a name, which is entered with the code: raises `WrongPlayers` without one.
        """
        with self.database.writing() as session:
            row = learner_row(session, learner_id, for_update=True)
            check_name(row.name)
            row.shown_code = row.shown_code or new_code()
            return ShowingCode(row.shown_code, _looking(session, learner_id))

    def shown(self, learner_id: str) -> ShowingCode | None:
        """A learner's code and how many use it; None if nobody may see them. `NoSuchLearner`."""
        with self.database.reading() as session:
            code = learner_row(session, learner_id).shown_code
            return ShowingCode(code, _looking(session, learner_id)) if code else None

    def hide(self, learner_id: str) -> None:
        """Let nobody see a learner any more, and end the code; raises `NoSuchLearner`."""
        with self.database.writing() as session:
            learner_row(session, learner_id, for_update=True).shown_code = None
            session.execute(delete(ClassMemberRow).where(_is_of(learner_id)))

    def enter(self, class_id: str | None, name: str, code: str) -> str:
        """Add the learner with that name and code to a class, or to a new one.

        Returns the class's id. Raises `WrongCode`, or `ClassFull`.
        """
        class_id = class_id or self.token()
        with self.database.writing() as session:
            # Two learners who are entered at once get a number each.
            self.database.wait_in_line(session.connection(), f"class {class_id}")
            typed = code_as_typed(code)
            learner = row_by_code(session, name, typed, lambda row: row.shown_code)
            members = _members(session, class_id)
            if any(member.learner_id == learner.id for member in members):
                return class_id
            if len(members) >= _MOST_LEARNERS:
                raise ClassFull(message("class.refused.full", most=_MOST_LEARNERS))
            if _looking(session, learner.id) >= _MOST_LOOKING:
                raise ClassFull(message("class.refused.seen-by-many", most=_MOST_LOOKING))
            number = max((member.number for member in members), default=0) + 1
            session.add(
                ClassMemberRow(
                    class_id=class_id, number=number, learner_id=learner.id, since=self.now()
                )
            )
            return class_id

    def members(self, class_id: str) -> tuple[ClassMember, ...]:
        """The learners of a class by name; empty for an id without a class."""
        with self.database.reading() as session:
            found = [_member(session, row) for row in _members(session, class_id)]
        return tuple(sorted(found, key=lambda each: key_of_name(each.learner.name)))

    def member(self, class_id: str, number: int) -> ClassMember:
        """A learner of a class by number; raises `NoSuchMember`."""
        with self.database.reading() as session:
            return _member(session, _member_row(session, class_id, number))

    def remove(self, class_id: str, number: int) -> None:
        """Remove a learner from a class; raises `NoSuchMember`. The learner's code still works."""
        with self.database.writing() as session:
            session.delete(_member_row(session, class_id, number))

    def days(self, members: Iterable[ClassMember], since: datetime) -> dict[int, int]:
        """The number of days since then on which each of them practised, by number."""
        numbers = {member.learner.id: member.number for member in members}
        at = (col(AttemptRow.learner_id), col(AttemptRow.at))
        query = select(*at).where(at[0].in_(numbers), at[1] >= since, is_of_drill())
        with self.database.reading() as session:
            practised = {(learner_id, moment.date()) for learner_id, moment in session.exec(query)}
        found = dict.fromkeys(numbers.values(), 0)
        for learner_id, _ in practised:
            found[numbers[learner_id]] += 1
        return found


def _member(session: Session, row: ClassMemberRow) -> ClassMember:
    learner = learner_of(session, learner_row(session, row.learner_id))
    latest = attempts_of(session, learner.id, _LATEST)
    own = col(AttemptRow.learner_id) == learner.id, is_of_drill()
    answered = session.exec(select(func.count()).select_from(AttemptRow).where(*own)).one()
    return ClassMember(row.number, learner, answered, latest, latest[-1].game if latest else "")


def _members(session: Session, class_id: str) -> list[ClassMemberRow]:
    if not may_exist(class_id):
        return []
    query = select(ClassMemberRow).where(col(ClassMemberRow.class_id) == class_id)
    return [*session.exec(query.order_by(col(ClassMemberRow.number)))]


def _member_row(session: Session, class_id: str, number: int) -> ClassMemberRow:
    row = session.get(ClassMemberRow, (class_id, number)) if may_exist(class_id) else None
    if row is None:
        raise NoSuchMember(number)
    return row


def _is_of(learner_id: str) -> ColumnElement[bool]:
    return col(ClassMemberRow.learner_id) == learner_id


def _looking(session: Session, learner_id: str) -> int:
    query = select(func.count()).select_from(ClassMemberRow).where(_is_of(learner_id))
    return session.exec(query).one()
