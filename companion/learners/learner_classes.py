"""Classes: a grown-up sees how several learners get on, each by their own consent.

Whoever has the link of a class joins it under a name, and is in it until either of the two ends it.
All of it can be asked one question. A class has no account: its id is kept by the grown-up's
device. Nothing here knows the web.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete
from sqlmodel import Session, col, func, select

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import QuestionKey
from companion.coach.learning.memory import Attempt
from companion.db.learner_models import AttemptRow, ClassMemberRow, ClassRow
from companion.db.short_codes import code_as_typed, new_code
from companion.db.table_models import may_exist
from companion.i18n import message
from companion.learners.errors import ClassFull, NameTaken, NoSuchClass, NoSuchMember
from companion.learners.learner_service import (
    Learner,
    LearnerService,
    attempts_of,
    is_of_drill,
    key_of_name,
    learner_of,
    learner_row,
)
from companion.rules.errors import WrongPlayers, quoted
from companion.rules.player_names import LONGEST_NAME, check_name

#: More learners than any class has.
_MOST_LEARNERS = 60
#: How many of the last answers show how often someone is right, and how quick they are.
_LATEST = 200
#: The shortest time for a question that all answer: it is read across a room.
_LEAST_TIME = timedelta(seconds=20)


class ClassNow(NamedTuple):
    """A class as it is now: its row and those of its members, which nobody changes."""

    row: ClassRow
    roll: list[ClassMemberRow]

    @property
    def key(self) -> QuestionKey | None:
        """The question that all of it answers, or answered last."""
        return QuestionKey.parse(self.row.question) if self.row.question else None

    @property
    def free_names(self) -> list[str]:
        """The names to pick from that nobody has yet."""
        taken = {key_of_name(each.name) for each in self.roll}
        return [name for name in self.row.names.splitlines() if key_of_name(name) not in taken]

    def member(self, learner_id: str | None) -> ClassMemberRow | None:
        """That learner, if they are in it."""
        return next((each for each in self.roll if each.learner_id == learner_id), None)


class ClassMember(NamedTuple):
    """A learner of a class, as their grown-up sees them."""

    number: int
    #: Under the name that they have there.
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

    def open(self, class_id: str | None, names: Sequence[str] = ()) -> str:
        """Give a class, or a new one, its link and these names to pick from; returns its id.

        Raises `WrongPlayers`.
        """
        _check_roll(names)
        class_id = class_id or self.token()
        with self.database.writing() as session:
            row = session.get(ClassRow, class_id) or ClassRow(id=class_id, code=new_code())
            row.names = "\n".join(names[:_MOST_LEARNERS])
            session.add(row)
        return class_id

    def renew(self, class_id: str) -> None:
        """Give a class another link, so that nobody joins by the one of before."""
        with self._changing(class_id) as (_, (row, _roll)):
            row.code = new_code()

    def close(self, class_id: str) -> None:
        """Let all leave a class, and let there be none."""
        with self._changing(class_id) as (session, (row, roll)):
            for each in (row, *roll):
                session.delete(each)

    def look(self, place: str) -> ClassNow:
        """The class with that id, or that the link with that code leads to; `NoSuchClass`."""
        with self.database.reading() as session:
            return _now(session, place)

    def join(self, class_id: str, learner_id: str | None, name: str) -> str:
        """Be in a class under a name, as that learner or as a new one; returns the learner's id.

        Raises `WrongPlayers` for what can't be a name, `NameTaken` or `ClassFull`.
        """
        check_name(name)
        with self._changing(class_id) as (session, found):
            row = self.learners.row_or_new(session, learner_id)
            own = found.member(row.id)
            if key_of_name(name) in {key_of_name(each.name) for each in found.roll if each != own}:
                raise NameTaken(message("class.refused.name-taken", name=quoted(name)))
            if own is None:
                if len(found.roll) >= _MOST_LEARNERS:
                    raise ClassFull(message("class.refused.full", most=_MOST_LEARNERS))
                number = max((each.number for each in found.roll), default=0) + 1
                own = ClassMemberRow(
                    class_id=class_id, number=number, learner_id=row.id, since=self.now()
                )
                session.add(own)
            own.name = name
            return row.id

    def joined(self, learner_id: str | None) -> list[tuple[str, str]]:
        """The name in each class that someone is in, and its code; empty if it was never opened."""
        query = select(ClassMemberRow.name, func.coalesce(ClassRow.code, ""))
        own = query.outerjoin(ClassRow, col(ClassRow.id) == ClassMemberRow.class_id)
        with self.database.reading() as session:
            return [(name, code) for name, code in session.exec(own.where(_is_of(learner_id)))]

    def hide(self, learner_id: str) -> None:
        """Let nobody see a learner any more."""
        with self.database.writing() as session:
            session.execute(delete(ClassMemberRow).where(_is_of(learner_id)))

    def ask(self, class_id: str, key: QuestionKey) -> None:
        """Ask all of a class a question; the answers to the last one are gone."""
        with self._changing(class_id) as (_, (row, roll)):
            row.question, row.asked = str(key), row.asked + 1
            row.ends_at = self.now() + time_for(key)
            for member in roll:
                member.said = None

    def end(self, class_id: str) -> None:
        """Let nobody answer any more."""
        with self._changing(class_id) as (_, (row, _roll)):
            row.ends_at = min(row.ends_at or self.now(), self.now())

    def answer(self, class_id: str, learner_id: str, asked: int, said: str) -> None:
        """Answer a class's question by its number, again too; what is late is nothing.

        It counts in the class alone, not in anybody's own practice. Raises `NoAnswer`.
        """
        with self._changing(class_id) as (_, found):
            row, own, key = found.row, found.member(learner_id), found.key
            is_on = row.asked == asked and row.ends_at is not None and self.now() < row.ends_at
            if not (is_on and own and key):
                return
            question(key).judge(said)
            own.said = said
            if all(member.said is not None for member in found.roll):
                row.ends_at = self.now()

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
        """Remove a learner from a class; raises `NoSuchMember`."""
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

    @contextmanager
    def _changing(self, class_id: str) -> Iterator[tuple[Session, ClassNow]]:
        """The rows of a class; whoever else changes it waits. Raises `NoSuchClass`."""
        with self.database.writing() as session:
            yield session, _now(session, class_id, for_update=True)


def time_for(key: QuestionKey) -> timedelta:
    """How long a class may think about a question."""
    return max(_LEAST_TIME, 2 * timedelta(milliseconds=key.kind.time_at(key.level)))


def _check_roll(names: Sequence[str]) -> None:
    seen = set[str]()
    for name in names:
        try:
            check_name(name)
        except WrongPlayers as refusal:
            line = quoted(name[:LONGEST_NAME])
            raise WrongPlayers(
                message("class.refused.line", line=line, why=refusal.message)
            ) from None
        if key_of_name(name) in seen:
            raise WrongPlayers(message("class.refused.twice", name=quoted(name)))
        seen.add(key_of_name(name))


def _now(session: Session, place: str, *, for_update: bool = False) -> ClassNow:
    leads_there = col(ClassRow.code) == code_as_typed(place)
    query = select(ClassRow).where((col(ClassRow.id) == place) | leads_there)
    if may_exist(place):
        for row in session.exec(query.with_for_update() if for_update else query):
            return ClassNow(row, _members(session, row.id))
    raise NoSuchClass


def _member(session: Session, row: ClassMemberRow) -> ClassMember:
    learner = learner_of(session, learner_row(session, row.learner_id))._replace(name=row.name)
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


def _is_of(learner_id: str | None) -> ColumnElement[bool]:
    return col(ClassMemberRow.learner_id) == learner_id
