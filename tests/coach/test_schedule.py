"""What a schedule remembers: levels, cards, and what is kept of them."""

from datetime import date, timedelta

import pytest
from fsrs import Rating

from companion.coach.drills.practice_positions import LEVELS
from companion.coach.drills.skills import DrillKind, Practice, Skill
from companion.coach.learning.schedule import Schedule
from companion.learners.schedule_json import read_schedule, write_schedule
from tests.coach.answering import (
    COUNT,
    DOUBLE,
    QUICK,
    SCORE,
    SLOW,
    START,
    after,
    answered,
    practised,
)

MENTAL = Practice(DrillKind.THREE_ENDS, Skill.PLAIN_SUMS)


def test_a_quick_answer_is_easy_and_a_slow_one_hard_to_the_scheduler() -> None:
    within = DrillKind.COUNT.time_at(0)
    assert answered(COUNT, True, milliseconds=QUICK).rating is Rating.Easy
    assert answered(COUNT, True, milliseconds=within).rating is Rating.Good
    assert answered(COUNT, True, milliseconds=within + 1).rating is Rating.Hard
    assert answered(COUNT, True).rating is Rating.Good
    assert answered(COUNT, False, milliseconds=QUICK).rating is Rating.Again


def test_what_comes_easily_stays_away_for_days() -> None:
    easy, slow = (
        after(Schedule(), answered(COUNT, True, milliseconds=took)).cards[COUNT].due - START
        for took in (QUICK, SLOW)
    )
    assert easy > timedelta(days=3) and slow < timedelta(hours=1)


