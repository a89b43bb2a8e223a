"""A question as a page shows it, of a drill or of a lesson: what is asked, tapped and answered."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from companion.coach.question import Question, Verdict
from companion.pictures.board import Board, Mark, draw_board
from companion.pictures.pegboard import Pegboard
from companion.referee.words import describe_layout
from companion.words import Message, Text, message, sentences


class Form(NamedTuple):
    """Where an answer goes, and what goes with it."""

    method: str
    action: str
    fields: tuple[tuple[str, object], ...] = ()


class Onward(NamedTuple):
    """What can be done after an answer."""

    label: Text
    href: str
    is_main: bool = True
    #: Whether only the question is fetched anew, or the whole page.
    is_swapped: bool = False


class DayBoard(NamedTuple):
    """The right answers of today as pegs."""

    board: Pegboard
    right: int
    is_new: bool


class Frame(NamedTuple):
    """What a drill and a lesson have around their questions."""

    title: Text
    name: Text
    under: Text | None
    back: str
    back_label: Text
    step: int
    steps: int
    step_label: Text
    #: What is asked, for the style.
    asks: str
    form: Form
    onward: tuple[Onward, ...]
    #: What a lesson teaches before it asks.
    text: Text | None = None
    day: DayBoard | None = None


class QuestionPage(NamedTuple):
    """Everything that the page shows."""

    frame: Frame
    question: Question
    #: The layout; what its ends count is marked only once that gives nothing away.
    board: Board | None
    described: Text
    #: The open ends that are answers, each with its value.
    reaches: tuple[tuple[Mark, str], ...]
    #: Why an answer was none.
    problem: Text | None
    verdict: Verdict | None
    #: The same at a glance, the right answer told apart.
    headline: Text | None
    #: What a screen reader says after an answer.
    heard: Text


def question_page(
    question: Question,
    frame: Frame,
    verdict: Verdict | None = None,
    problem: Text | None = None,
) -> QuestionPage:
    """The page of a question, or of what is said to its answer."""
    position, board = question.position, None
    if position is not None:
        board = draw_board(position.layout, position.laid)._replace(last=position.last)
    reaches = tuple(_reaches(question, board)) if board and not verdict else ()
    return QuestionPage(
        frame,
        question,
        board._replace(marks=()) if board and not verdict else board,
        describe_layout(question.placements),
        reaches,
        problem,
        verdict,
        _marked(verdict.headline) if verdict else None,
        sentences(problem, *(_heard(verdict) if verdict else ())),
    )


def _reaches(question: Question, board: Board) -> Iterator[tuple[Mark, str]]:
    values = {choice.value for choice in question.choices}
    for mark in board.marks:
        if mark.end and (value := f"{mark.end[0]}/{mark.end[1]}") in values:
            yield mark, value


def _marked(headline: Message) -> Text:
    answer = Markup('<b class="answer">{}</b>').format(headline["answer"])
    arguments = dict(headline.arguments) | {"answer": answer}
    return replace(headline, arguments=tuple(arguments.items()))


def _heard(verdict: Verdict) -> Iterator[Text]:
    yield message("coach.verdict.heard", verdict=verdict.headline)
    yield from verdict.mistakes
    yield from verdict.reasons[-1:]
