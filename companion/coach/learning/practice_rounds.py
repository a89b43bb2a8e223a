"""A round: ten questions of a skill or two, and how each was answered."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import groupby
from statistics import median
from typing import Any, NamedTuple, Self

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import PRACTICES, Practice, Skill
from companion.coach.learning.lessons import Lesson, screen_for
from companion.coach.learning.memory import Attempt, Memory
from companion.i18n import Message, Text, listed, message

#: How many questions make a round.
ROUND = 10
#: A round left for so long is not continued.
_LAPSES = timedelta(hours=1)
#: The name for any drill: a page's rounds, a sheet.
MIXED = "mixed"
#: The page whose only round finds out the level at which someone begins.
PLACEMENT = "placement"
#: The milliseconds of thinking that it takes, and what each answer takes at least.
_PLACED_IN, _LEAST_TAKEN = 120_000, 4_000
#: Answers within this part of their former time are quicker.
_QUICKER = 0.8
#: One quick answer is chance.
_FEWEST_TIMED = 2
#: If it only comes, or was missed, nobody has learnt it.
_HEADINGS = {
    "round.learnt.opened": message("round.opened"),
    "round.learnt.missed": message("round.missed"),
    "round.learnt.fell": message("round.practised"),
    "round.learnt.practised": message("round.practised"),
}


def page_practices(page: str, here: Iterable[Practice] = PRACTICES) -> tuple[Practice, ...]:
    """What `mixed`, `placement`, a drill, or `doubles.2` (a skill at a level) asks; else nothing.

    The first two ask what is here, and a skill too if it can.
    """
    if page in (MIXED, PLACEMENT):
        return tuple(here)
    name, _, level = page.partition(".")
    if not level:
        return tuple(each for each in PRACTICES if each.kind == page)
    levels = [*map(str, range(LEVELS + 1))]
    own = [each for each in PRACTICES if each.skill == name]
    every = [each for each in own if level in levels[each.skill.lowest_level :]]
    return tuple(each for each in every if each in here) or tuple(every)


class Answered(NamedTuple):
    """An answer within a round."""

    practice: Practice
    level: int
    is_right: bool
    milliseconds: int | None
    #: How long the practice took before, in milliseconds, if it was timed at that level.
    usual_time: int | None
    game: str
    #: The rule that it broke, by its name in the game's book.
    broken: str
    #: The level of the skill then; a question from a link may have another one.
    stood: int


@dataclass(frozen=True)
class PracticeRound:
    """A round of a page, as far as it is answered."""

    #: As `page_practices` knows it.
    page: str
    #: What it is about.
    skills: tuple[Skill, ...]
    answers: tuple[Answered, ...] = ()
    #: When it was answered last.
    at: datetime | None = None
    #: The skills that opened during it.
    opened: tuple[Skill, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether every question is answered, or the time of a placement is up."""
        if self.page == PLACEMENT:
            return not self.milliseconds_left
        return len(self.answers) >= ROUND

    @property
    def milliseconds_left(self) -> int:
        """How long a placement may still think; reading the reasons takes nothing."""
        spent = (
            each.milliseconds or each.practice.kind.time_at(each.level) for each in self.answers
        )
        return max(0, _PLACED_IN - sum(max(_LEAST_TAKEN, each) for each in spent))

    @property
    def right(self) -> int:
        """How many answers were right."""
        return sum(answer.is_right for answer in self.answers)

    @property
    def failed(self) -> tuple[Skill, ...]:
        """The skills missed twice or more, and no less often than they were right."""
        counts = Counter((each.practice.skill, each.is_right) for each in self.answers)
        return tuple(s for s in Skill if counts[s, False] >= max(2, counts[s, True]))

    @property
    def milliseconds(self) -> float | None:
        """The median time of a right answer; None if none was timed."""
        return usual_time_of(self.answers)

    def goes_on(self, page: str, now: datetime) -> bool:
        """Whether the next question of a page belongs to it."""
        is_fresh = self.at is None or now - self.at < _LAPSES
        return page == self.page and is_fresh and not self.is_over

    def after(
        self, attempt: Attempt, usual_time: int | None, stood: int, opened: Iterable[Skill]
    ) -> Self:
        """The round after one more answer.

        It gets the practice's former time and its skill's level.
        """
        practice, milliseconds = attempt.practice, attempt.milliseconds
        answer = Answered(
            practice, attempt.level, attempt.is_right, milliseconds, usual_time, attempt.game,
            attempt.broken, stood,
        )  # fmt: skip
        answers = (*self.answers, answer)
        return replace(self, answers=answers, at=attempt.at, opened=(*self.opened, *opened))


def usual_time_of(answers: Iterable[Answered | Attempt]) -> float | None:
    """The median time of right answers, in milliseconds; None if none was timed."""
    # A wrong answer doesn't show how quickly someone counts.
    right = (answer.milliseconds for answer in answers if answer.is_right)
    timed = [milliseconds for milliseconds in right if milliseconds is not None]
    return median(timed) if timed else None


class RoundSummary(NamedTuple):
    """The summary of a round."""

    #: One thing to say, and its heading.
    learnt: Text
    heading: Text
    #: The screen of a lesson to look at, if most answers were wrong.
    lesson: tuple[Lesson, int] | None
    #: What is quick now, and what the next levels take.
    ahead: tuple[Text, ...]


