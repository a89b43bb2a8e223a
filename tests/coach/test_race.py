"""The race to hole 15: who begins when, what an answer does, who wins."""

import pytest

from companion.coach.challenges.race import (
    HOLES,
    LASTS,
    MISS_COSTS,
    MOST_ANSWERS,
    OTHERS_HAVE,
    PATIENCE,
    THUMB,
    Given,
    OutOfOrder,
    Race,
    RaceOver,
    TooSoon,
)

ANA, BEN = 0, 1
#: Between two answers: longer than a thumb takes.
STEP = 1_000


def race(*racers: tuple[str, int]) -> Race:
    return Race.between((name, head_start, ()) for name, head_start in racers)


def answers(race: Race, lane: int, *rights: bool, first: int = STEP) -> Race:
    """The race after these answers in a lane, each a good while after the one before."""
    at = max(first, race.lanes[lane].ready_at + STEP)
    for is_right in rights:
        number = len(race.lanes[lane].given)
        race = race.answered(lane, number, "5", is_right=is_right, at=at, now=at)
        at = race.lanes[lane].ready_at + STEP
    return race


def test_who_has_a_head_start_begins_and_the_others_begin_so_much_later() -> None:
    lanes = race(("Ana", 0), ("Ben", 20), ("Cyd", 5)).lanes
    assert [lane.starts_at for lane in lanes] == [20_000, 0, 15_000]


def test_the_same_head_start_for_all_is_none() -> None:
    assert [lane.starts_at for lane in race(("Ana", 10), ("Ben", 10)).lanes] == [0, 0]


def test_a_right_answer_pegs_one_hole_and_a_wrong_one_none() -> None:
    after = answers(race(("Ana", 0), ("Ben", 0)), ANA, True, False, True)
    assert [lane.pegs for lane in after.lanes] == [2, 0]
    assert [number for number, _ in after.lanes[ANA].misses] == [1]


def test_a_miss_costs_a_wait_and_a_right_answer_none() -> None:
    lane = answers(race(("Ana", 0), ("Ben", 0)), ANA, True).lanes[ANA]
    assert lane.ready_at == STEP
    lane = answers(race(("Ana", 0), ("Ben", 0)), ANA, False).lanes[ANA]
    assert lane.ready_at == STEP + MISS_COSTS
    with pytest.raises(TooSoon):
        lane.answered("5", is_right=True, at=STEP + MISS_COSTS, now=STEP + MISS_COSTS)


@pytest.mark.parametrize("now", [-3_000, 0, THUMB - 1])
def test_nobody_answers_before_the_start_or_faster_than_a_thumb(now: int) -> None:
    with pytest.raises(TooSoon):
        race(("Ana", 0), ("Ben", 0)).answered(ANA, 0, "5", is_right=True, at=now, now=now)


def test_who_gave_a_head_start_answers_only_after_it() -> None:
    begun = race(("Ana", 0), ("Ben", 20))
    assert answers(begun, BEN, True).lanes[BEN].pegs == 1
    with pytest.raises(TooSoon):
        begun.answered(ANA, 0, "5", is_right=True, at=19_999, now=19_999)


def test_an_answer_that_comes_again_counts_once() -> None:
    after = answers(race(("Ana", 0), ("Ben", 0)), ANA, True)
    assert after.answered(ANA, 0, "6", is_right=False, at=9_000, now=9_000) == after


@pytest.mark.parametrize("question", [-1, 1, 30])
def test_no_question_is_left_out(question: int) -> None:
    with pytest.raises(OutOfOrder):
        race(("Ana", 0), ("Ben", 0)).answered(ANA, question, "5", is_right=True, at=STEP, now=STEP)


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        (9_500, 9_500),
        # From the future, long past, and before the question was there.
        (99_000, 10_000),
        (0, 10_000 - PATIENCE),
        (-99_000, 10_000 - PATIENCE),
    ],
)
def test_what_a_phone_says_of_the_time_holds_within_bounds(said: int, holds: int) -> None:
    after = race(("Ana", 0), ("Ben", 0)).answered(ANA, 0, "5", is_right=True, at=said, now=10_000)
    assert after.lanes[ANA].given == (Given(holds, "5", True),)


def test_a_late_answer_never_comes_before_the_one_before_it() -> None:
    before = answers(race(("Ana", 0), ("Ben", 0)), ANA, True, first=10_000)
    after = before.answered(ANA, 1, "5", is_right=True, at=8_000, now=10_500)
    assert after.lanes[ANA].given[1].at == 10_000 + THUMB


def test_the_first_one_at_hole_15_wins() -> None:
    after = answers(race(("Ana", 0), ("Ben", 0)), BEN, *[True] * (HOLES - 1), False)
    after = answers(after, ANA, *[True] * HOLES)
    assert after.winner == ANA
    assert after.lanes[ANA].home_at == HOLES * STEP
    assert after.standing == (ANA, BEN)
    assert not after.is_over(after.lanes[ANA].home_at or 0)


def test_of_two_that_are_home_the_earlier_one_wins_though_its_answer_came_later() -> None:
    after = answers(race(("Ana", 0), ("Ben", 0)), ANA, *[True] * (HOLES - 1))
    after = answers(after, BEN, *[True] * (HOLES - 1))
    late = HOLES * STEP
    after = after.answered(ANA, HOLES - 1, "5", is_right=True, at=late, now=late)
    after = after.answered(BEN, HOLES - 1, "5", is_right=True, at=late - 300, now=late + 200)
    assert after.standing == (BEN, ANA)


def test_a_race_is_over_when_all_are_home() -> None:
    after = answers(race(("Ana", 0), ("Ben", 0)), ANA, *[True] * HOLES)
    after = answers(after, BEN, *[True] * HOLES)
    assert after.is_over(HOLES * STEP)
    with pytest.raises(RaceOver):
        after.answered(ANA, HOLES, "5", is_right=True, at=20_000, now=20_000)


def test_who_is_home_answers_no_more_and_the_others_have_a_while() -> None:
    after = answers(race(("Ana", 0), ("Ben", 0)), ANA, *[True] * HOLES)
    with pytest.raises(RaceOver):
        after.answered(ANA, HOLES, "5", is_right=True, at=20_000, now=20_000)
    ends = HOLES * STEP + OTHERS_HAVE
    assert after.ends_at == ends
    assert (
        after.answered(BEN, 0, "5", is_right=True, at=ends - 1, now=ends - 1).lanes[BEN].pegs == 1
    )
    with pytest.raises(RaceOver):
        after.answered(BEN, 0, "5", is_right=True, at=ends, now=ends)


def test_nobody_comes_home_after_the_last_moment() -> None:
    with pytest.raises(RaceOver):
        race(("Ana", 0), ("Ben", 0)).answered(ANA, 0, "5", is_right=True, at=LASTS, now=LASTS)


def test_who_misses_and_misses_is_out_at_last() -> None:
    after = answers(race(("Ana", 0), ("Ben", 0)), ANA, *[False] * MOST_ANSWERS)
    assert after.lanes[ANA].is_done and after.winner is None
