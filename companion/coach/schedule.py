"""What to practise next, by spaced repetition, and how practice went by day or week.

FSRS plans when a card comes back; here is only which cards there are (one for each skill of each
drill), how hard the questions are, and what to ask when nothing is due. Times are passed in.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from itertools import groupby
from statistics import median
from typing import NamedTuple, Self

from fsrs import Card, Rating, Scheduler

from companion.coach.key import Key
from companion.coach.positions import LEVELS
from companion.coach.skills import DRILLS, Kind, Skill, has_drill
from companion.rules.rules import Rules

#: So many right answers in a row, and the questions of a skill become harder.
_RIGHT_TO_RISE = 4
#: So many wrong ones in a row, and they become easier.
_WRONG_TO_FALL = 2
#: A right answer that took longer than this, in milliseconds, was hard to find.
_SLOW = 12_000
#: The same practice comes so often in a row and no more.
_MOST_IN_A_ROW = 2
# Without fuzz: the same answers lead to the same choices.
_SCHEDULER = Scheduler(enable_fuzzing=False)


class BadSchedule(ValueError):
    """What was kept is no schedule."""


class Practice(NamedTuple):
    """What a card is about: a skill as one drill asks for it."""

    kind: Kind
    skill: Skill

    def __str__(self) -> str:
        return f"{self.kind}.{self.skill}"


#: Every practice there is, the easiest drills and skills first.
PRACTICES = tuple(Practice(kind, skill) for kind, skills in DRILLS.items() for skill in skills)
_NAMED = {str(practice): practice for practice in PRACTICES}


def practices_of(kind: Kind) -> tuple[Practice, ...]:
    """What a page of one drill practises."""
    return tuple(practice for practice in PRACTICES if practice.kind is kind)


def practices_by(rules: Rules, among: Iterable[Practice] = PRACTICES) -> tuple[Practice, ...]:
    """Those of the practices in which a game by these rules has something to ask."""
    return tuple(practice for practice in among if has_drill(rules, practice.kind))


class Attempt(NamedTuple):
    """An answer: when, to what practice and how hard a question, and how long it took."""

    at: datetime
    practice: Practice
    level: int
    is_right: bool
    #: None where the page could not tell.
    milliseconds: int | None = None

    @property
    def rating(self) -> Rating:
        """How well it went, as FSRS asks for it."""
        if not self.is_right:
            return Rating.Again
        is_slow = self.milliseconds is not None and self.milliseconds > _SLOW
        return Rating.Hard if is_slow else Rating.Good


class Standing(NamedTuple):
    """How hard a skill's questions are, and the answers in a row: wrong ones below 0."""

    level: int = 1
    in_a_row: int = 0

    def after(self, *, is_right: bool) -> "Standing":
        """The standing after one more answer."""
        in_a_row = max(self.in_a_row, 0) + 1 if is_right else min(self.in_a_row, 0) - 1
        if in_a_row >= _RIGHT_TO_RISE and self.level < LEVELS:
            return Standing(self.level + 1)
        if in_a_row <= -_WRONG_TO_FALL and self.level > 1:
            return Standing(self.level - 1)
        return Standing(self.level, in_a_row)