def summary_of(found: PracticeRound, memory: Memory) -> RoundSummary:
    """The summary of a round, by what is remembered after it."""
    if found.page == PLACEMENT:
        return RoundSummary(_placed(found, memory), message("placement.yours"), None, ())
    learnt = next(_learnt(found, memory))
    heading = _HEADINGS.get(learnt.id, message("round.learnt"))
    return RoundSummary(learnt, heading, _lesson_for(found), tuple(_ahead(found, memory)))


def _placed(found: PracticeRound, memory: Memory) -> Message:
    """Where a placement leaves every skill."""
    levels = (memory.level(skill) for skill in found.opened if skill not in found.failed)
    if not (level := min(levels, default=0)):
        return message("placement.not-shown")
    if below := [skill.heading for skill in found.failed if memory.level(skill) < level]:
        return message("placement.shown-but", level=level, skills=listed(below))
    return message("placement.shown", level=level)


def _learnt(found: PracticeRound, memory: Memory) -> Iterator[Message]:
    """Everything there is to say about a round, the best first."""
    for skill in found.opened:
        yield message("round.learnt.opened", skill=skill.heading, sentence=skill.sentence)
    for skill in dict.fromkeys(answer.practice.skill for answer in found.answers):
        stood = [each.stood for each in found.answers if each.practice.skill is skill]
        if (level := memory.level(skill)) > stood[0]:
            yield message("round.learnt.level", skill=skill.heading, level=level)
        elif max(stood) > max(stood[0], level):
            yield message("round.learnt.fell", skill=skill.heading, level=level)
    for practice, answers in _by_practice(found).items():
        if answers[-1].is_right and not all(answer.is_right for answer in answers):
            yield message("round.learnt.turned", practice=practice.heading)
    yield from _quicker(found)
    missed = Counter(each.practice.skill for each in found.answers if not each.is_right)
    for skill, _ in missed.most_common(1):
        yield message("round.learnt.missed", skill=skill.heading, sentence=skill.sentence)
    which = "all-right" if found.right == len(found.answers) else "practised"
    skills = listed(skill.heading for skill in found.skills)
    yield message(f"round.learnt.{which}", skills=skills)


def _by_practice(found: PracticeRound) -> dict[Practice, list[Answered]]:
    ordered = sorted(found.answers, key=lambda answer: answer.practice)
    return {each: [*answers] for each, answers in groupby(ordered, lambda a: a.practice)}


def _quicker(found: PracticeRound) -> Iterator[Message]:
    """The practices that took less time than before, at the same level."""
    for practice, answers in _by_practice(found).items():
        usual = [each for each in answers if each.level == each.stood]
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


def _lesson_for(found: PracticeRound) -> tuple[Lesson, int] | None:
    """The screen that teaches what was missed most, if fewer than half were right."""
    missed = Counter(each.practice for each in found.answers if not each.is_right)
    if 2 * found.right >= len(found.answers):
        return None
    screens = (screen_for(practice) for practice, _ in missed.most_common())
    return next(filter(None, screens), None)


def _ahead(found: PracticeRound, memory: Memory) -> Iterator[Text]:
    """What is quick now, and what the next level of each skill takes."""
    asked = sorted({answer.practice.skill for answer in found.answers}, key=[*Skill].index)
    within = {e: memory.standing(e).quick_within for e in asked}
    quick = [message("quick.skill", skill=e.heading, seconds=s) for e, s in within.items() if s]
    if quick:
        yield message("quick.now", skills=listed(quick))
    day = found.at.date() if found.at else date.min
    # A round of one skill may have been asked for at another level.
    at = int(found.page.partition(".")[2] or -1)
    if 0 <= at < (level := memory.level(asked[0])):
        yield message("round.missing.harder", skill=asked[0].heading, level=level)
        return
    held = [e for e in asked if LEVELS > memory.level(e) >= max(at, memory.most(e, day))]
    if held:
        yield message("round.missing.tomorrow", level=memory.level(held[0]))
    missing = [_missing(skill, memory) for skill in asked if skill not in held]
    yield from filter(None, missing)
    if any(each and each.id.endswith("quick") for each in missing):
        kinds = {each.practice.kind: memory.level(each.practice.skill) for each in found.answers}
        times = {kind: kind.time_at(level) // 1000 for kind, level in kinds.items()}
        drills = listed(message("quick.drill", drill=e.heading, seconds=times[e]) for e in times)
        which = "same" if len({*times.values()}) == 1 else "each"
        yield message(f"quick.is.{which}", seconds=max(times.values()), drills=drills)


def _missing(skill: Skill, memory: Memory) -> Message | None:
    """What raises a skill to its next level, or at the top makes it quick; None if it is."""
    standing, name = memory.standing(skill), skill.heading
    right, quick = standing.missing
    if standing.level == LEVELS:
        is_quick = standing.quick_within is not None
        return None if is_quick else message("round.missing.top-quick", skill=name)
    more: dict[str, Any] = {"skill": name, "level": standing.level + 1}
    if right <= quick:
        return message("round.missing.right", count=right, **more)
    return message("round.missing.or-quick", count=quick, right=right, **more)
