"""Show what you can: some minutes of questions, easier and harder, that find someone's level."""

from collections import Counter
from collections.abc import Iterable

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Practice, Skill
from companion.coach.learning.practice_rounds import PracticeRound

_FIRST = 1
#: The levels that can be shown, the best first; the one above them is for practice.
_SHOWN = 3, 2
#: So many right answers at a level or above show it, if so many of the answers there were right
#: and no more than so many were wrong there or below: nobody gets there by luck.
_RIGHT, _SHARE, _MISSES = 8, 0.75, 2


def level_asked(found: PracticeRound, skill: Skill) -> int:
    """How hard the next question is: harder after a right answer, easier after a wrong one."""
    level = _FIRST
    if found.answers:
        last = found.answers[-1]
        level = last.level + (1 if last.is_right else -1)
    return min(max(level, skill.lowest_level), LEVELS)


def practice_asked(found: PracticeRound, practices: Iterable[Practice]) -> Practice:
    """The skills take turns, each with the practice that came least, the quickest of those."""
    asked = Counter(each.practice for each in found.answers)
    turns = Counter(each.practice.skill for each in found.answers)
    takes = {each: each.kind.time_at(level_asked(found, each.skill)) for each in practices}
    return min(takes, key=lambda each: (turns[each.skill], asked[each], takes[each]))


def level_shown(found: PracticeRound) -> int | None:
    """The level that someone has shown command of; None if it is no more than a beginner's."""
    for level in _SHOWN:
        there = [each.is_right for each in found.answers if each.level >= level]
        misses = sum(not each.is_right for each in found.answers if each.level <= level)
        if sum(there) >= max(_RIGHT, _SHARE * len(there)) and misses <= _MISSES:
            return level
    return None
