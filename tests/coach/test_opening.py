"""What opens skills: a few at a time, and gently."""

from datetime import date, timedelta

from companion.coach.drills.skills import DrillKind, Practice, Skill, practices_in
from companion.coach.learning.schedule import Schedule
from tests.coach.answering import (
    DOUBLE,
    GAME,
    START,
    after,
    answered,
    practised,
)


def test_a_beginner_has_two_skills_with_practices_enough_for_a_round() -> None:
    opening = Schedule().opening(START, practices_in(GAME))
    assert opening.skills[0] is Skill.PLAIN_SUMS
    assert 1 <= len(opening.skills) <= 2
    assert sum(each.skill in opening.skills for each in practices_in(GAME)) >= 4


def test_at_four_right_of_five_the_next_skill_opens() -> None:
    schedule = Schedule(opened={Skill.PLAIN_SUMS: date.min, Skill.DOUBLES: date.min})
    answers = [True, False, True, True]
    for number, is_right in enumerate(answers):
        schedule = schedule.after(answered(DOUBLE, is_right, level=1))
        assert Skill.COVERED_SPINNERS not in schedule.opened, number
    schedule = schedule.after(answered(DOUBLE, True, level=1))
    assert schedule.opened[Skill.COVERED_SPINNERS] == START.date()
    opening = schedule.opening(START, practices_in(GAME))
    assert opening.newest is Skill.COVERED_SPINNERS and opening.coming is Skill.REDUCTION


def test_two_skills_a_day_are_new_at_most() -> None:
    schedule, _ = practised(Schedule(), 60)
    assert len(schedule.opened) == 2
    opening = schedule.opening(START, practices_in(GAME))
    assert opening.is_ready and opening.coming is not None
    tomorrow = START + timedelta(days=1)
    assert opening.coming in schedule.opening(tomorrow, practices_in(GAME)).skills
    schedule, _ = practised(schedule, 60, at=tomorrow)
    assert len(schedule.opened) == 4


def test_a_skill_that_the_game_has_nothing_of_never_opens() -> None:
    schedule = Schedule(opened=dict.fromkeys(Skill, date.min))
    assert Skill.WORTHS not in schedule.opening(START, practices_in(GAME)).skills
    assert Skill.WORTHS in schedule.opening(START, practices_in("fives-and-threes")).skills


def test_who_goes_ahead_by_a_drill_of_their_own_choice_still_goes_all_the_way() -> None:
    need = Practice(DrillKind.NEED, Skill.MOD_FIVE_CHANGES)
    opening = after(Schedule(), answered(need, False)).opening(START, practices_in(GAME))
    assert opening.skills == (Skill.PLAIN_SUMS, Skill.MOD_FIVE_CHANGES)
    assert opening.newest is Skill.PLAIN_SUMS and opening.coming is Skill.DOUBLES


def test_a_skill_stays_easy_on_the_day_on_which_it_opens() -> None:
    schedule, _ = practised(Schedule(), 60)
    assert {schedule.level(skill) for skill in schedule.opened} == {1}
    schedule, _ = practised(schedule, 60, at=START + timedelta(days=1))
    assert schedule.level(Skill.PLAIN_SUMS) > 1
