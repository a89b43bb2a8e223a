"""The race to hole 15: when each racer may begin, what an answer does, who finishes first.

All times but the countdown are milliseconds since the race began. They are passed in.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple, Self

from companion.coach.challenges.sprint_questions import DEAL, numbers_of, sprint_keys
from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import Chance
from companion.coach.drills.question import Choice, NoAnswer, Question, Verdict, Wanted
from companion.coach.drills.question_key import QuestionKey
from companion.i18n import message
from companion.pictures.layout_crop import Size
from companion.rules.errors import Refusal

HOLES = 15
#: From the tap that starts it to the first question: time to notice, and to count from three.
COUNTDOWN = timedelta(seconds=5)
MOST_RACERS = 4
#: The largest head start, in seconds.
LONGEST_HEAD_START = 120
#: How long a miss keeps its racer from the next question.
MISS_COSTS = 2_000
#: Nobody can read a question and tap sooner. A phone waits a little longer between two answers.
THUMB = 150
#: How late an answer may arrive and still count from when its phone says that it was tapped.
PATIENCE = 2_000
#: The most answers in a lane: so it ends even for someone who keeps missing.
MOST_ANSWERS = 60
#: How long a race is open, and how long after the first one finishes: then it is over for all.
LASTS, OTHERS_HAVE = 600_000, 120_000
#: How many are made at once: the first ones before the race, the others during it.
AT_ONCE = 10
#: What fits under half of a phone.
_MOST_OFFERED = 6
#: The felt on half of a phone of 360 by 640 px, with halves of tiles at least 18 px wide.
HALF = Size(352 / 18, 125 / 18)
#: Up to this level most layouts fit there.
_HIGHEST_ON_HALF = 2
#: How far other choices are from the right number, if there are too few known mistakes.
_NEAR = (5, -5, 1, -1, 2, -2, 3, -3, 4, -4)


class TooSoon(Refusal, code="too-soon"):
    """The racer may not answer yet."""


class OutOfOrder(Refusal, code="out-of-order"):
    """Another question comes first."""


class RaceOver(Refusal, code="race-over"):
    """The race is over, or the racer has finished."""


class Given(NamedTuple):
    """An answer that was given: when, what, and whether it pegged."""

    at: int
    said: str
    is_right: bool


@dataclass(frozen=True)
class Lane:
    """One racer's lane: when it begins, and the answers on it, one question after another."""

    name: str
    #: The head start, in seconds, on those who have none.
    head_start: int = 0
    starts_at: int = 0
    given: tuple[Given, ...] = ()

    @property
    def pegs(self) -> int:
        """The hole that its peg has reached."""
        return sum(each.is_right for each in self.given)

    @property
    def misses(self) -> tuple[tuple[int, Given], ...]:
        """The wrong answers, each with the number of its question, from 0."""
        return tuple(each for each in enumerate(self.given) if not each[1].is_right)

    @property
    def home_at(self) -> int | None:
        """When its peg reached the last hole; None before that."""
        return self.given[-1].at if self.pegs == HOLES else None

    @property
    def is_done(self) -> bool:
        """Whether nothing can be answered on it any more."""
        return self.pegs == HOLES or len(self.given) == MOST_ANSWERS

    @property
    def ready_at(self) -> int:
        """When its next question is there to be answered."""
        if not self.given:
            return self.starts_at
        last = self.given[-1]
        return last.at if last.is_right else last.at + MISS_COSTS

    def answered(self, said: str, *, is_right: bool, at: int, now: int) -> "Lane":
        """The lane after its next answer, tapped at one time and received now.

        The phone's time is believed within limits. Raises `TooSoon` or `RaceOver`.
        """
        if self.is_done:
            raise RaceOver(message("holes.refused.over"))
        soonest = self.ready_at + THUMB
        if now < soonest:
            raise TooSoon(message("holes.refused.too-soon"))
        tapped = max(soonest, now - PATIENCE, min(at, now))
        return replace(self, given=(*self.given, Given(tapped, said, is_right)))


