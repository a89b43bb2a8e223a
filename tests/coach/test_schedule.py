"""What comes next: misses come back, questions get harder, the weak skill gets the practice."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from companion.coach.positions import LEVELS
from companion.coach.schedule import (
    PRACTICES,
    Attempt,
    BadSchedule,
    Practice,
    Schedule,
    practices_of,
)
from companion.coach.skills import Kind, Skill

START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
COUNT = Practice(Kind.COUNT, Skill.PLAIN_SUMS)
SECONDS = 8


def answered(
    practice: Practice, is_right: bool, at: datetime, milliseconds: int | None = None
) -> Attempt:
    return Attempt(at, practice, 1, is_right, milliseconds)


def learned(
    schedule: Schedule, weak: Skill, now: datetime, questions: int, seed: int = 1
) -> tuple[Schedule, Counter[Skill]]:
    random, asked = Random(seed), Counter[Skill]()
    for _ in range(questions):
        practice = schedule.next(now)
        asked[practice.skill] += 1
        is_right = random.random() < (0.3 if practice.skill is weak else 0.97)
        schedule = schedule.after(answered(practice, is_right, now, 4000))
        now += timedelta(seconds=SECONDS)
    return schedule, asked


@pytest.mark.parametrize("weak", Skill)
def test_the_choices_converge_on_the_weak_skill(weak: Skill) -> None:
    schedule = Schedule()
    for day in range(5):
        schedule, asked = learned(schedule, weak, START + timedelta(days=day), 60, seed=day)
    share = asked[weak] / 60
    even = sum(practice.skill is weak for practice in PRACTICES) / len(PRACTICES)
    assert asked.most_common(1)[0][0] is weak
    assert share > max(0.4, 2 * even)


def test_each_practice_comes_before_any_is_left_out() -> None:
    schedule, now = Schedule(), START
    asked = []
    for _ in range(len(PRACTICES)):
        asked.append(schedule.next(now))
        schedule = schedule.after(answered(asked[-1], True, now))
        now += timedelta(seconds=1)
    assert tuple(asked) == PRACTICES


def test_a_miss_comes_back_within_minutes() -> None:
    schedule = Schedule().after(answered(COUNT, False, START))
    assert schedule.next(START + timedelta(seconds=20)) != COUNT
    assert schedule.next(START + timedelta(minutes=2)) == COUNT


def test_what_is_known_stays_away_for_days() -> None:
    schedule, now = Schedule(), START
    for _ in range(3):
        schedule = schedule.after(answered(COUNT, True, now, 3000))
        now += timedelta(minutes=15)
    other = Practice(Kind.CHANGE, Skill.REDUCTION)
    schedule = schedule.after(answered(other, False, now))
    both = (COUNT, other)
    assert schedule.next(now + timedelta(days=1), among=both) == other


def test_the_same_practice_comes_twice_in_a_row_at_most() -> None:
    schedule, now, asked = Schedule(), START, []
    for _ in range(60):
        practice = schedule.next(now)
        asked.append(practice)
        schedule = schedule.after(answered(practice, False, now))
        now += timedelta(seconds=SECONDS)
    assert all(len({*asked[at : at + 3]}) > 1 for at in range(len(asked) - 2))


def test_a_page_of_one_drill_asks_for_its_skills_alone() -> None:
    schedule = Schedule()
    for _ in range(5):
        practice = schedule.next(START, practices_of(Kind.COUNT))
        assert practice.kind is Kind.COUNT
        schedule = schedule.after(answered(practice, True, START))


def test_four_right_answers_in_a_row_make_a_skill_harder() -> None:
    schedule = Schedule()
    for number in range(4 * LEVELS):
        assert schedule.level(Skill.PLAIN_SUMS) == min(1 + number // 4, LEVELS)
        schedule = schedule.after(answered(COUNT, True, START + timedelta(minutes=number)))
    assert schedule.level(Skill.DOUBLES) == 1


def test_the_next_question_is_as_hard_as_its_skill_stands() -> None:
    schedule = Schedule()
    for number in range(4):
        schedule = schedule.after(answered(COUNT, True, START + timedelta(minutes=number)))
    among = practices_of(Kind.COUNT)[:1]
    key = schedule.next_key(START + timedelta(days=9), "seven-rocks", 61, among)
    assert str(key) == "count.plain-sums.seven-rocks.2.61"


def test_two_wrong_answers_in_a_row_make_it_easier_again() -> None:
    schedule = Schedule()
    answers = [True] * 4 + [False, True, False]
    for number, is_right in enumerate(answers):
        schedule = schedule.after(answered(COUNT, is_right, START + timedelta(minutes=number)))
    assert schedule.level(Skill.PLAIN_SUMS) == 2
    schedule = schedule.after(answered(COUNT, False, START + timedelta(minutes=9)))
    assert schedule.level(Skill.PLAIN_SUMS) == 1
    schedule = schedule.after(answered(COUNT, False, START + timedelta(minutes=10)))
    schedule = schedule.after(answered(COUNT, False, START + timedelta(minutes=11)))
    assert schedule.level(Skill.PLAIN_SUMS) == 1


def test_a_slow_answer_comes_back_sooner_than_a_quick_one() -> None:
    slow = Schedule().after(answered(COUNT, True, START, 30_000))
    quick = Schedule().after(answered(COUNT, True, START, 3_000))
    assert slow.cards[COUNT].due < quick.cards[COUNT].due


def test_the_same_answers_always_lead_to_the_same_schedule() -> None:
    one = learned(Schedule(), Skill.REDUCTION, START, 80)
    other = learned(Schedule(), Skill.REDUCTION, START, 80)
    assert one == other
    assert one[0].to_json() == other[0].to_json()


def test_a_schedule_that_was_kept_goes_on_as_it_was() -> None:
    schedule, _ = learned(Schedule(), Skill.DOUBLES, START, 50)
    kept = Schedule.from_json(schedule.to_json())
    assert kept == schedule
    later = START + timedelta(hours=1)
    assert learned(kept, Skill.DOUBLES, later, 30) == learned(schedule, Skill.DOUBLES, later, 30)
    assert Schedule.from_json(Schedule().to_json()) == Schedule()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"cards":[],"standings":{},"lately":[]}',
        '{"cards":{"count.plain-sums":{}},"standings":{},"lately":[]}',
        '{"cards":{"count.plain-sums":{"card_id":0,"state":9}},"standings":{},"lately":[]}',
        '{"cards":{},"standings":{"plain-sums":[9,0]},"lately":[]}',
        '{"cards":{},"standings":{"plain-sums":[1]},"lately":[]}',
        '{"cards":{},"standings":{"sums":[1,0]},"lately":[]}',
        '{"cards":{},"standings":{},"lately":[[]]}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_no_schedule(text: str) -> None:
    with pytest.raises(BadSchedule):
        Schedule.from_json(text)


def test_a_card_of_a_drill_that_is_gone_is_forgotten() -> None:
    schedule = Schedule().after(answered(COUNT, True, START))
    kept = schedule.to_json().replace("count.plain-sums", "sums.plain-sums")
    assert Schedule.from_json(kept).cards == {}
