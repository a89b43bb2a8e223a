"""Answers to a learner's own mistakes, kept among the other answers; a mistake counts once a day.

A mistake is known by its table, its hand and its line. The table's record shows what it was, and
these answers show when it comes back, so neither is kept.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlmodel import col, select

from companion.db.database import Database
from companion.db.learner_models import AttemptRow
from companion.learners.learner_service import add_answer, learner_row

#: The kind of question in their rows; no drill has this name.
OWN = "own"
_KEY = re.compile(r"[A-Za-z0-9_-]{1,48}\.[0-9]{1,6}\.[0-9]{1,9}")
_QUESTION = re.compile(rf"own\.({_KEY.pattern})\.[0-9]{{1,7}}")


class MistakeKey(NamedTuple):
    """The place of a mistake in the record of a table."""

    table_id: str
    hand: int
    line: int

    @classmethod
    def parse(cls, text: str) -> "MistakeKey | None":
        """The mistake that an address names; None if it names none."""
        if _KEY.fullmatch(text) is None:
            return None
        table_id, hand, line = text.split(".")
        return cls(table_id, int(hand), int(line))

    def __str__(self) -> str:
        return ".".join(map(str, self))


def is_own_question(text: str) -> bool:
    """Whether a row's question is about an own mistake."""
    return _QUESTION.fullmatch(text) is not None


def remember(
    database: Database, learner_id: str, mistake: MistakeKey, at: datetime, *, is_right: bool
) -> None:
    """Keep how a mistake went, only the first time of a day; raises `NoSuchLearner`."""
    with database.writing() as session:
        # Locked, so that answers wait in line.
        learner_row(session, learner_id, for_update=True)
        answer = AttemptRow(
            learner_id=learner_id,
            seq=0,
            at=at,
            question=f"{OWN}.{mistake}.{at.date().toordinal()}",
            kind=OWN,
            skill="",
            level=0,
            is_right=is_right,
        )
        add_answer(session, answer)


def own_answers(database: Database, learner_id: str) -> Mapping[str, list[tuple[datetime, bool]]]:
    """The answers to each mistake, the first one first."""
    own = col(AttemptRow.learner_id) == learner_id, col(AttemptRow.kind) == OWN
    found: dict[str, list[tuple[datetime, bool]]] = {}
    with database.reading() as session:
        for row in session.exec(select(AttemptRow).where(*own).order_by(col(AttemptRow.seq))):
            if match := _QUESTION.fullmatch(row.question):
                found.setdefault(match[1], []).append((row.at, row.is_right))
    return found