@dataclass(frozen=True)
class Schedule:
    """A person's cards, the standing of each skill, and what was practised last."""

    #: A practice that never came has none.
    cards: Mapping[Practice, Card] = field(default_factory=dict)
    standings: Mapping[Skill, Standing] = field(default_factory=dict)
    lately: tuple[Practice, ...] = ()

    def level(self, skill: Skill) -> int:
        """How hard a skill's questions are, from 1 to `LEVELS`."""
        return self.standings.get(skill, Standing()).level

    def due(self, practice: Practice) -> datetime | None:
        """When a practice comes back; None where it never came."""
        return self.cards[practice].due if practice in self.cards else None

    def next(self, now: datetime, among: Iterable[Practice] = PRACTICES) -> Practice:
        """What to practise now: what is due, else what is new, else what is due soonest."""
        choices = tuple(among)
        tired = len(self.lately) == _MOST_IN_A_ROW and len({*self.lately}) == 1
        if tired and len(choices) > 1:
            choices = tuple(choice for choice in choices if choice != self.lately[-1])
        planned = [choice for choice in choices if choice in self.cards]
        soonest = min(planned, key=lambda choice: self.cards[choice].due, default=None)
        if soonest is not None and self.cards[soonest].due <= now:
            return soonest
        return next((choice for choice in choices if choice not in planned), soonest or choices[0])

    def next_key(
        self, now: datetime, game: str, seed: int, among: Iterable[Practice] = PRACTICES
    ) -> Key:
        """The key of the next question: what to practise now, as hard as the skill stands."""
        kind, skill = self.next(now, among)
        return Key(kind, skill, game, self.level(skill), seed)

    def after(self, attempt: Attempt) -> Self:
        """The schedule after one more answer."""
        practice, skill = attempt.practice, attempt.practice.skill
        card = self.cards.get(practice) or Card(card_id=0, due=attempt.at)
        reviewed, _ = _SCHEDULER.review_card(card, attempt.rating, attempt.at)
        standing = self.standings.get(skill, Standing()).after(is_right=attempt.is_right)
        return replace(
            self,
            cards={**self.cards, practice: reviewed},
            standings={**self.standings, skill: standing},
            lately=(*self.lately, practice)[-_MOST_IN_A_ROW:],
        )

    def to_json(self) -> str:
        """The schedule as a line to keep."""
        kept = {
            "cards": {str(practice): card.to_dict() for practice, card in self.cards.items()},
            "standings": self.standings,
            "lately": [str(practice) for practice in self.lately],
        }
        return json.dumps(kept, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The schedule kept so, but for practices that are no more; raises `BadSchedule`."""
        try:
            kept = json.loads(text)
            return cls(
                {
                    _NAMED[name]: Card.from_dict(card)
                    for name, card in kept["cards"].items()
                    if name in _NAMED
                },
                {Skill(skill): _standing(*values) for skill, values in kept["standings"].items()},
                tuple(_NAMED[name] for name in kept["lately"] if name in _NAMED)[-_MOST_IN_A_ROW:],
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise BadSchedule("What was kept is no schedule.") from error


def _standing(level: int, in_a_row: int) -> Standing:
    if level not in range(1, LEVELS + 1) or not isinstance(in_a_row, int):
        raise ValueError
    return Standing(level, in_a_row)


class Stretch(NamedTuple):
    """The answers of a day or a week, the one that begins on this date."""

    begins: date
    answered: int
    right: int
    #: How long a right answer took, as many being quicker as slower; None where none was timed.
    milliseconds: float | None

    @property
    def accuracy(self) -> float:
        """The share of right answers, from 0 to 1."""
        return self.right / self.answered


def by_day(attempts: Iterable[Attempt]) -> tuple[Stretch, ...]:
    """A stretch for each day with answers, the earliest first."""
    return _stretches(attempts, lambda attempt: attempt.at.date())


def by_week(attempts: Iterable[Attempt]) -> tuple[Stretch, ...]:
    """A stretch for each week with answers, from Monday on, the earliest first."""
    return _stretches(attempts, lambda each: each.at.date() - timedelta(each.at.weekday()))


def _stretches(
    attempts: Iterable[Attempt], begins: Callable[[Attempt], date]
) -> tuple[Stretch, ...]:
    ordered = sorted(attempts, key=begins)
    return tuple(stretch_of(day, [*answers]) for day, answers in groupby(ordered, begins))


def stretch_of(begins: date, attempts: Sequence[Attempt]) -> Stretch:
    """These answers as the stretch that begins on that date."""
    right = [attempt for attempt in attempts if attempt.is_right]
    # A wrong answer says nothing of how quickly somebody counts.
    timed = [each.milliseconds for each in right if each.milliseconds is not None]
    return Stretch(begins, len(attempts), len(right), median(timed) if timed else None)
