"""What is remembered of each answer, practice and skill: when it comes back, how good it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import reduce
from math import inf
from typing import NamedTuple, Self

from fsrs import Card, Rating, Scheduler

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Practice, Skill

#: An answer within this part of the level's time was easy.
_EASY = 0.5


class Attempt(NamedTuple):
    """An answer: when, to what practice and how hard a question, and how long it took."""

    at: datetime
    practice: Practice
    level: int
    is_right: bool
    #: None if the page didn't know.
    milliseconds: int | None = None
    #: The game of the question, as its key names it.
    game: str = ""
    #: The page whose round it belongs to, `mixed` or a drill; empty if there is no round.
    page: str = ""
    #: The rule that a wrong answer broke, by its name in the game's book.
    broken: str = ""
    #: Whether a hint was used: then the answer is never quick, however soon it came.
    took_hint: bool = False

    @property
    def is_quick(self) -> bool:
        """Whether it took no hint and no longer than its level allows; true if untimed."""
        most = self.practice.kind.time_at(self.level)
        return not self.took_hint and (self.milliseconds is None or self.milliseconds <= most)

    @property
    def within(self) -> int:
        """The seconds that its level allows if it was right, timed and within them; else 0."""
        is_shown = self.is_right and self.is_quick and self.milliseconds is not None
        return self.practice.kind.time_at(self.level) // 1000 if is_shown else 0

    @property
    def rating(self) -> Rating:
        """How well it went, as FSRS asks for it."""
        if not self.is_right:
            return Rating.Again
        most = _EASY * self.practice.kind.time_at(self.level)
        if not self.took_hint and self.milliseconds is not None and self.milliseconds <= most:
            return Rating.Easy
        return Rating.Good if self.is_quick else Rating.Hard


#: After so many right and quick answers in a row, or so many right ones however slow, the
#: questions become harder.
_QUICK_TO_RISE = 4
_RIGHT_TO_RISE = 12
#: After so many wrong ones in a row, they become easier.
_WRONG_TO_FALL = 2
#: On the day when a skill opens, its questions get no harder than this.
_HARDEST_AT_FIRST = 1
#: So many of the last answers show whether someone is ready for more.
LATEST = 5
#: How many practices are remembered in the order in which they came.
MOST_LATELY = 12
#: How much the last right answer weighs in a practice's usual time.
_LAST_WEIGHS = 0.3
#: The most that slowness can raise or lower the weight.
_SLOWEST, _QUICKEST = 2.0, 0.5
#: The schedule of cards; without fuzz the same answers lead to the same choices.
_SCHEDULER = Scheduler(enable_fuzzing=False)


class SkillLevel(NamedTuple):
    """How good someone is at a skill."""

    #: How hard its questions are, from the skill's lowest level to `LEVELS`.
    level: int
    #: The right and quick answers since the last wrong one; wrong ones in a row are below 0.
    in_a_row: int = 0
    #: Whether each of the latest answers was right, the last one last.
    latest: tuple[bool, ...] = ()
    #: The right answers since the last wrong one, quick or slow, but without a hint.
    run: int = 0
    #: The seconds within which each of the latest answers was right; 0 if it wasn't.
    within: tuple[int, ...] = ()

    @property
    def misses(self) -> int:
        """How many of the latest answers were wrong."""
        return self.latest.count(False)

    @property
    def quick_within(self) -> int | None:
        """The seconds within which someone usually answers rightly; None if they aren't quick."""
        is_quick = sum(map(bool, self.within)) >= _QUICK_TO_RISE
        return max(self.within) if is_quick else None

    @property
    def missing(self) -> tuple[int, int]:
        """How many more right answers in a row raise the level, and how many if they are quick."""
        return max(1, _RIGHT_TO_RISE - self.run), max(1, _QUICK_TO_RISE - max(self.in_a_row, 0))

    def after(self, attempt: Attempt, most: int = LEVELS) -> "SkillLevel":
        """The standing after one more answer of the skill, which rises to this level at most."""
        latest = (*self.latest, attempt.is_right)[-LATEST:]
        within = (*self.within, attempt.within)[-LATEST:]
        (in_a_row, run), lowest = self._in_a_row(attempt), attempt.practice.skill.lowest_level
        is_ready = in_a_row >= _QUICK_TO_RISE or run >= _RIGHT_TO_RISE
        if is_ready and self.level < most:
            return SkillLevel(self.level + 1, 0, latest, 0, within)
        if in_a_row <= -_WRONG_TO_FALL and self.level > lowest:
            return SkillLevel(self.level - 1, 0, latest, 0, within)
        return SkillLevel(self.level, in_a_row, latest, run, within)

    def _in_a_row(self, attempt: Attempt) -> tuple[int, int]:
        """The right and quick answers in a row after one more, and the right ones."""
        if not attempt.is_right:
            # If you fail at more than is asked of you, you have not got worse.
            return min(self.in_a_row, 0) - (attempt.level <= self.level), 0
        # A slow answer or a hint, or an easier question, only ends a run of misses.
        is_told = attempt.level >= self.level
        quick, right = is_told and attempt.is_quick, is_told and not attempt.took_hint
        return max(self.in_a_row, 0) + quick, self.run + right


