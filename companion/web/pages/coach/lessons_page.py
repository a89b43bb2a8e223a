"""What the pages of the lessons show, as ready values: the shelf, and a screen."""

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from flask import url_for

from companion.coach.lessons import LESSONS, Lesson
from companion.coach.question import Question, Verdict
from companion.coach.screen import ask_screen
from companion.web.pages.coach.question_page import (
    Form,
    Frame,
    Onward,
    QuestionPage,
    question_page,
)
from companion.words import Text, message


class Spine(NamedTuple):
    """A lesson on the shelf."""

    name: str
    heading: Text
    sentence: Text
    is_done: bool


def shelf(done: Collection[str]) -> list[Spine]:
    """All lessons in their order."""
    return [
        Spine(name, lesson.heading, lesson.text(1), name in done)
        for name, lesson in LESSONS.items()
    ]


@lru_cache(maxsize=64)
def screen_question(lesson: str, screen: int) -> Question:
    """What a screen asks, counted from 1: the same for everybody."""
    return ask_screen(LESSONS[lesson], screen)


def lesson_page(
    lesson: Lesson,
    screen: int,
    verdict: Verdict | None = None,
    problem: Text | None = None,
) -> QuestionPage:
    """A screen of a lesson, counted from 1, or what is said of a tap there."""
    here = url_for("lessons.show", lesson=lesson.name, screen=screen)
    last = len(lesson.screens)
    frame = Frame(
        message("lessons.screen-title", lesson=lesson.heading, number=screen, last=last),
        lesson.heading,
        None,
        url_for("lessons.shelf"),
        message("lessons.back"),
        screen,
        last,
        message("lessons.screen", number=screen, last=last),
        lesson.screens[screen - 1].action.value,
        Form("get", here),
        (
            *([Onward(message("lessons.again"), here, is_main=False)] if _erred(verdict) else []),
            _next(lesson, screen),
        ),
        lesson.text(screen),
    )
    return question_page(screen_question(lesson.name, screen), frame, verdict, problem)


def _erred(verdict: Verdict | None) -> bool:
    return verdict is not None and not verdict.is_right


def _next(lesson: Lesson, screen: int) -> Onward:
    if screen == len(lesson.screens):
        drill = url_for("practise.ask", drill=lesson.practice.kind)
        return Onward(message("lessons.to-the-drill"), drill)
    following = url_for("lessons.show", lesson=lesson.name, screen=screen + 1)
    return Onward(message("practise.next"), following)
