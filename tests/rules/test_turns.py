"""Turns: what earns another one, and whose it is next."""

import pytest
from play import refusal, score

TWO = "game: race-horse\nplayers: Ana, Ben\n{}lead: Ana\n"


def again(plays: str, rule: str = "") -> list[bool]:
    """For each tile whether it earned another turn."""
    told = score(TWO.format(f"rule: {rule}\n" if rule else "") + plays)
    return [entry["again"] for entry in told.verdict["entries"]]


def test_a_score_earns_another_turn() -> None:
    assert again("Ana: 6-4") == [True]
    assert score(TWO.format("") + "Ana: 6-4").turn == "Ana"


def test_a_double_earns_another_turn() -> None:
    assert again("Ana: 6-3\nBen: 3-3") == [False, True]


def test_neither_score_nor_double_ends_the_turn() -> None:
    assert score(TWO.format("") + "Ana: 6-3").turn == "Ben"
    assert refusal(TWO.format("") + "Ana: 6-3\nAna: 6-2") == (5, "not-your-turn")


def test_who_earned_another_turn_takes_it() -> None:
    assert refusal(TWO.format("") + "Ana: 6-4\nBen: 6-6") == (5, "not-your-turn")


def test_a_score_with_a_double_earns_one_turn() -> None:
    told = score(TWO.format("") + "Ana: 5-5\nAna: 5-2\nBen: 2-2")
    assert told.turn == "Ben"


def test_turns_can_be_earned_one_after_another() -> None:
    told = score(TWO.format("") + "Ana: 6-4\nAna: 6-6 on 6-4\nAna: 4-4 on 6-4\nAna: 6-1")
    assert (told.counts, told.turn) == ([10, 16, 20, 9], "Ben")


@pytest.mark.parametrize(
    ("rule", "score_earns", "double_earns"),
    [
        ("another-turn = score-or-double", True, True),
        ("another-turn = score", True, False),
        ("another-turn = double", False, True),
        ("another-turn = none", False, False),
    ],
)
def test_the_house_says_what_earns_another_turn(
    rule: str, score_earns: bool, double_earns: bool
) -> None:
    assert again("Ana: 6-4", rule) == [score_earns]
    assert again("Ana: 6-3\nBen: 3-3", rule) == [False, double_earns]


def test_points_are_pegged_whether_they_earn_a_turn_or_not() -> None:
    assert score(TWO.format("rule: another-turn = none\n") + "Ana: 6-4").points == [2]


@pytest.mark.parametrize(("points", "pegged"), [("fifths", 2), ("pips", 10), ("none", 0)])
def test_the_house_says_what_a_count_of_ten_is_worth(points: str, pegged: int) -> None:
    told = score(TWO.format(f"rule: points = {points}\n") + "Ana: 6-4")
    assert told.points == [pegged]
    assert told.turn == "Ana", "it scores, whatever that is worth"


def test_the_turn_goes_round_in_seat_order() -> None:
    told = score(
        """
        game: seven-rocks
        players: Ana, Ben, Cyd, Dee
        lead: Cyd
        Cyd: 6-3
        Dee: 6-2
        Ana: 2-1
        Ben: 3-1 on 2-1
        """
    )
    assert [e["turn"] for e in told.verdict["entries"]] == ["Dee", "Ana", "Ben", "Cyd"]


def test_seven_rocks_has_no_other_turn() -> None:
    told = score(
        """
        game: seven-rocks
        players: Ana, Ben, Cyd, Dee
        lead: Ana
        Ana: 5-5
        """
    )
    assert (told.points, told.turn) == ([10], "Ben")
