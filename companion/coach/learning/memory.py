"""What practice remembers of each practice and skill: when it comes back, and how it stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import inf
from typing import NamedTuple, Self

from fsrs import Card, Scheduler

from companion.coach.drills.practice import Practice
from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Skill
from companion.coach.learning.attempt import Attempt
from companion.coach.learning.skill_level import LATEST, SkillLevel

#: So many practices are remembered in the order in which they came.
MOST_LATELY = 12
#: How much the last right answer weighs in a practice's usual time.
_LAST_WEIGHS = 0.3
#: How much more or less slowness weighs at most.
_SLOWEST, _QUICKEST = 2.0, 0.5
#: When cards come back; without fuzz the same answers lead to the same choices.
SCHEDULER = Scheduler(enable_fuzzing=False)


class LastAsked(NamedTuple):
    """When a practice was asked last, and how long right answers take of late, in milliseconds."""

    at: datetime
    #: At the level at which it stands; None where none was timed there.
    usual_time: int | None = None

    def after(self, attempt: Attempt) -> "LastAsked":
        """The same after one more answer at that level."""
        if not attempt.is_right or attempt.milliseconds is None:
            return LastAsked(attempt.at, self.usual_time)
        before = attempt.milliseconds if self.usual_time is None else self.usual_time
        return LastAsked(attempt.at, round(before + _LAST_WEIGHS * (attempt.milliseconds - before)))


@dataclass(frozen=True)
class Memory:
    """A person's cards, the standing of each skill, and what was practised when."""

    #: A practice that never came, or not since its skill rose, has none.
    cards: Mapping[Practice, Card] = field(default_factory=dict)
    standings: Mapping[Skill, SkillLevel] = field(default_factory=dict)
    lately: tuple[Practice, ...] = ()
    asked: Mapping[Practice, LastAsked] = field(default_factory=dict)

    def standing(self, skill: Skill) -> SkillLevel:
        """How a skill stands."""
        return self.standings.get(skill) or SkillLevel.at_first(skill)

    def level(self, skill: Skill) -> int:
        """How hard a skill's questions are, from its lowest level to `LEVELS`."""
        return self.standing(skill).level

    def due(self, practice: Practice) -> datetime | None:
        """When a practice comes back; None where it is new."""
        return self.cards[practice].due if practice in self.cards else None

    def is_due(self, practice: Practice, now: datetime) -> bool:
        """Whether a practice came before and has to come back."""
        return practice in self.cards and self.cards[practice].due <= now

    def awaits(self, practice: Practice, now: datetime) -> bool:
        """Whether someone may look for a practice first: it came last, or has to come back."""
        return practice in self.lately[-1:] or self.is_due(practice, now)

    def usual_time(self, practice: Practice) -> int | None:
        """How long right answers take of late, in milliseconds; None where none was timed."""
        return self.asked[practice].usual_time if practice in self.asked else None

    def staleness(self, practice: Practice, now: datetime) -> float:
        """How long ago a practice came, longer for a low level and for slow answers."""
        if practice not in self.asked:
            return inf
        kind, skill = practice
        level, usual_time = self.level(skill), self.usual_time(practice)
        slowness = 1.0 if usual_time is None else usual_time / kind.time_at(level)
        weight = (1 + LEVELS - level) * min(max(slowness, _QUICKEST), _SLOWEST)
        return (now - self.asked[practice].at).total_seconds() * weight

    def need(
        self, skill: Skill, practices: Iterable[Practice], now: datetime
    ) -> tuple[float, float]:
        """How much a skill needs practice, on these practices of it: what waits, then how stale."""
        own = [practice for practice in practices if practice.skill is skill]
        waiting = sum(each not in self.cards or self.is_due(each, now) for each in own)
        stalest = max(self.staleness(each, now) for each in own)
        return waiting / len(own) + self.standing(skill).misses / LATEST, stalest

    def remembering(self, attempt: Attempt, most: int = LEVELS) -> Self:
        """The memory after one more answer, which raises its skill to this level at most."""
        practice, skill = attempt.practice, attempt.practice.skill
        standing = self.standing(skill).after(attempt, most)
        cards, asked = dict(self.cards), dict(self.asked)
        card = cards.get(practice) or Card(card_id=0, due=attempt.at)
        cards[practice], _ = SCHEDULER.review_card(card, attempt.rating, attempt.at)
        was_asked = asked.get(practice, LastAsked(attempt.at))
        # The time of an easier or harder question, from a link, would say nothing.
        is_usual = attempt.level == self.level(skill)
        asked[practice] = (
            was_asked.after(attempt) if is_usual else LastAsked(attempt.at, was_asked.usual_time)
        )
        if standing.level > self.level(skill):
            # What was known of the easier questions says little of the harder ones.
            cards = {each: kept for each, kept in cards.items() if each.skill is not skill}
        if standing.level != self.level(skill):
            asked |= {each: LastAsked(was.at) for each, was in asked.items() if each.skill is skill}
        return replace(
            self,
            cards=cards,
            standings={**self.standings, skill: standing},
            lately=(*self.lately, practice)[-MOST_LATELY:],
            asked=asked,
        )
