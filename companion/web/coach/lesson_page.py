"""A screen of a lesson as its page shows it."""

from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from flask import url_for

from companion.coach.drills.question import Question, Verdict
from companion.coach.learning.lesson_screens import ask_screen
from companion.coach.learning.lessons import LESSONS, Lesson
from companion.i18n import Text, message
from companion.web.coach.framed_question import framed


def lesson_page(
    lesson: Lesson,
    screen: int,
    verdict: Verdict | None = None,
    problem: Text | None = None,
    then: str = "",
    tapped: str | None = None,
) -> dict[str, Any]:
    """A screen of a lesson, counted from 1, or what is said of a tap there.

    `then` is the drill that sent somebody there, and to which they go back; `tapped` is what was
    said there.
    """
    last, here = len(lesson.screens), url_for("practise.lesson", name=lesson.name, screen=screen)
    onward = url_for("practise.lesson", name=lesson.name, screen=screen + 1)
    onward_label = message("lessons.to-the-drill" if screen == last else "practise.next")
    if then or screen == last:
        onward = url_for("practise.ask", drill=then or lesson.practice.kind)
    if then:
        onward_label = message("practise.back-to-round")
    kept = {"then": then} if then else {}
    anew = f"{here}?{urlencode(kept)}" if kept else here
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
        "action": here,
        "kept": kept,
        "anew": anew,
        "here": anew if tapped is None else f"{here}?{urlencode(kept | {'said': tapped})}",
        "onward": onward,
        "onward_label": onward_label,
        # What it teaches before it asks.
        "text": lesson.text(screen),
    }
    return framed(screen_question(lesson.name, screen), frame, verdict, problem)


@lru_cache(maxsize=64)
def screen_question(lesson: str, screen: int) -> Question:
    """What a screen asks, counted from 1: the same for everybody."""
    return ask_screen(LESSONS[lesson], screen)
