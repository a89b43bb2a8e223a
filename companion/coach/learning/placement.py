"""Show what you can: some minutes of questions, easier and harder, that find someone's level."""

from collections import Counter
from collections.abc import Iterable

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Practice, Skill
from companion.coach.learning.practice_rounds import PracticeRound

#: The levels that can be shown, the best first, each with the share of all answers that must be
#: right there or above; the level above them is for practice.
_SHARES = {3: 0.4, 2: 0.6}
#: So many right answers show a level at least, and one more for each miss there or below. A miss
#: above it says nothing against it. Nobody gets there by luck.
_RIGHT = 4


def level_asked(found: PracticeRound, skill: Skill) -> int:
    """How hard the next question is: harder after a right answer, easier after a wrong one."""
    level = 1
    if found.answers:
        *before, last = found.answers
        # After a miss, one right answer may be luck.
        rises = all(each.is_right for each in before[-1:])
        level = last.level + (rises if last.is_right else -1)
    return min(max(level, skill.lowest_level), LEVELS)


def practice_asked(found: PracticeRound, practices: Iterable[Practice]) -> Practice:
    """The skills take turns, each with the practice that came least, the quickest of those."""
    asked = Counter(each.practice for each in found.answers)
    turns = Counter(each.practice.skill for each in found.answers)
    # The only miss may be a slip: that skill comes again.
    missed = [each.practice.skill for each in found.answers if not each.is_right]
    turns.subtract(missed if len(missed) == 1 else ())
    takes = {each: each.kind.time_at(level_asked(found, each.skill)) for each in practices}
    return min(takes, key=lambda each: (turns[each.skill], asked[each], takes[each]))


def level_shown(found: PracticeRound) -> int | None:
    """The level that someone has shown command of; None if it is no more than a beginner's."""
    for level, share in _SHARES.items():
        right = sum(each.is_right and each.level >= level for each in found.answers)
        misses = sum(not each.is_right and each.level <= level for each in found.answers)
        if right >= max(_RIGHT, share * len(found.answers)) + misses:
            return level
    return None
