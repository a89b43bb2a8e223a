"""Rounding to five."""

import pytest
from play import score

from companion.rules.settlement import round_to_five


@pytest.mark.parametrize(
    ("pips", "rounded"),
    [
        (0, 0),
        (1, 0),
        (2, 0),
        (3, 5),
        (4, 5),
        (5, 5),
        (7, 5),
        (8, 10),
        (13, 15),
        (33, 35),
        (168, 170),
    ],
)
def test_remainders_of_one_and_two_go_down_and_of_three_and_four_up(
    pips: int, rounded: int
) -> None:
    assert round_to_five(pips) == rounded


@pytest.mark.parametrize(("left", "pegs"), [("2-0", 0), ("3-0", 1), ("6-1", 1), ("6-2", 2)])
def test_two_pips_are_no_peg_and_three_are_one(left: str, pegs: int) -> None:
    record = f"""
        game: race-horse
        players: Ana, Ben
        rule: tiles-each = 1
        lead: Ana
        Ana: 6-3
        Ben: left {left}
        """
    assert score(record).hand["points"]["Ana"] == pegs


def test_thirty_three_pips_against_you_are_seven_pegs() -> None:
    record = """
        game: seven-toed-pete
        players: Ana, Ben, Cyd, Dee
        rule: tiles-each = 1
        rule: lead-tile = any
        lead: Ana
        Ana: 6-3
        Ben: left 6-6
        Cyd: left 6-5
        Dee: left 6-4
        """
    assert score(record).hand["points"]["Ana"] == 7