class LastAsked(NamedTuple):
    """When a practice was asked last, and how many milliseconds right answers take lately."""

    at: datetime
    #: At its present level; None if none was timed there.
    usual_time: int | None = None

    def after(self, attempt: Attempt) -> "LastAsked":
        """The same after one more answer at that level."""
        if not attempt.is_right or attempt.milliseconds is None:
            return LastAsked(attempt.at, self.usual_time)
        before = attempt.milliseconds if self.usual_time is None else self.usual_time
        return LastAsked(attempt.at, round(before + _LAST_WEIGHS * (attempt.milliseconds - before)))


@dataclass(frozen=True)
class Memory:
    """A person's cards, the standing of each skill, what was practised when, and what is open."""

    #: A practice that never came, or not since its skill rose, has no card.
    cards: Mapping[Practice, Card] = field(default_factory=dict)
    standings: Mapping[Skill, SkillLevel] = field(default_factory=dict)
    lately: tuple[Practice, ...] = ()
    asked: Mapping[Practice, LastAsked] = field(default_factory=dict)
    #: The skills that are open, with the day of each.
    opened: Mapping[Skill, date] = field(default_factory=dict)

    def standing(self, skill: Skill) -> SkillLevel:
        """How good someone is at a skill, if only at its beginning."""
        return self.standings.get(skill) or SkillLevel(skill.lowest_level)

    def level(self, skill: Skill) -> int:
        """How hard a skill's questions are, from its lowest level to `LEVELS`."""
        return self.standing(skill).level

    def most(self, skill: Skill, day: date) -> int:
        """The level that a skill can reach on a day: nobody is hurried on the first one."""
        return _HARDEST_AT_FIRST if self.opened.get(skill, day) == day else LEVELS

    def is_due(self, practice: Practice, now: datetime) -> bool:
        """Whether a practice came before and must come back."""
        return practice in self.cards and self.cards[practice].due <= now

    def usual_time(self, practice: Practice) -> int | None:
        """How long right answers have taken lately, in milliseconds; None if none was timed."""
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
        """How much a skill needs these practices of it: what waits, then how stale they are."""
        own = [practice for practice in practices if practice.skill is skill]
        waiting = sum(each not in self.cards or self.is_due(each, now) for each in own)
        stalest = max(self.staleness(each, now) for each in own)
        return waiting / len(own) + self.standing(skill).misses / LATEST, stalest

    def remembering(self, attempt: Attempt) -> Self:
        """The memory after one more answer, of a skill that is open from then on."""
        practice, skill, today = attempt.practice, attempt.practice.skill, attempt.at.date()
        # If you ask for harder questions, the first day doesn't hold you back.
        most = max(self.most(skill, today), attempt.level)
        standing = self.standing(skill).after(attempt, most)
        cards, asked = dict(self.cards), dict(self.asked)
        card = cards.get(practice) or Card(card_id=0, due=attempt.at)
        cards[practice], _ = _SCHEDULER.review_card(card, attempt.rating, attempt.at)
        was_asked = asked.get(practice, LastAsked(attempt.at))
        # The time for an easier or harder question, from a link, would say nothing.
        is_usual = attempt.level == self.level(skill)
        asked[practice] = (
            was_asked.after(attempt) if is_usual else LastAsked(attempt.at, was_asked.usual_time)
        )
        return replace(
            self,
            cards=cards,
            lately=(*self.lately, practice)[-MOST_LATELY:],
            asked=asked,
            opened={skill: today, **self.opened},
        ).standing_at({skill: standing})

    def standing_at(self, standings: Mapping[Skill, SkillLevel]) -> Self:
        """The memory once these skills stand there."""
        moved = {each for each in standings if standings[each].level != self.level(each)}
        # What was known about the easier questions says little about the harder ones.
        risen = {each for each in moved if standings[each].level > self.level(each)}
        return replace(
            self,
            cards={each: card for each, card in self.cards.items() if each.skill not in risen},
            asked={
                each: LastAsked(was.at) if each.skill in moved else was
                for each, was in self.asked.items()
            },
            standings={**self.standings, **standings},
        )


class Recalled(NamedTuple):
    """How an own mistake went the last time, and when it comes back; None for never."""

    is_right: bool
    due: datetime | None


def recall(answers: Iterable[tuple[datetime, bool]]) -> Recalled | None:
    """What the answers to one mistake lead to, the first one first; None if there are none.

    If you find it each time, you are done with it. If you fail, it comes back, by a card that
    follows from the answers since the first miss.
    """
    answered = list(answers)
    if not answered:
        return None
    missed = next((number for number, (_, is_right) in enumerate(answered) if not is_right), None)
    if missed is None:
        return Recalled(is_right=True, due=None)

    def reviewed(card: Card, answer: tuple[datetime, bool]) -> Card:
        at, is_right = answer
        rating = Rating.Good if is_right else Rating.Again
        return _SCHEDULER.review_card(card, rating, at)[0]

    first, _ = answered[missed]
    card = reduce(reviewed, answered[missed:], Card(card_id=0, due=first))
    answered_at, is_right = answered[-1]
    # Only one answer a day counts.
    next_day = datetime.combine(answered_at.date() + timedelta(1), time(), answered_at.tzinfo)
    return Recalled(is_right, max(card.due, next_day))
