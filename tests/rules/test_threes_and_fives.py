"""Threes and fives: a point for each five in the count and one for each three."""

import pytest
from play import laid, score

from companion.rules.games import game_named

#: What a count pegs, by the table that Fives & Threes players know by heart.
PEGGED = {3: 1, 5: 1, 6: 2, 9: 3, 10: 2, 12: 4, 15: 8, 18: 6, 20: 4}
THREES = "scores-on = threes-and-fives"


@pytest.mark.parametrize("count", range(1, 21))
def test_a_count_pegs_its_fives_and_its_threes(count: int) -> None:
    rules = game_named("fives-and-threes").rules
    assert rules.scores(count) == (count in PEGGED)
    assert (rules.worth(count) if rules.scores(count) else 0) == PEGGED.get(count, 0)


@pytest.mark.parametrize("count", range(1, 41))
def test_fives_alone_leave_the_threes_out(count: int) -> None:
    rules = game_named("five-up").rules
    assert rules.scores(count) == (count % 5 == 0)


@pytest.mark.parametrize(("points", "pegged"), [("fifths", [2, 4, 3 + 5]), ("pips", [6, 12, 30])])
def test_a_count_that_both_divide_is_paid_for_both(points: str, pegged: list[int]) -> None:
    told = laid("6-0\n6-6 on 6-0\n3-0 on 6-0", THREES, "spinners = none", f"points = {points}")
    assert (told.counts, told.points) == ([6, 12, 15], pegged)


def test_a_count_that_earns_turns_only_pegs_nothing() -> None:
    assert laid("6-3", "points = none", THREES).points == [0]


def test_a_count_of_three_earns_another_turn_where_scores_do() -> None:
    told = score(
        """
        game: race-horse
        players: Ana, Ben
        rule: scores-on = threes-and-fives
        rule: another-turn = score
        lead: Ana
        Ana: 2-1
        """
    )
    assert (told.points, told.turn) == ([1], "Ana")


def test_nought_is_a_multiple_of_both_and_worth_nothing() -> None:
    assert laid("0-0", THREES, "zero-scores = yes").points == [0]
    assert not game_named("fives-and-threes").rules.scores(0)


def test_a_lead_that_scores_is_still_one_of_five_or_ten() -> None:
    header = "game: race-horse\nplayers: Ana, Ben\nrule: scores-on = threes-and-fives\n"
    rules = score(f"{header}rule: lead-tile = double-or-score").game.rules
    assert rules.lead_tile == "double-or-score"
    assert laid("4-1", THREES, "lead-tile = double-or-score").points == [1]
    refused = laid("6-3", THREES, "lead-tile = double-or-score").verdict["error"]
    assert refused["code"] == "bad-lead"
