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
    tapped: str = "",
    is_again: bool = False,
) -> FramedQuestion:
    """A screen of a lesson, counted from 1, or the verdict on a tap there.

    `then` is the drill that sent someone there, and where they go back to; `tapped` is the answer
    given there, and `is_again` whether it was asked for after a miss.
    """
    last, here = len(lesson.screens), url_for("practise.lesson", name=lesson.name, screen=screen)
    kept = ({"then": then} if then else {}) | ({"tried": "1"} if is_again else {})
    shown, onward = kept | ({"said": tapped} if tapped else {}), _onward(lesson, screen, then)
    if verdict and not (verdict.is_right or is_again):
        # The reason comes first: only a second miss is shown the answer.
        kept = kept | {"tried": "1"}
        label = message("lessons.again")
        onward = Onward(f"{here}?{urlencode(kept)}", label, None, is_next=True)
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
        onward=onward,
        said=tapped,
        is_first_try=not is_again,
    )
    return FramedQuestion(frame, ask_screen(lesson, screen), verdict, problem)


def _onward(lesson: Lesson, screen: int, then: str) -> Onward:
    """Where a screen leads once it is answered."""
    if then:
        label, drill = message("practise.back-to-round"), then
    elif screen == len(lesson.screens):
        label, drill = message("lessons.to-the-drill"), lesson.practice.kind.value
    else:
        following = url_for("practise.lesson", name=lesson.name, screen=screen + 1)
        return Onward(following, message("practise.next"), None, is_next=True)
    return Onward(url_for("practise.ask", drill=drill), label, None, is_next=False)
