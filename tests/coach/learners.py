"""Simulated learners: people who answer what the schedule asks, day after day, by a seed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import Practice, Skill, practices_in, skills_of
from companion.coach.learning.memory import Attempt
from companion.coach.learning.practice_rounds import MIXED, PLACEMENT
from companion.coach.learning.schedule import Schedule

BEGINNING = Schedule()
START = datetime(2026, 3, 6, 17, 0, tzinfo=UTC)
GAME = "race-horse"
#: A day's practice, in rounds of ten.
A_DAY = 30


@dataclass
class Mind:
    """What somebody brings along, and what practice made of it."""

    practised: dict[Practice, int] = field(default_factory=dict)
    last: dict[Practice, datetime] = field(default_factory=dict)


#: How likely an answer is right: by the mind, the practice, its level and the time.
Chance = Callable[[Mind, Practice, int, datetime], float]


@dataclass(frozen=True)
class Learner:
    """Somebody by how likely answers are right, and how much of a level's time they take."""

    chance: Chance
    share_of_time: float = 0.6


def steady(chance: float, share_of_time: float = 0.6) -> Learner:
    """Somebody who is right as often in everything."""
    return Learner(lambda _mind, _practice, _level, _now: chance, share_of_time)


def up_to(level: int, above: float = 0.0) -> Learner:
    """Somebody who is right up to a level, and seldom above it."""
    return Learner(lambda _mind, _practice, asked, _now: 1.0 if asked <= level else above)


def _child(_mind: Mind, _practice: Practice, level: int, _now: datetime) -> float:
    return 0.95 - 0.12 * level


def _forgets(mind: Mind, practice: Practice, _level: int, now: datetime) -> float:
    if practice not in mind.last:
        return 0.5
    days = (now - mind.last[practice]) / timedelta(days=1)
    # What was practised often is forgotten more slowly.
    return float(0.5 + 0.45 * 0.5 ** (days / (1 + mind.practised[practice])))


def _begins(mind: Mind, practice: Practice, level: int, _now: datetime) -> float:
    """Nobody taught them: later skills and higher levels are harder, and practice helps."""
    order = [*Skill].index(practice.skill)
    known = sum(number for each, number in mind.practised.items() if each.skill is practice.skill)
    return max(0.1, min(0.97, 0.80 - 0.03 * order - 0.15 * level + 0.03 * known))


LEARNERS: Mapping[str, Learner] = {
    "95": steady(0.95),
    "90": steady(0.9),
    "80": steady(0.8),
    "50": steady(0.5),
    "child": Learner(_child, 0.9),
    "forgets": Learner(_forgets),
}
BEGINNER = Learner(_begins, 0.8)
EXPERT = steady(0.98, 0.5)
#: Taps at random: at least four choices, hardly ever fewer, and from level 2 on more.
TAPS = Learner(lambda _mind, _practice, level, _now: 0.33 if level < 2 else 0.22, 0.1)
#: The share of right answers of somebody who takes twice the time of each level.
SLOW: Mapping[int, Learner] = {percent: steady(percent / 100, 2.0) for percent in (93, 80, 50)}


@dataclass(frozen=True)
class Day:
    """What was asked on a day, and the schedule after it."""

    attempts: tuple[Attempt, ...]
    schedule: Schedule

    @property
    def right(self) -> float:
        """The share of right answers."""
        return sum(each.is_right for each in self.attempts) / len(self.attempts)

    @property
    def is_at_the_top(self) -> bool:
        """Whether every skill of the game stands at the highest level."""
        skills = skills_of(practices_in(GAME))
        return all(self.schedule.level(skill) == LEVELS for skill in skills)


def days_of(learner: Learner, days: int, seed: int, questions: int = A_DAY) -> Iterator[Day]:
    """So many days of mixed practice, one after the other."""
    random, schedule, mind = Random(seed), Schedule(), Mind()
    among = practices_in(GAME)
    for day in range(days):
        now, attempts = START + timedelta(days=day), []
        for _ in range(questions):
            practice = schedule.next(now, among)
            level = schedule.level(practice.skill)
            is_right = random.random() < learner.chance(mind, practice, level, now)
            usual = learner.share_of_time * practice.kind.time_at(level)
            milliseconds = round(usual * random.uniform(0.5, 1.5))
            now += timedelta(milliseconds=milliseconds, seconds=4)
            attempt = Attempt(now, practice, level, is_right, milliseconds, GAME, "mixed")
            schedule = schedule.after(attempt)
            mind.practised[practice] = mind.practised.get(practice, 0) + 1
            mind.last[practice] = now
            attempts.append(attempt)
        yield Day(tuple(attempts), schedule)


def first_day(
    learner: Learner, seed: int, game: str = GAME, schedule: Schedule = BEGINNING
) -> Iterator[Schedule]:
    """The schedule after showing what one can, then after ten minutes of the first day."""
    random, mind, now = Random(seed), Mind(), START
    among, page = practices_in(game), PLACEMENT
    while now < START + timedelta(minutes=10):
        practice = schedule.next(now, among, page)
        level = schedule.level_on(page, practice.skill, now)
        is_right = random.random() < learner.chance(mind, practice, level, now)
        usual = learner.share_of_time * practice.kind.time_at(level)
        milliseconds = round(usual * random.uniform(0.5, 1.5))
        now += timedelta(milliseconds=milliseconds, seconds=4)
        attempt = Attempt(now, practice, level, is_right, milliseconds, game, page)
        schedule = schedule.after(attempt, among)
        mind.practised[practice] = mind.practised.get(practice, 0) + 1
        if page == PLACEMENT and schedule.round and schedule.round.is_over:
            page = MIXED
            yield schedule
    yield schedule


def days_to_the_top(learner: Learner, most: int, seed: int) -> int:
    """After how many days every skill stood at the top level; `most` + 1 where it never did."""
    for number, day in enumerate(days_of(learner, most, seed), 1):
        if day.is_at_the_top:
            return number
    return most + 1
