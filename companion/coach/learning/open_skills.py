"""The open skills, and what opens the next one: a few at a time, in their order."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from companion.coach.drills.practice import Practice, skills_of
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Skill
from companion.coach.learning.memory import Memory

#: With fewer practices than this, one of them would come too often.
FEWEST_PRACTICES = 4
#: How many of the last answers about the newest skill must be right before the next one opens.
ENOUGH = 4
#: How many skills may be new on a day.
_MOST_A_DAY = 2
#: On the day when a skill opens, its questions get no harder than this.
_HARDEST_AT_FIRST = 1


class OpenSkills(NamedTuple):
    """The open skills, in their order; the newest; and the next one to open."""

    skills: tuple[Skill, ...]
    newest: Skill
    #: None if all are open.
    coming: Skill | None
    #: Whether the newest goes well enough: then the next one only waits for another day.
    is_ready: bool


def opening_of(
    memory: Memory, opened: Mapping[Skill, date], practices: Iterable[Practice], day: date
) -> OpenSkills:
    """The open ones of these practices on that day, if those skills opened on these days."""
    practices = tuple(practices)
    order = skills_of(practices)
    found = _enough([skill for skill in order if skill in opened], practices)
    new_today = sum(when == day for when in opened.values()) + sum(
        skill not in opened for skill in found
    )
    while True:
        closed = [skill for skill in order if skill not in found]
        # If you went ahead by a drill of your own choice, you still go all the way.
        newest = order[order.index(closed[0]) - 1] if closed else order[-1]
        is_ready = sum(memory.standing(newest).latest) >= ENOUGH
        if not (closed and is_ready and new_today < _MOST_A_DAY):
            break
        found, new_today = [*found, closed[0]], new_today + 1
    skills = tuple(skill for skill in order if skill in found)
    return OpenSkills(skills, newest, closed[0] if closed else None, is_ready)


def _enough(skills: Sequence[Skill], practices: Sequence[Practice]) -> list[Skill]:
    """These skills and the first one, and more if they have too few practices."""
    first, *others = skills_of(practices)
    # If you went ahead, you come back to the first one.
    found = list(dict.fromkeys((*skills, first)))
    for skill in others:
        number = sum(practice.skill in found for practice in practices)
        if number < FEWEST_PRACTICES and skill not in found:
            found.append(skill)
    return found


def hardest_on(day: date, opened: date | None) -> int:
    """The highest level of a skill on a day, by the day when it opened."""
    return _HARDEST_AT_FIRST if opened in (None, day) else LEVELS