def test_a_level_rises_when_answers_are_right_and_quick() -> None:
    schedule = Schedule(opened={Skill.PLAIN_SUMS: date.min})
    for number in range(4 * (LEVELS + 1)):
        level = schedule.level(Skill.PLAIN_SUMS)
        assert level == min(number // 4, LEVELS)
        schedule = schedule.after(answered(COUNT, True, milliseconds=QUICK, level=level))
    assert schedule.level(Skill.DOUBLES) == 1


def test_four_quick_answers_raise_a_level_and_twelve_right_ones_however_slow() -> None:
    slow, untimed = answered(COUNT, True, milliseconds=SLOW), answered(COUNT, True)
    hinted, wrong = slow._replace(took_hint=True), answered(COUNT, False)
    for raised in (
        [slow] * 12,
        [untimed] * 4,
        # A slow answer ends no quick ones, and a hint neither adds to the right ones nor ends them.
        [*[untimed] * 3, slow, untimed],
        [*[slow] * 6, hinted, *[slow] * 6],
    ):
        assert after(Schedule(), *raised[:-1]).level(Skill.PLAIN_SUMS) == 0
        assert after(Schedule(), *raised).level(Skill.PLAIN_SUMS) == 1
    for not_raised in ([*[slow] * 11, wrong, *[slow] * 11], [hinted] * 20, [slow, wrong] * 12):
        assert after(Schedule(), *not_raised).level(Skill.PLAIN_SUMS) == 0


def test_four_quick_answers_of_five_show_who_is_quick_and_within_how_many_seconds() -> None:
    quick, slow = (answered(COUNT, True, milliseconds=took) for took in (QUICK, SLOW))
    for answers, within in (
        ([quick] * 3, None),
        ([answered(COUNT, True)] * 8, None),
        ([slow, *[quick] * 4], 12),
        ([quick, slow, quick, slow, quick], None),
        ([*[quick] * 4, answered(COUNT, False)], 12),
        ([quick._replace(practice=MENTAL)] * 4, 7),
        ([quick, *[quick._replace(practice=MENTAL)] * 3], 12),
    ):
        assert after(Schedule(), *answers).standing(Skill.PLAIN_SUMS).quick_within == within


def test_easier_questions_raise_nobody_and_harder_ones_lower_nobody() -> None:
    schedule = after(Schedule(), *[answered(COUNT, True)] * 4)
    easier = after(schedule, *[answered(COUNT, True)] * 8)
    harder = after(schedule, *[answered(COUNT, False, level=4)] * 8)
    assert easier.level(Skill.PLAIN_SUMS) == harder.level(Skill.PLAIN_SUMS) == 1


def test_at_a_new_level_the_cards_of_the_skill_start_anew() -> None:
    schedule = after(
        Schedule(), answered(DOUBLE, True, level=1), *[answered(COUNT, True)] * 3,
        answered(SCORE, True),
    )  # fmt: skip
    assert schedule.level(Skill.PLAIN_SUMS) == 1
    assert {*schedule.cards} == {DOUBLE}
    assert schedule.usual_time(COUNT) is None and COUNT in schedule.asked


def test_two_wrong_answers_in_a_row_make_it_easier_but_never_easier_than_the_skill_goes() -> None:
    schedule = after(Schedule(), *[answered(COUNT, True)] * 4)
    for is_right in (False, True, False):
        schedule = schedule.after(answered(COUNT, is_right, level=1))
    assert schedule.level(Skill.PLAIN_SUMS) == 1
    schedule = schedule.after(answered(COUNT, False, level=1))
    assert schedule.level(Skill.PLAIN_SUMS) == 0
    wrong = after(schedule, *[answered(COUNT, False), answered(DOUBLE, False, level=1)] * 6)
    for skill in (Skill.PLAIN_SUMS, Skill.DOUBLES):
        assert wrong.level(skill) == skill.lowest_level


def test_the_same_answers_always_lead_to_the_same_schedule() -> None:
    one, other = (practised(Schedule(), 80, wrong=frozenset({3, 4, 30})) for _ in range(2))
    assert one == other
    assert write_schedule(one[0]) == write_schedule(other[0])


def test_a_schedule_that_was_kept_goes_on_as_it_was() -> None:
    schedule, _ = practised(Schedule(), 57, wrong=frozenset({3, 4, 30}))
    kept = read_schedule(write_schedule(schedule))
    assert kept == schedule
    assert practised(kept, 30) == practised(schedule, 30)
    assert read_schedule(write_schedule(Schedule())) == Schedule()
    # As the version before kept it: nobody's run was counted yet.
    old = '{"cards":{},"standings":{"plain-sums":[1,3,[true]]},"lately":[]}'
    assert read_schedule(old).standing(Skill.PLAIN_SUMS).missing == (12, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        '{"cards":[],"standings":{},"lately":[]}',
        '{"cards":{"count.plain-sums":{}},"standings":{},"lately":[]}',
        '{"cards":{"count.plain-sums":{"card_id":0,"state":9}},"standings":{},"lately":[]}',
        '{"cards":{},"standings":{"plain-sums":[9,0]},"lately":[]}',
        '{"cards":{},"standings":{"doubles":[0,0]},"lately":[]}',
        '{"cards":{},"standings":{"plain-sums":[1,0,"12"]},"lately":[]}',
        '{"cards":{},"standings":{"sums":[1,0]},"lately":[]}',
        '{"cards":{},"standings":{},"lately":[[]]}',
        '{"cards":{},"standings":{},"lately":[],"opened":{"doubles":"soon"}}',
        '{"cards":{},"standings":{},"lately":[],"opened":{},"asked":{"count.doubles":["soon",2]},"round":null}',
        '{"cards":{},"standings":{},"lately":[],"opened":{},"asked":{},"round":{"page":"mixed"}}',
        '{"cards":{},"standings":{},"lately":[],"opened":{},"asked":{},"round":'
        '{"page":"mixed","skills":[],"answers":[[]],"at":"2026-03-06T19:00:00+00:00","opened":[]}}',
        '{"cards":{},"standings":{},"lately":[],"opened":{},"asked":{},"round":'
        '{"page":"mixed","skills":[],"answers":[],"at":"2026-03-06T19:00:00","opened":[]}}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_no_schedule(text: str) -> None:
    with pytest.raises(ValueError):
        read_schedule(text)
