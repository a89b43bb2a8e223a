"""Runs against the clock: what their answers come to, and what no phone can truly tell."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.coach.challenges.sprint_questions import RUNGS, sprint_keys
from companion.coach.challenges.timed_run import (
    LADDER,
    STORM,
    RunAnswer,
    RunRefused,
    check_elapsed,
    judge_run,
)
from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import NoAnswer
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind
from companion.i18n import message

GAME = "fives-and-threes"
#: Quick questions without a layout do for a storm as well.
KEYS = sprint_keys(GAME, 1, 30, ladder=DrillKind.WORTH)
#: As many as nobody needs to double the time; all ask the same.
MANY = [KEYS[0]._replace(seed=seed) for seed in range(75)]
RUNG_KEYS = KEYS[:RUNGS]


@contextmanager
def refused(why: str) -> Iterator[None]:
    with pytest.raises(RunRefused) as raised:
        yield
    assert raised.value.message == message(f"sprint.refused.{why}")


def said(key: QuestionKey, *, is_right: bool = True) -> str:
    values = [choice.value for choice in question(key).choices]
    return next(value for value in values if (value in question(key).answer) is is_right)


def answers(pattern: str, every: int = 1000) -> list[RunAnswer]:
    """Answers that are right (`+`), wrong (`-`) or none (`.`), so many milliseconds apart."""
    return [
        RunAnswer(key, "" if sign == "." else said(key, is_right=sign == "+"), every * number)
        for number, (key, sign) in enumerate(zip(KEYS, pattern, strict=False), 1)
    ]


def test_a_right_answer_pegs_and_a_miss_costs_three_seconds() -> None:
    result = judge_run(STORM, KEYS, answers("++-+"))
    assert (result.score, result.right, result.best_combo) == (3, 3, 2)
    assert result.milliseconds == STORM.pool - 3_000
    (miss,) = result.misses
    assert miss.key == KEYS[2]
    assert miss.verdict is not None
    assert not miss.verdict.is_right


def test_five_in_a_row_win_time_and_peg_two_from_then_on() -> None:
    five = judge_run(STORM, KEYS, answers("+" * 5))
    assert (five.score, five.milliseconds) == (5, 62_000)
    seven = judge_run(STORM, KEYS, answers("+" * 7))
    assert (seven.score, seven.best_combo) == (9, 7)


def test_ten_in_a_row_win_more_and_peg_three() -> None:
    eleven = judge_run(STORM, KEYS, answers("+" * 11))
    assert (eleven.score, eleven.milliseconds) == (5 + 10 + 3, 65_000)


def test_after_a_miss_a_streak_begins_anew() -> None:
    result = judge_run(STORM, KEYS, answers("++++-++++"))
    assert (result.score, result.best_combo) == (8, 4)
    assert result.milliseconds == 57_000


def test_time_can_be_doubled_and_no_more() -> None:
    result = judge_run(
        STORM, MANY, [RunAnswer(key, said(key), 200 * at) for at, key in enumerate(MANY, 1)]
    )
    # Two, three, four, then five for each five: sixty-nine seconds, of which nine come to nothing.
    assert result.milliseconds == 2 * STORM.pool


def test_an_answer_counts_up_to_the_last_moment_that_a_streak_has_won() -> None:
    played = answers("+" * 5)
    last = RunAnswer(KEYS[5], said(KEYS[5]), 61_999)
    assert judge_run(STORM, KEYS, [*played, last]).right == 6
    with refused("time-was-up"):
        judge_run(STORM, KEYS, [*played, last._replace(at=62_000)])


def test_after_misses_the_time_is_up_earlier() -> None:
    played = [*answers("---"), RunAnswer(KEYS[3], said(KEYS[3]), 51_000)]
    with refused("time-was-up"):
        judge_run(STORM, KEYS, played)


def test_nobody_answers_with_nothing_in_a_storm() -> None:
    with refused("time-was-up"):
        judge_run(STORM, KEYS, answers("+."))


def test_a_storm_without_an_answer_is_over_after_a_minute() -> None:
    result = judge_run(STORM, KEYS, [])
    assert (result.score, result.milliseconds, result.answered) == (0, 60_000, 0)


ONE, TWO, THREE = answers("+++")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ([ONE, TWO._replace(key=TWO.key._replace(seed=5))], "not-dealt"),
        ([ONE, TWO, ONE._replace(at=3_000)], "answered-twice"),
        ([ONE, THREE], "skipped-ahead"),
        ([TWO, ONE], "skipped-ahead"),
        ([ONE, TWO._replace(at=900), THREE], "time-ran-back"),
        ([ONE._replace(at=119)], "too-quick"),
        ([ONE, TWO._replace(at=1_119), THREE], "too-quick"),
        ([ONE, TWO._replace(at=60_000)], "time-was-up"),
    ],
)
def test_what_cannot_have_happened_is_refused(told: list[RunAnswer], why: str) -> None:
    with refused(why):
        judge_run(STORM, KEYS, told)


def test_more_answers_than_questions_were_dealt_are_refused() -> None:
    with refused("not-dealt"):
        judge_run(STORM, KEYS[:2], [ONE, TWO, THREE])


@pytest.mark.parametrize("given", ["?", "1 2", "half"])
def test_what_is_no_answer_is_refused(given: str) -> None:
    with pytest.raises(NoAnswer):
        judge_run(STORM, KEYS, [ONE._replace(said=given)])


def test_a_run_takes_no_longer_than_there_was_time_for() -> None:
    check_elapsed([ONE, TWO], 2_000)
    check_elapsed([], 0)
    with refused("sent-too-soon"):
        check_elapsed([ONE, TWO], 1_999)


def test_a_ladder_is_climbed_by_right_answers_in_time() -> None:
    result = judge_run(LADDER, RUNG_KEYS, answers("++++-+++++"))
    assert (result.score, result.right, len(result.misses)) == (9, 9, 1)
    assert result.milliseconds == 10_000


def test_who_says_nothing_for_three_seconds_stays_on_the_rung() -> None:
    silent = RunAnswer(RUNG_KEYS[0], "", 3_000)
    then = RunAnswer(RUNG_KEYS[1], said(RUNG_KEYS[1]), 4_000)
    result = judge_run(LADDER, RUNG_KEYS, [silent, then])
    assert result.score == 1
    (miss,) = result.misses
    assert miss.verdict is None


def test_a_rung_has_three_seconds_and_no_more() -> None:
    late = RunAnswer(RUNG_KEYS[0], said(RUNG_KEYS[0]), 3_001)
    with refused("time-was-up"):
        judge_run(LADDER, RUNG_KEYS, [late])
    given_up = RunAnswer(RUNG_KEYS[0], "", 2_000)
    with refused("time-was-up"):
        judge_run(LADDER, RUNG_KEYS, [given_up])
