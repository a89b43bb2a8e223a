"""A screen of a lesson as its page shows it."""

from urllib.parse import urlencode

from flask import url_for

from companion.coach.drills.question import Verdict
from companion.coach.learning.lessons import Lesson
from companion.coach.learning.screen_questions import ask_screen
from companion.i18n import Text, message
from companion.web.coach.framed_question import Frame, FramedQuestion
from companion.web.coach.round_page import Onward


def lesson_page(
    lesson: Lesson,
    screen: int,
    verdict: Verdict | None = None,
    problem: Text | None = None,
    then: str = "",
    tapped: str | None = None,
) -> FramedQuestion:
    """A screen of a lesson, counted from 1, or the verdict on a tap there.

    `then` is the drill that sent someone there, and where they go back to; `tapped` is the answer
    given there.
    """
    last, here = len(lesson.screens), url_for("practise.lesson", name=lesson.name, screen=screen)
    onward = url_for("practise.lesson", name=lesson.name, screen=screen + 1)
    label = message("lessons.to-the-drill" if screen == last else "practise.next")
    if then or screen == last:
        onward = url_for("practise.ask", drill=then or lesson.practice.kind)
    if then:
        label = message("practise.back-to-round")
    kept = {"then": then} if then else {}
    shown = kept if tapped is None else kept | {"said": tapped}
    frame = Frame(
        title=message("lessons.screen-title", lesson=lesson.heading, number=screen, last=last),
        name=lesson.heading,
        asks=lesson.screens[screen - 1].action.value,
        back=url_for("practise.lessons"),
        back_label=message("lessons.back"),
        step=screen,
        steps=last,
        step_label=message("lessons.screen", number=screen, last=last),
        text=lesson.text(screen),
        action=here,
        kept=kept,
        here=f"{here}?{urlencode(shown)}" if shown else here,
        onward=Onward(onward, label, None, is_next=False),
    )
    return FramedQuestion(frame, ask_screen(lesson, screen), verdict, problem)
