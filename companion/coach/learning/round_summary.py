"""What a round that is over comes to: how right, how quick, and one thing that was learnt."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from companion.coach.drills.practice import Practice
from companion.coach.drills.skills import Skill
from companion.coach.learning.lessons import Lesson, screen_for
from companion.coach.learning.memory import Memory
from companion.coach.learning.practice_rounds import Answered, PracticeRound, usual_time_of
from companion.i18n import Message, Text, listed, message

#: Answers in this part of the time that they took before are quicker.
_QUICKER = 0.8
#: One quick answer is chance.
_FEWEST_TIMED = 2
#: Nobody has learnt what only comes, or what was missed.
_HEADINGS = {
    "round.learnt.opened": message("round.opened"),
    "round.learnt.missed": message("round.missed"),
    "round.learnt.practised": message("round.practised"),
}


class RoundSummary(NamedTuple):
    """What a round came to."""

    #: One thing to say, and what it stands under.
    learnt: Text
    heading: Text
    #: The screen of a lesson to look at, where most was wrong.
    lesson: tuple[Lesson, int] | None


def summary_of(found: PracticeRound, memory: Memory) -> RoundSummary:
    """The summary of a round, by what is remembered after it."""
    learnt = next(_learnt(found, memory))
    heading = _HEADINGS.get(learnt.id, message("round.learnt"))
    return RoundSummary(learnt, heading, _lesson_for(found))


def _learnt(found: PracticeRound, memory: Memory) -> Iterator[Message]:
    """What there is to say of a round, the best first."""
    for skill in found.opened:
        yield message("round.learnt.opened", skill=skill.heading, sentence=skill.sentence)
    for skill in dict.fromkeys(answer.practice.skill for answer in found.answers):
        if memory.level(skill) > _first_level(found, skill):
            yield message("round.learnt.level", skill=skill.heading, level=memory.level(skill))
    for practice, answers in _by_practice(found).items():
        if answers[-1].is_right and not all(answer.is_right for answer in answers):
            yield message("round.learnt.turned", practice=practice.heading)
    yield from _quicker(found)
    yield from _missed(found)
    which = "all-right" if found.right == len(found.answers) else "practised"
    skills = listed(skill.heading for skill in found.skills)
    yield message(f"round.learnt.{which}", skills=skills)


def _first_level(found: PracticeRound, skill: Skill) -> int:
    return next(answer.stood for answer in found.answers if answer.practice.skill is skill)


def _by_practice(found: PracticeRound) -> dict[Practice, list[Answered]]:
    ordered = sorted(found.answers, key=lambda answer: answer.practice)
    return {each: [*answers] for each, answers in groupby(ordered, lambda a: a.practice)}


def _quicker(found: PracticeRound) -> Iterator[Message]:
    """The practices that took less time than before, at the same level."""
    for practice, answers in _by_practice(found).items():
        usual = [each for each in answers if each.is_usual]
        timed = [each for each in usual if each.milliseconds]
        before, now = usual[0].usual_time if usual else None, usual_time_of(timed)
        levels = {answer.level for answer in usual}
        right = sum(each.is_right for each in timed)
        if before is None or now is None or right < _FEWEST_TIMED or len(levels) > 1:
            continue
        if now <= _QUICKER * before:
            seconds, were = f"{now / 1000:.1f}", f"{before / 1000:.1f}"
            yield message(
                "round.learnt.quicker", practice=practice.heading, seconds=seconds, were=were
            )


def _missed(found: PracticeRound) -> Iterator[Message]:
    """The skill that was missed most, in plain words."""
    missed = Counter(each.practice.skill for each in found.answers if not each.is_right)
    for skill, _ in missed.most_common(1):
        yield message("round.learnt.missed", skill=skill.heading, sentence=skill.sentence)


def _lesson_for(found: PracticeRound) -> tuple[Lesson, int] | None:
    """The screen that teaches what was missed most, where less than half was right."""
    missed = Counter(each.practice for each in found.answers if not each.is_right)
    if 2 * found.right >= len(found.answers):
        return None
    screens = (screen_for(practice) for practice, _ in missed.most_common())
    return next(filter(None, screens), None)
