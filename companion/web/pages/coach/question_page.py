"""A question as a page shows it, of a drill or of a lesson: what is asked, tapped and answered."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from flask import url_for
from markupsafe import Markup

from companion.coach.lessons import LESSONS, Lesson, ask_screen
from companion.coach.positions import LEVELS
from companion.coach.question import Question, Verdict
from companion.pictures.board import Board, Mark, draw_board
from companion.referee.words import describe_layout
from companion.rules.games import GAMES
from companion.web.pages.coach.learning import Pegged
from companion.web.pages.coach.question_address import QuestionAddress
from companion.words import Message, Text, message, sentences


def drill_page(
    drill: str,
    address: QuestionAddress,
    question: Question,
    pegged: Pegged,
    verdict: Verdict | None = None,
    problem: Text | None = None,
) -> dict[str, Any]:
    """A question of the drill with this name in the address, or what is said to its answer."""
    key, here = address.key, url_for("practise.ask", drill=drill)
    frame = {
        "title": message("practise.title", drill=key.kind.heading),
        "name": key.skill.heading,
        "under": _describe_rules(address),
        "back": url_for("practise.home"),
        "back_label": message("practise.back"),
        "step": key.level,
        "steps": LEVELS,
        "step_label": message("practise.level", level=key.level, most=LEVELS),
        "asks": key.kind.value,
        # Where an answer is posted with these fields.
        "action": here,
        "fields": {"question": key} | ({"of": address.source} if address.source else {}),
        "onward": here,
        "onward_label": message("practise.next"),
        # The right answers of today.
        "day": pegged,
    }
    return _question_page(question, frame, verdict, problem)


def _describe_rules(address: QuestionAddress) -> Text:
    name, *house_rules = address.key.game.split("~")
    of = "own" if address.source else "random"
    rules = "house-rules" if house_rules else "plain"
    return message(f"practise.under.{of}.{rules}", game=GAMES[name].title)


def lesson_page(
    lesson: Lesson, screen: int, verdict: Verdict | None = None, problem: Text | None = None
) -> dict[str, Any]:
    """A screen of a lesson, counted from 1, or what is said of a tap there."""
    last = len(lesson.screens)
    onward = url_for("practise.lesson", name=lesson.name, screen=screen + 1)
    if screen == last:
        onward = url_for("practise.ask", drill=lesson.practice.kind)
    frame = {
        "title": message("lessons.screen-title", lesson=lesson.heading, number=screen, last=last),
        "name": lesson.heading,
        "back": url_for("practise.lessons"),
        "back_label": message("lessons.back"),
        "step": screen,
        "steps": last,
        "step_label": message("lessons.screen", number=screen, last=last),
        "asks": lesson.screens[screen - 1].action.value,
        # Where an answer is asked about: nothing of it is kept.
        "action": url_for("practise.lesson", name=lesson.name, screen=screen),
        "onward": onward,
        "onward_label": message("lessons.to-the-drill" if screen == last else "practise.next"),
        # What it teaches before it asks.
        "text": lesson.text(screen),
    }
    return _question_page(screen_question(lesson.name, screen), frame, verdict, problem)


@lru_cache(maxsize=64)
def screen_question(lesson: str, screen: int) -> Question:
    """What a screen asks, counted from 1: the same for everybody."""
    return ask_screen(LESSONS[lesson], screen)


def _question_page(
    question: Question, frame: dict[str, Any], verdict: Verdict | None, problem: Text | None
) -> dict[str, Any]:
    position, board, reaches = question.position, None, list[tuple[Mark, str]]()
    if position is not None:
        board = draw_board(position.layout, position.laid)
        board = board._replace(last=position.last or board.last)
        if not verdict:
            reaches = list(_reaches(question, board))
            # What the ends count is told only once that gives nothing away.
            board = board._replace(marks=())
    return {
        "frame": frame,
        "question": question,
        "board": board,
        "described": describe_layout(question.placements),
        # The open ends that are answers, each with its value.
        "reaches": reaches,
        # Why an answer was none.
        "problem": problem,
        "verdict": verdict,
        "headline": verdict and _marked(verdict.headline),
        "heard": sentences(problem, *(_heard(verdict) if verdict else ())),
    }


def _reaches(question: Question, board: Board) -> Iterator[tuple[Mark, str]]:
    values = {choice.value for choice in question.choices}
    for mark in board.marks:
        if mark.end and (value := f"{mark.end[0]}/{mark.end[1]}") in values:
            yield mark, value


def _marked(headline: Message) -> Text:
    """The verdict at a glance, the right answer told apart."""
    answer = Markup('<b class="answer">{}</b>').format(headline["answer"])
    arguments = dict(headline.arguments) | {"answer": answer}
    return replace(headline, arguments=tuple(arguments.items()))


def _heard(verdict: Verdict) -> Iterator[Text]:
    """What a screen reader says after an answer."""
    yield message("coach.verdict.heard", verdict=verdict.headline)
    yield from verdict.notes
    yield from (reason.sentence for reason in verdict.reasons[-1:])
