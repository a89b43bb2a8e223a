"""The round of a drill's page: how far it is, where its questions lead, and when a lesson helps."""

from collections import Counter
from typing import NamedTuple

from flask import url_for

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import DrillKind
from companion.coach.learning.lessons import Lesson, screen_for
from companion.coach.learning.practice_rounds import MIXED, PLACEMENT, ROUND, PracticeRound
from companion.coach.learning.schedule import Schedule
from companion.i18n import Text, message
from companion.web.clock import now
from companion.web.ui.practice_session import lessons_done

#: At these questions of a mixed round an own mistake comes first, if one is due.
_SLIPPED_IN_AT = (4, 8)
#: After so many misses in a row, and each time after so many more.
_TO_LOOK_AGAIN = 2


class Onward(NamedTuple):
    """Where a question leads once it is answered."""

    address: str
    label: Text
    #: The page that continues the round; None once the round is over.
    page: str | None
    #: Whether that is the next question of the same page.
    is_next: bool


def round_shown(kept: Schedule, drill: str, *, is_answered: bool) -> PracticeRound | None:
    """The round of a page as far as it is answered; None before its first answer."""
    found = kept.round
    if found is None or found.page != drill:
        return None
    return found if is_answered or found.goes_on(drill, now()) else None


def marks_of(found: PracticeRound | None) -> list[str]:
    """A mark for each question of a round: `right`, `wrong` or `open`."""
    marks = [] if found is None else [answer.is_right for answer in found.answers]
    answered = ["right" if is_right else "wrong" for is_right in marks]
    return answered + ["open"] * (ROUND - len(answered))


def describe_place(found: PracticeRound | None, level: int, *, is_answered: bool) -> Text:
    """How far a round is, in words: which question, how many were right, how hard they are."""
    answered = 0 if found is None else len(found.answers)
    number = answered if is_answered and answered else min(answered + 1, ROUND)
    right = 0 if found is None else found.right
    return message("round.place", number=number, all=ROUND, right=right, level=level, most=LEVELS)


def describe_time_left(found: PracticeRound | None) -> Text:
    """How much of its time a placement has left: `1:20 left`"""
    found = found or PracticeRound(PLACEMENT, ())
    minutes, seconds = divmod(found.milliseconds_left // 1000, 60)
    return message("placement.left", minutes=minutes, seconds=f"{seconds:02}")


def onward_from(drill: str, found: PracticeRound | None) -> Onward:
    """Where an answer of a page leads."""
    if found is not None and found.is_over:
        address = url_for("practise.round_over", drill=drill)
        return Onward(address, message("round.to-summary"), None, is_next=False)
    address = url_for("practise.ask", drill=drill)
    if drill == MIXED and found is not None and len(found.answers) + 1 in _SLIPPED_IN_AT:
        # A due one takes a while to find: that page searches for it, so that no verdict waits.
        address = url_for("practise.go_on")
    return Onward(address, message("practise.next"), drill, is_next=True)


def round_beside(drill: str, kept: Schedule) -> Onward:
    """Where a question without a round leads: back to the one in progress, if there is one."""
    found = kept.round
    if found is not None and found.answers and found.goes_on(found.page, now()):
        address = url_for("practise.ask", drill=found.page)
        return Onward(address, message("practise.back-to-round"), found.page, is_next=False)
    return onward_from(drill, None)


def way_to(lesson: Lesson, screen: int, drill: str) -> tuple[str, Text]:
    """The way to a screen of a lesson, from which one comes back to a drill; and its words."""
    address = url_for("practise.lesson", name=lesson.name, screen=screen, then=drill)
    if lesson.name in lessons_done():
        return address, message("practise.look-again", lesson=lesson.heading)
    return address, message("practise.look-at", lesson=lesson.heading)


def screen_after(found: PracticeRound | None) -> tuple[Lesson, int] | None:
    """The screen that the last answer calls for, unless an earlier one of the round did.

    It does by every second miss in a row to its drill; answers to others in between don't matter.
    """
    screens: list[tuple[Lesson, int] | None] = [None]
    misses = Counter[DrillKind]()
    # Once a round is over, its result comes first.
    for answer in () if found is None or found.is_over else found.answers:
        kind = answer.practice.kind
        misses[kind] = 0 if answer.is_right else misses[kind] + 1
        is_enough = not answer.is_right and misses[kind] % _TO_LOOK_AGAIN == 0
        screens.append(screen_for(answer.practice, [answer.broken]) if is_enough else None)
    return screens[-1] if screens[-1] not in screens[:-1] else None
