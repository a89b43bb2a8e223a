"""A question as a page shows it, of a drill or of a lesson: what is asked, tapped and answered."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from companion.coach.lesson import Lesson
from companion.coach.lessons import LESSONS
from companion.coach.positions import LEVELS
from companion.coach.question import Question, Verdict
from companion.coach.screen import ask_screen
from companion.pictures.board import Board, Mark, draw_board
from companion.referee.layout_told import describe_layout
from companion.rules.games import GAMES
from companion.web.pages.coach.learning import Pegged
from companion.web.pages.coach.question_address import QuestionAddress
from companion.words import Message, Text, message, sentences


class Frame(NamedTuple):
    """What a drill and a lesson have around their questions."""

    title: Text
    name: Text
    back: str
    back_label: Text
    step: int
    steps: int
    step_label: Text
    #: What is asked, for the style.
    asks: str
    #: Where an answer goes: it is posted with these fields, or asked for where there are none.
    action: str
    fields: tuple[tuple[str, object], ...]
    #: Where it goes on after an answer.
    onward: str
    onward_label: Text
    #: The rules of a drill, and the right answers of today.
    under: Text | None = None
    day: Pegged | None = None
    #: What a lesson teaches before it asks.
    text: Text | None = None


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


def drill_page(
    drill: str,
    address: QuestionAddress,
    question: Question,
    pegged: Pegged,
    verdict: Verdict | None = None,
    problem: Text | None = None,
) -> QuestionPage:
    """A question of the drill with this name in the address, or what is said to its answer."""
    key, here = address.key, url_for("practise.ask", drill=drill)
    frame = Frame(
        message("practise.title", drill=key.kind.heading),
        key.skill.heading,
        url_for("practise.home"),
        message("practise.back"),
        key.level,
        LEVELS,
        message("practise.level", level=key.level, most=LEVELS),
        key.kind.value,
        here,
        (("question", key), *([("of", address.source)] if address.source else [])),
        here,
        message("practise.next"),
        _describe_rules(address),
        pegged,
    )
    return _question_page(question, frame, verdict, problem)


def _describe_rules(address: QuestionAddress) -> Text:
    """By which rules a question is asked."""
    name, *house_rules = address.key.game.split("~")
    of = "own" if address.source else "random"
    rules = "house-rules" if house_rules else "plain"
    return message(f"practise.under.{of}.{rules}", game=GAMES[name].title)


def lesson_page(
    lesson: Lesson, screen: int, verdict: Verdict | None = None, problem: Text | None = None
) -> QuestionPage:
    """A screen of a lesson, counted from 1, or what is said of a tap there."""
    last = len(lesson.screens)
    onward = url_for("practise.lesson", name=lesson.name, screen=screen + 1)
    onward_label = message("practise.next")
    if screen == last:
        onward = url_for("practise.ask", drill=lesson.practice.kind)
        onward_label = message("lessons.to-the-drill")
    frame = Frame(
        message("lessons.screen-title", lesson=lesson.heading, number=screen, last=last),
        lesson.heading,
        url_for("practise.lessons"),
        message("lessons.back"),
        screen,
        last,
        message("lessons.screen", number=screen, last=last),
        lesson.screens[screen - 1].action.value,
        url_for("practise.lesson", name=lesson.name, screen=screen),
        (),
        onward,
        onward_label,
        text=lesson.text(screen),
    )
    return _question_page(screen_question(lesson.name, screen), frame, verdict, problem)


@lru_cache(maxsize=64)
def screen_question(lesson: str, screen: int) -> Question:
    """What a screen asks, counted from 1: the same for everybody."""
    return ask_screen(LESSONS[lesson], screen)


def _question_page(
    question: Question, frame: Frame, verdict: Verdict | None, problem: Text | None
) -> QuestionPage:
    position, board, reaches = question.position, None, tuple[tuple[Mark, str], ...]()
    if position is not None:
        board = draw_board(position.layout, position.laid)._replace(last=position.last)
        if not verdict:
            reaches = tuple(_reaches(question, board))
            board = board._replace(marks=())
    return QuestionPage(
        frame,
        question,
        board,
        describe_layout(question.placements),
        reaches,
        problem,
        verdict,
        _marked(verdict.ruling.headline) if verdict else None,
        sentences(problem, *(_heard(verdict) if verdict else ())),
    )


def _reaches(question: Question, board: Board) -> Iterator[tuple[Mark, str]]:
    values = {choice.value for choice in question.choices}
    for mark in board.marks:
        if mark.end and (value := f"{mark.end[0]}/{mark.end[1]}") in values:
            yield mark, value


def _marked(headline: Text) -> Text:
    assert isinstance(headline, Message)
    answer = Markup('<b class="answer">{}</b>').format(headline["answer"])
    arguments = dict(headline.arguments) | {"answer": answer}
    return replace(headline, arguments=tuple(arguments.items()))


def _heard(verdict: Verdict) -> Iterator[Text]:
    yield message("coach.verdict.heard", verdict=verdict.ruling.headline)
    yield from verdict.mistakes
    yield from verdict.reasons[-1:]
