"""What a round came to: one thing that was learnt, true of the answers that were given."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from companion.coach.drills.skills import DrillKind, Practice, Skill
from companion.coach.learning.lessons import screen_for
from companion.coach.learning.memory import Attempt
from companion.coach.learning.practice_rounds import MIXED, ROUND, RoundSummary, summary_of
from companion.coach.learning.schedule import Schedule
from companion.i18n import Message, listed, message

START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
GAME = "race-horse"
COUNT = Practice(DrillKind.COUNT, Skill.DOUBLES)
SCORE = Practice(DrillKind.SCORE, Skill.DOUBLES)
#: Nobody who is known so well learns anything new by being right.
KNOWN = Schedule(opened=dict.fromkeys(Skill, date.min))
TOP = replace(KNOWN, standings={skill: KNOWN.standing(skill)._replace(level=4) for skill in Skill})
RIGHT, WRONG = True, False
#: An answer to a practice: whether it is right, its milliseconds, the rule that it broke.
Given = tuple[Practice, bool, int | None, str]


def played(schedule: Schedule, *answers: Given) -> RoundSummary:
    """What a round of these answers came to, the first one as often as ten need."""
    after = answered(schedule, *answers)
    assert after.round is not None and after.round.is_over
    return summary_of(after.round, after)


def answered(schedule: Schedule, *answers: Given, page: str = MIXED) -> Schedule:
    told = [answers[0]] * (ROUND - len(answers)) + [*answers]
    for number, (practice, is_right, milliseconds, broken) in enumerate(told):
        at = START + timedelta(seconds=number)
        level = schedule.level_on(page, practice.skill, at)
        schedule = schedule.after(
            Attempt(at, practice, level, is_right, milliseconds, GAME, page, broken)
        )
    return schedule


def right(
    practice: Practice, milliseconds: int | None = 50_000
) -> tuple[Practice, bool, int | None, str]:
    return practice, RIGHT, milliseconds, ""


def wrong(practice: Practice, rule: str) -> Given:
    return practice, WRONG, 2_000, rule


def named_quick(practice: Practice, seconds: int) -> Message:
    return message("quick.drill", drill=practice.kind.heading, seconds=seconds)


def named(practice: Practice) -> Message:
    return message("practise.practice", drill=practice.kind.heading, skill=practice.skill.heading)


def test_the_time_is_that_of_the_right_answers_in_the_middle() -> None:
    given = right(COUNT, 4_000), right(COUNT, 90_000), wrong(COUNT, "target")
    found, untimed = answered(TOP, *given).round, answered(TOP, right(COUNT, None)).round
    assert found is not None and found.milliseconds == 4_000
    assert found.right == 9 and not found.answers[-1].is_right
    assert untimed is not None and untimed.milliseconds is None


def test_a_skill_that_opened_is_told_before_all_else() -> None:
    schedule = Schedule(opened={Skill.PLAIN_SUMS: date.min, Skill.DOUBLES: date.min})
    learnt = played(schedule, right(COUNT, 1_000)).learnt
    skill = Skill.COVERED_SPINNERS
    assert learnt == message("round.learnt.opened", skill=skill.heading, sentence=skill.sentence)
    assert played(schedule, right(COUNT, 1_000)).heading == message("round.opened")


def test_a_level_that_was_reached_is_told_as_it_stands_in_the_end() -> None:
    learnt = played(KNOWN, right(COUNT, 1_000)).learnt
    assert learnt == message("round.learnt.level", skill=Skill.DOUBLES.heading, level=3)
    falls = [wrong(COUNT, "exposed-double")] * 6
    fell = played(KNOWN, right(COUNT, 1_000), *falls).learnt
    assert fell == message("round.learnt.fell", skill=Skill.DOUBLES.heading, level=1)


def test_a_round_at_a_chosen_level_raises_a_new_skill_and_an_easier_one_promises_nothing() -> None:
    after = answered(Schedule(), right(COUNT, 1_000), page="doubles.4")
    assert after.round is not None and after.level(Skill.DOUBLES) == 3
    assert message("round.missing.tomorrow", level=3) not in summary_of(after.round, after).ahead
    easier = answered(TOP, right(COUNT), page="doubles.2")
    assert easier.round is not None and summary_of(easier.round, easier).ahead == (
        message("round.missing.harder", skill=Skill.DOUBLES.heading, level=4),
    )


def test_what_is_missing_for_the_next_level_is_told_and_what_is_quick() -> None:
    slow, quick = right(COUNT), right(COUNT, 1_000)
    more: dict[str, Any] = {"skill": Skill.DOUBLES.heading, "level": 2}
    takes, top = (
        message("quick.is.same", seconds=most, drills=listed([named_quick(COUNT, most)]))
        for most in (12, 18)
    )
    # Twelve right ones raise a level, however slow: ten are done.
    assert played(KNOWN, slow).ahead == (message("round.missing.right", **more, count=2),)
    misses = [wrong(COUNT, "target")] * 2
    assert played(KNOWN, slow, *misses, quick).ahead == (
        message("round.missing.or-quick", right=11, **more, count=3),
        takes,
    )
    # On the first day of a skill, and at the top.
    assert played(Schedule(), slow).ahead == (message("round.missing.tomorrow", level=1),)
    skill = more["skill"]
    assert played(TOP, slow).ahead == (message("round.missing.top-quick", skill=skill), top)
    in_head = Practice(DrillKind.DOUBLE_AND_ADD, Skill.DOUBLES)
    drills = listed([named_quick(in_head, 5), named_quick(COUNT, 18)])
    told = played(TOP, right(in_head), slow).ahead[1]
    assert told == message("quick.is.each", seconds=18, drills=drills)
    assert played(TOP, quick).ahead == (
        message("quick.now", skills=listed([message("quick.skill", skill=skill, seconds=18)])),
    )


def test_what_went_wrong_at_first_and_right_in_the_end_is_told() -> None:
    answers = [wrong(COUNT, "exposed-double"), right(SCORE), right(COUNT)]
    assert played(TOP, right(SCORE), *answers).learnt == message(
        "round.learnt.turned", practice=named(COUNT)
    )


def test_who_was_quicker_than_before_is_told_by_how_much() -> None:
    schedule = TOP
    for number in range(5):
        at = START - timedelta(days=1, seconds=number)
        schedule = schedule.after(Attempt(at, COUNT, 4, RIGHT, 10_000, GAME))
    learnt = played(schedule, right(COUNT, 6_000)).learnt
    assert learnt == message(
        "round.learnt.quicker", practice=named(COUNT), seconds="6.0", were="10.0"
    )
    assert played(schedule, right(COUNT, 9_000)).learnt != learnt


def test_else_the_skill_that_was_missed_most() -> None:
    missed = [wrong(SCORE, "target"), *[wrong(COUNT, "covered-double")] * 3]
    summary = played(TOP, right(Practice(DrillKind.NEED, Skill.MOD_FIVE_CHANGES)), *missed)
    assert summary.learnt == message(
        "round.learnt.missed", skill=Skill.DOUBLES.heading, sentence=Skill.DOUBLES.sentence
    )
    assert summary.heading == message("round.missed")


def test_a_lesson_is_offered_where_less_than_half_was_right() -> None:
    for misses in (5, 6):
        summary = played(TOP, right(SCORE), *[wrong(COUNT, "covered-double")] * misses)
        assert (summary.lesson is not None) == (misses > 5)
    assert summary.lesson == screen_for(COUNT)


@pytest.mark.parametrize("milliseconds", [None, 50_000])
def test_a_round_without_a_miss_is_told_so(milliseconds: int | None) -> None:
    learnt = played(TOP, right(COUNT, milliseconds)).learnt
    assert isinstance(learnt, Message) and learnt.id == "round.learnt.all-right"


def test_a_question_from_a_link_tells_nothing_of_the_level_nor_of_the_time() -> None:
    easier = Attempt(START, COUNT, 1, RIGHT, 1_000, GAME, MIXED)
    schedule = TOP
    for number in range(5):
        at = START - timedelta(days=1, seconds=number)
        schedule = schedule.after(Attempt(at, COUNT, 4, RIGHT, 10_000, GAME))
    for number in range(ROUND):
        at = START + timedelta(seconds=number)
        schedule = schedule.after(easier._replace(at=at))
    assert schedule.round is not None and schedule.level(Skill.DOUBLES) == 4
    learnt = summary_of(schedule.round, schedule).learnt
    assert isinstance(learnt, Message) and learnt.id == "round.learnt.all-right"