@dataclass(frozen=True)
class Race:
    """The lanes of all racers, in the order in which they joined."""

    lanes: tuple[Lane, ...]

    @classmethod
    def between(cls, racers: Iterable[tuple[str, int, tuple[Given, ...]]]) -> Self:
        """A race by name, head start in seconds, and answers: the others begin so much later."""
        known = tuple(racers)
        longest = max((head_start for _, head_start, _ in known), default=0)
        return cls(
            tuple(
                Lane(name, head_start, (longest - head_start) * 1_000, given)
                for name, head_start, given in known
            )
        )

    def answered(
        self, lane: int, question: int, said: str, *, is_right: bool, at: int, now: int
    ) -> "Race":
        """The race after an answer to the question of that number, from 0.

        An answer sent twice counts once. Raises `OutOfOrder`, and as `Lane.answered`.
        """
        before = self.lanes[lane]
        if 0 <= question < len(before.given):
            return self
        if self.is_over(now):
            raise RaceOver(message("holes.refused.over"))
        if question != len(before.given):
            raise OutOfOrder(message("holes.refused.out-of-order"))
        after = before.answered(said, is_right=is_right, at=at, now=now)
        return Race((*self.lanes[:lane], after, *self.lanes[lane + 1 :]))

    @property
    def standing(self) -> tuple[int, ...]:
        """The numbers of the lanes, from 0: the first to finish, then those with most pegs."""

        def rank(number: int) -> tuple[bool, int, int]:
            lane = self.lanes[number]
            return lane.home_at is None, lane.home_at or 0, -lane.pegs

        return tuple(sorted(range(len(self.lanes)), key=rank))

    @property
    def winner(self) -> int | None:
        """The number of the lane that finished first; None if none has."""
        first = self.standing[0] if self.lanes else None
        return first if first is not None and self.lanes[first].home_at is not None else None

    @property
    def ends_at(self) -> int:
        """When it is over, even for those still on the way."""
        homes = [lane.home_at for lane in self.lanes if lane.home_at is not None]
        return min([LASTS, *(home + OTHERS_HAVE for home in homes)])

    def is_over(self, now: int) -> bool:
        """Whether nobody can answer any more."""
        return now >= self.ends_at or all(lane.is_done for lane in self.lanes)


@lru_cache(maxsize=64)
def keys_of(
    game: str, seed: int, number: int = DEAL, *, is_shared: bool = False
) -> tuple[QuestionKey, ...]:
    """The keys of a race's first so many questions, the easy ones first.

    If two share a phone, no layout is too large for half of it.

    Raises `NoSuchQuestion` if the game has nothing to ask.
    """
    if not is_shared:
        return sprint_keys(game, seed, number)
    highest = _HIGHEST_ON_HALF
    return sprint_keys(game, seed, number, highest=highest, suits=_fits_half)


def key_of(game: str, seed: int, number: int, *, is_shared: bool = False) -> QuestionKey:
    """The key of a question by its number, from 0; after the last one they begin again."""
    number %= DEAL
    known = number - number % AT_ONCE + AT_ONCE
    return keys_of(game, seed, known, is_shared=is_shared)[number]


def offers(key: QuestionKey) -> tuple[Choice, ...]:
    """The answers to tap: the right one, and above all those that known mistakes lead to."""
    of = question(key)
    if of.wanted is Wanted.NUMBER:
        return _numbers(key, of)
    right = [each for each in of.choices if each.value in of.answer][:1]
    wrong = [each for each in of.choices if each.value not in of.answer]
    some = Chance("offers", *key).some_of(wrong, _MOST_OFFERED - 1)
    return tuple(each for each in of.choices if each in (*right, *some))


def judge(key: QuestionKey, said: str) -> Verdict:
    """The verdict on an answer; raises `NoAnswer` for one that was not offered."""
    if said not in {choice.value for choice in offers(key)}:
        raise NoAnswer(message("coach.refused.choose-shown"))
    return question(key).judge(said)


def _fits_half(of: Question) -> bool:
    """Whether half a phone can show all of its layout."""
    position = of.position
    return position is None or HALF.scale_for(position.laid, position.layout.rules.spinners) >= 1


def _numbers(key: QuestionKey, of: Question) -> tuple[Choice, ...]:
    (right,) = map(int, of.answer)
    board = numbers_of(key, of)
    wrong = (*map(int, of.slips), *(right + away for away in _NEAR))
    likely = [each for each in dict.fromkeys(wrong) if each in board and each != right]
    shown = sorted([right, *likely[: _MOST_OFFERED - 1]])
    return tuple(Choice(str(each), each) for each in shown)
