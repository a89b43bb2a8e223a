"""Questions against the clock: as data that a phone shows and judges, and as a list of misses."""

from collections.abc import Iterable
from typing import NamedTuple

from flask import get_template_attribute

from companion.coach.challenges.sprint_questions import FEW, numbers_of
from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.question import Question, Verdict
from companion.coach.drills.question_key import QuestionKey
from companion.i18n import Text
from companion.pictures.board_drawing import BoardDrawing
from companion.referee.layout_text import describe_layout
from companion.web.coach.drill_felt import asked_felt, counted_board
from companion.web.coach.framed_question import numbers_that_score

_TEMPLATE = "coach/_sprint_card.html"


class Card(NamedTuple):
    """A question with its answer, for a script: pieces of HTML, except what is read aloud."""

    key: str
    #: The drill, which decides the look.
    asks: str
    prompt: str
    #: The layout; empty if the question is words alone.
    felt: str
    #: The words below the question if there is no layout; mostly none.
    shown: str
    #: The board of numbers to answer on, by its name; empty if there are choices.
    numbers: str
    #: The choices; empty if there is a board.
    options: str
    #: The values that are right.
    right: tuple[str, ...]
    #: What decides the answer, in one sentence.
    because: str
    #: What a screen reader says: the question, and the tiles on the table.
    heard: str


def deal(keys: Iterable[QuestionKey]) -> list[Card]:
    """The questions of keys; raises `NoSuchQuestion` for a key without one."""
    return [_card(key, question(key)) for key in keys]


def _card(key: QuestionKey, question: Question) -> Card:
    felt = asked_felt(question, key.kind.value, None, 0)
    described = describe_layout(question.placements)
    numbers = "few" if numbers_of(key, question) == FEW else "counts"
    return Card(
        key=str(key),
        asks=key.kind.value,
        prompt=_part("text", question.prompt),
        felt=_part("felt", felt, described) if felt else "",
        shown=_part("shown", question.shown),
        numbers="" if question.choices else numbers,
        options=_part("options", question.choices) if question.choices else "",
        right=tuple(sorted(question.answer)),
        because=_part("text", question.reasons[-1].sentence),
        heard=f"{question.prompt} {described}" if felt else str(question.prompt),
    )


def number_boards(game: str) -> dict[str, str]:
    """The boards for the questions of a game, by their names."""
    return {
        "counts": _part("counts", numbers_that_score(book_named(game).rules)),
        "few": _part("few"),
    }


def _part(name: str, *values: object) -> str:
    return str(get_template_attribute(_TEMPLATE, name)(*values)).strip()


class Missed(NamedTuple):
    """A question that was missed, with the answer given; no verdict if there was no answer."""

    key: QuestionKey
    verdict: Verdict | None

    @property
    def question(self) -> Question:
        """The question."""
        return question(self.key)

    @property
    def board(self) -> BoardDrawing | None:
        """The layout with its count, if there was one."""
        return counted_board(self.question)

    @property
    def described(self) -> Text:
        """The same in words."""
        return describe_layout(self.question.placements)
