"""Simulated learners: the better they are the sooner they are through, and nobody is bored."""

from collections import Counter
from functools import cache
from statistics import mean, median

import pytest

from companion.coach.drills.skills import practices_in, skills_of
from companion.coach.learning.memory import Attempt
from companion.coach.learning.practice_rounds import PLACEMENT
from companion.coach.learning.schedule import Schedule
from tests.coach.learners import (
    BEGINNER,
    EXPERT,
    GAME,
    LEARNERS,
    SLOW,
    START,
    TAPS,
    Day,
    Learner,
    days_of,
    days_to_the_top,
    first_day,
    steady,
    up_to,
)
from tests.thorough import sampled

#: Three weeks, and longer than anybody who is right in four of five should need.
WEEKS, MONTHS = 21, 60
SEEDS = range(sampled(12))


@cache
def weeks(name: str) -> list[Day]:
    return [*days_of(LEARNERS[name], WEEKS, seed=1)]


def test_the_better_the_learner_the_sooner_all_skills_stand_at_the_top() -> None:
    best, good, fair = (
        median(days_to_the_top(LEARNERS[name], MONTHS, seed) for seed in SEEDS)
        for name in ("95", "90", "80")
    )
    assert best < good < fair <= MONTHS
    # Eight skills, two a day: nobody is held back for weeks.
    assert best <= 14


def test_who_guesses_or_is_slow_and_young_stays_where_questions_can_be_answered() -> None:
    guesses, child = weeks("50"), weeks("child")
    assert not guesses[-1].is_at_the_top and not child[-1].is_at_the_top
    assert mean(day.right for day in child) > 0.7
    levels = [standing.level for standing in guesses[-1].schedule.standings.values()]
    assert mean(levels) < 1.5


def test_who_is_right_but_slow_rises_and_no_further_than_they_are_right() -> None:
    skills = skills_of(practices_in(GAME))
    levels = {}
    for percent, learner in SLOW.items():
        last = [[*days_of(learner, 30, seed)][-1].schedule for seed in range(sampled(1))]
        levels[percent] = mean(each.level(skill) for each in last for skill in skills)
        assert not any(each.standing(skill).quick_within for each in last for skill in skills)
    assert levels[93] > 3 and levels[80] < 2 and levels[50] < 1


@pytest.mark.parametrize("game", ["race-horse", "muggins", "fives-and-threes"])
def test_an_expert_stands_at_levels_3_and_4_within_ten_minutes_of_the_first_day(game: str) -> None:
    skills = skills_of(practices_in(game))
    for seed in range(sampled(40)):
        placed, after = first_day(EXPERT, seed, game)
        # One of a hundred misses a skill twice, which then stays where it is.
        lifted = [skill for skill in skills if placed.level(skill) == 3]
        assert len(lifted) >= len(skills) - 1
        assert {after.level(skill) for skill in lifted} == {3, 4}


@pytest.mark.parametrize("learner", [BEGINNER, TAPS])
def test_no_beginner_is_placed_above_level_1_by_luck(learner: Learner) -> None:
    skills = skills_of(practices_in(GAME))
    for seed in range(sampled(240)):
        placed, after = first_day(learner, seed)
        assert not placed.opened and not placed.standings
        assert max(after.level(skill) for skill in skills) <= 1
        assert len(after.opened) <= 2


@pytest.mark.parametrize(
    ("learner", "level"),
    [(up_to(3, 0.5), 3), (up_to(2), 2), (up_to(1), 0), (steady(0.2), 0)],
)
def test_who_is_right_up_to_a_level_is_placed_there(learner: Learner, level: int) -> None:
    for seed in range(sampled(8)):
        placed = next(first_day(learner, seed))
        there = Counter(map(placed.level, placed.opened))
        # One skill may have been missed at each of its questions by chance.
        assert not placed.opened if not level else there[level] >= there.total() - 1


def test_five_right_answers_are_enough_for_level_2_where_no_more_fit() -> None:
    schedule, among = Schedule(), practices_in(GAME)
    for asked_at in (1, 2, 3, 4, 4):
        practice = schedule.next(START, among, PLACEMENT)
        assert schedule.level_on(PLACEMENT, practice.skill, START) == asked_at
        attempt = Attempt(START, practice, asked_at, True, 25_000, GAME, PLACEMENT)
        schedule = schedule.after(attempt, among)
    assert {*map(schedule.level, skills_of(among))} == {2}


def test_who_shows_what_they_can_again_is_set_no_lower() -> None:
    placed, _ = first_day(EXPERT, 1)
    for learner in (EXPERT, TAPS):
        again, _ = first_day(learner, 1, schedule=placed)
        assert again.standings == placed.standings and again.round != placed.round


def test_who_forgets_is_asked_again_and_gets_better() -> None:
    days = weeks("forgets")
    assert mean(day.right for day in days[-5:]) > mean(day.right for day in days[:2])


@pytest.mark.parametrize("name", LEARNERS)
def test_nobody_sees_three_practices_only(name: str) -> None:
    days = weeks(name)
    for day in days:
        asked = [attempt.practice for attempt in day.attempts]
        for at in range(len(asked) - 11):
            often = Counter(asked[at : at + 12])
            assert max(often.values()) <= 3 and len(often) >= 4
        if day is not days[0]:
            assert len({*asked}) > 4
    # What comes on a day is not what came on the day before and the day before that.
    sets = [frozenset(attempt.practice for attempt in day.attempts) for day in days]
    assert Counter(sets).most_common(1)[0][1] <= WEEKS / 2


@pytest.mark.parametrize("name", LEARNERS)
def test_two_skills_a_day_are_new_at_most(name: str) -> None:
    known: set[object] = set()
    for day in weeks(name):
        new = {attempt.practice.skill for attempt in day.attempts} - known
        assert len(new) <= 2
        known |= new


def test_a_beginners_first_day_is_above_seventy_percent_right() -> None:
    first = [next(days_of(BEGINNER, 1, seed)).right for seed in range(max(30, sampled(60)))]
    assert min(first) > 0.7 and mean(first) > 0.8
