"""What to practise now: the skills of a round, and the practice of its next question."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from companion.coach.drills.practice import Practice
from companion.coach.drills.skills import Skill
from companion.coach.learning.memory import MOST_LATELY, Memory
from companion.coach.learning.open_skills import FEWEST_PRACTICES, OpenSkills

#: Among any `MOST_LATELY` questions no practice comes more often, where there are enough others.
_MOST_OFTEN = 3

_JUST_NOW = timedelta(minutes=10)


def choose_skills(
    memory: Memory, opening: OpenSkills, practices: Sequence[Practice], now: datetime
) -> tuple[Skill, ...]:
    """The skills of a mixed round: the newest while it is learnt, and the one most in need."""
    by_need = sorted(
        opening.skills, key=lambda skill: memory.need(skill, practices, now), reverse=True
    )
    first = by_need[0] if opening.is_ready else opening.newest
    others = [skill for skill in by_need if skill is not first]
    # Two skills with few practices would ask for the same ones again and again.
    varied = (skill for skill in others if _number(practices, first, skill) >= FEWEST_PRACTICES)
    second = next(varied, others[0] if others else first)
    return tuple(skill for skill in opening.skills if skill in (first, second))


def _number(practices: Sequence[Practice], *skills: Skill) -> int:
    return sum(practice.skill in skills for practice in practices)


def choose_practice(
    memory: Memory, among: Sequence[Practice], otherwise: Sequence[Practice], now: datetime
) -> Practice:
    """The practice of a mixed question: among those of its round, `otherwise` of all open ones."""
    for choices in (among, otherwise):
        if rested := _rested(memory.lately, choices):
            return choose_next(memory, rested, now)
    return choose_next(memory, among, now)


def choose_next(memory: Memory, among: Sequence[Practice], now: datetime) -> Practice:
    """What is due, else what is new, else what came long ago, is easy yet, or goes slowly.

    After a miss it is something easy: nobody fails twice running who need not.
    """
    choices = [each for each in among if not _was_last(memory, each, now)] or list(among)
    if _was_missed(memory, now):
        choices = _easiest(memory, choices)
    if waiting := [each for each in choices if memory.is_due(each, now)]:
        return min(waiting, key=lambda each: memory.cards[each].due)
    new = [each for each in choices if each not in memory.cards]
    return max(new or choices, key=lambda each: memory.staleness(each, now))


def _was_last(memory: Memory, practice: Practice, now: datetime) -> bool:
    """Whether a practice came just now: nothing comes twice running."""
    return practice in memory.lately[-1:] and now - memory.asked[practice].at < _JUST_NOW


def _was_missed(memory: Memory, now: datetime) -> bool:
    """Whether the last answer was wrong, just now."""
    return any(
        now - memory.asked[last].at < _JUST_NOW and not memory.standing(last.skill).latest[-1]
        for last in memory.lately[-1:]
    )


def _easiest(memory: Memory, choices: Sequence[Practice]) -> list[Practice]:
    """Those of the skill that stands lowest, the first learnt of several."""
    order = [*Skill]
    easiest = min(
        (choice.skill for choice in choices),
        key=lambda skill: (memory.level(skill), order.index(skill)),
    )
    return [choice for choice in choices if choice.skill is easiest]


def _rested(lately: Sequence[Practice], choices: Collection[Practice]) -> list[Practice]:
    """Those that may come again."""
    often = Counter(lately[1 - MOST_LATELY :])
    return [choice for choice in choices if often[choice] < _MOST_OFTEN]
