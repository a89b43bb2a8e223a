"""What chooses the next practice: misses come back, and nothing comes too often."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from companion.coach.drills.skills import DrillKind, Practice, Skill, practices_in
from companion.coach.learning.practice_rounds import MIXED, ROUND, page_practices
from companion.coach.learning.schedule import Schedule
from tests.coach.answering import (
    COUNT,
    DOUBLE,
    GAME,
    QUICK,
    SCORE,
    SCORED_DOUBLE,
    START,
    after,
    answered,
    practised,
)


def test_a_miss_comes_back_within_minutes() -> None:
    schedule = after(Schedule(), answered(COUNT, False))
    both = page_practices("count")[:1] + page_practices("score")[:1]
    assert schedule.next(START + timedelta(seconds=20), both) == SCORE
    schedule = schedule.after(answered(SCORE, True, START + timedelta(seconds=20), QUICK))
    assert schedule.next(START + timedelta(minutes=2), both) == COUNT


def test_when_nothing_is_due_what_came_longest_ago_comes_weighted_by_level_and_pace() -> None:
    minute = timedelta(minutes=1)
    both = (COUNT, SCORE)
    schedule = after(
        Schedule(),
        answered(COUNT, True, START, QUICK),
        answered(SCORE, True, START + minute, QUICK),
        answered(DOUBLE, True, START + 2 * minute, QUICK, 1),
    )
    now = START + 3 * minute
    assert not any(schedule.is_due(each, now) for each in schedule.cards)
    assert schedule.next(now, both) == COUNT
    slow = after(
        Schedule(),
        answered(COUNT, True, START, QUICK),
        answered(SCORE, True, START + minute, DrillKind.SCORE.time_at(0)),
        answered(DOUBLE, True, START + 2 * minute, QUICK, 1),
    )
    assert slow.staleness(SCORE, now) > slow.staleness(COUNT, now)
    at_the_top = replace(
        schedule,
        standings={Skill.PLAIN_SUMS: schedule.standing(Skill.PLAIN_SUMS)._replace(level=4)},
    )
    assert at_the_top.staleness(COUNT, now) < schedule.staleness(COUNT, now) / 4


def test_the_next_question_is_as_hard_as_its_skill_stands() -> None:
    schedule = after(Schedule(), *[answered(COUNT, True)] * 4)
    among = page_practices("count")[:1]
    practice = schedule.next(START + timedelta(days=9), among, "count")
    assert practice == COUNT and schedule.level(practice.skill) == 1


def test_a_page_of_one_drill_asks_for_its_open_skills_alone() -> None:
    schedule, among = Schedule(), page_practices("count")
    assert schedule.next(START, among, "count") == COUNT
    schedule = Schedule(opened={Skill.PLAIN_SUMS: date.min, Skill.DOUBLES: date.min})
    asked = set()
    for _ in range(6):
        practice = schedule.next(START, among, "count")
        asked.add(practice)
        level = schedule.level(practice.skill)
        schedule = schedule.after(answered(practice, True, START, QUICK, level, "count"))
    assert asked == {COUNT, DOUBLE}
    # What nobody opened is asked for where it is chosen.
    assert schedule.next(START, page_practices("best"), "best").kind is DrillKind.BEST


def test_a_round_is_ten_questions_of_two_skills_and_then_another_begins() -> None:
    schedule, asked = practised(Schedule(), ROUND)
    assert schedule.round is not None and schedule.round.is_over
    assert len(schedule.round.answers) == schedule.round.right == ROUND
    assert len({practice.skill for practice in asked}) <= 2
    schedule, _ = practised(schedule, 1, at=START + timedelta(minutes=5))
    assert schedule.round is not None and len(schedule.round.answers) == 1


def test_a_round_that_was_left_is_not_gone_on_with_the_next_day() -> None:
    schedule, _ = practised(Schedule(), 4)
    soon, later = START + timedelta(minutes=20), START + timedelta(days=1)
    assert schedule.round_on(MIXED, soon, practices_in(GAME)) == schedule.round
    assert schedule.round_on(MIXED, later, practices_in(GAME)).answers == ()
    assert schedule.round_on("count", soon, page_practices("count")).answers == ()


def test_an_answer_that_no_page_asked_for_is_of_no_round() -> None:
    schedule, _ = practised(Schedule(), 4)
    assert schedule.after(answered(COUNT, True)).round == schedule.round


def test_a_mixed_round_has_the_newest_skill_and_the_one_in_need() -> None:
    known = [Skill.PLAIN_SUMS, Skill.DOUBLES, Skill.COVERED_SPINNERS, Skill.REDUCTION]
    schedule = Schedule(opened=dict.fromkeys(known, date.min))
    spinner = Practice(DrillKind.COUNT, Skill.COVERED_SPINNERS)
    for practice in practices_in(GAME):
        if practice.skill in known[:3]:
            is_right = practice.skill is not spinner.skill
            level = practice.skill.lowest_level
            schedule = schedule.after(answered(practice, is_right, START, QUICK, level))
    skills = schedule.round_on(MIXED, START + timedelta(minutes=5), practices_in(GAME)).skills
    assert skills == (Skill.COVERED_SPINNERS, Skill.REDUCTION)


@pytest.mark.parametrize("wrong", [frozenset(), frozenset(range(0, 90, 3)), frozenset(range(90))])
def test_no_practice_comes_more_than_three_times_in_twelve(wrong: frozenset[int]) -> None:
    _, asked = practised(Schedule(), 90, wrong=wrong)
    for at in range(len(asked) - 11):
        assert max(Counter(asked[at : at + 12]).values()) <= 3
    assert all(one != other for one, other in pairwise(asked))


def test_after_a_miss_something_easy_comes() -> None:
    opened = {Skill.PLAIN_SUMS: date.min, Skill.DOUBLES: date.min}
    among, later = (DOUBLE, SCORED_DOUBLE, COUNT, SCORE), START + timedelta(seconds=20)
    for is_right, skill in ((True, Skill.DOUBLES), (False, Skill.PLAIN_SUMS)):
        schedule = after(
            Schedule(opened=opened),
            answered(COUNT, True, START - timedelta(minutes=2), QUICK),
            answered(SCORE, True, START - timedelta(minutes=1), QUICK),
            answered(DOUBLE, is_right, START, QUICK, 1),
        )
        assert schedule.next(later, among).skill is skill
    # The next day nothing has to be made good.
    assert schedule.next(START + timedelta(days=1), among).skill is Skill.DOUBLES
