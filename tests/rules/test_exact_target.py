"""The target hit exactly: what would pass it is disregarded whole, and the tile stays."""

import pytest
from play import Score, refusal, score


def record(target: int, lines: str, *rules: str) -> str:
    """A record of Ana and Ben; all else is as in Fives & Threes."""
    header = ["game: fives-and-threes", "players: Ana, Ben", f"target: {target}"]
    told = [line.strip() for line in lines.strip().splitlines()]
    return "\n".join([*header, *(f"rule: {rule}" for rule in rules), "lead: Ana", *told])


def played(target: int, lines: str, *rules: str) -> Score:
    """The same, accepted as a whole."""
    return score(record(target, lines, *rules))


def test_a_score_that_hits_the_target_wins_at_once() -> None:
    told = played(2, "Ana: 5-1")
    assert (told.winner, told.hand["ended"], told.scores) == ("Ana", "target", {"Ana": 2, "Ben": 0})


def test_nothing_is_entered_after_it() -> None:
    assert refusal(record(2, "Ana: 5-1\nBen: 1-0"))[1] == "game-over"


@pytest.mark.parametrize(("target", "pegged"), [(3, 0), (4, 4), (5, 4)])
def test_a_score_that_would_pass_it_counts_nothing(target: int, pegged: int) -> None:
    told = played(target, "Ana: 6-6")
    assert (told.counts, told.points, told.scores["Ana"]) == ([12], [pegged], pegged)
    assert told.winner == ("Ana" if pegged == target else None)


def test_it_counts_where_the_target_may_be_passed() -> None:
    told = played(3, "Ana: 6-6", "target-reached = or-passed")
    assert (told.winner, told.scores["Ana"]) == ("Ana", 4)


LONG = """
    Ana: 5-1
    Ben: 6-5
    Ana: 6-6
    Ben: 6-3
    Ana: 3-3
    Ben: 3-2
    Ana: 4-2
    Ben: 4-1 on 5-1
    Ana: 4-4 on 4-2
    Ben: 5-4 on 4-1
    Ana: 5-5
    Ben: 5-3
    Ana: 3-0
    Ben: 0-0
    Ana: 4-0 on 4-4
    Ben: 2-0 on 0-0
    Ana: 1-0 on 4-0
"""


def test_the_tile_stays_and_a_later_score_is_judged_anew() -> None:
    told = played(4, LONG, "tiles-each = 14")
    assert told.counts == [6, 7, 13, 4, 7, 3, 5, 8, 12, 13, 18, 11, 8, 8, 0, 2, 3]
    assert told.points == [2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert (told.winner, told.scores) == ("Ana", {"Ana": 4, "Ben": 1})


def test_a_disregarded_score_still_earns_another_turn() -> None:
    told = played(3, "Ana: 6-6", "another-turn = score")
    assert (told.points, told.turn) == ([0], "Ana")


def test_points_by_agreement_always_count_and_may_pass_it() -> None:
    told = played(3, "Ana: 4-3\nruling: Ben +5")
    assert (told.winner, told.scores["Ben"]) == ("Ben", 5)


@pytest.mark.parametrize(
    ("target", "settled", "winner"), [(1, 0, None), (2, 2, "Ana"), (3, 2, None)]
)
def test_a_settlement_that_would_pass_it_is_disregarded_too(
    target: int, settled: int, winner: str | None
) -> None:
    lines = "Ana: 4-3\nBen: 4-4\nAna: 5-4\nBen: left 6-6"
    told = played(target, lines, "settlement = winner-takes", "tiles-each = 2")
    assert told.hand == {
        "ended": "domino",
        "winners": ["Ana"],
        "points": {"Ana": settled, "Ben": 0},
    }
    assert (told.winner, told.scores) == (winner, {"Ana": settled, "Ben": 0})


@pytest.mark.parametrize(
    ("target", "pegged", "settled", "winner"),
    [(61, 3, 1, None), (4, 3, 1, "Ana"), (3, 0, 0, None), (2, 0, 0, None)],
)
def test_a_last_tile_and_the_point_for_going_out_are_one_score(
    target: int, pegged: int, settled: int, winner: str | None
) -> None:
    told = played(target, "Ana: 6-3", "tiles-each = 1")
    assert told.points == [pegged]
    assert told.hand == {
        "ended": "domino",
        "winners": ["Ana"],
        "points": {"Ana": settled, "Ben": 0},
    }
    assert (told.winner, told.scores["Ana"]) == (winner, pegged + settled)


def test_at_59_a_last_tile_worth_two_leaves_the_score_as_it_was() -> None:
    told = played(61, "ruling: Ana +59\nAna: 5-1", "tiles-each = 1")
    assert (told.counts, told.points, told.scores["Ana"]) == ([6], [0], 59)
    told = played(61, "ruling: Ana +58\nAna: 5-1", "tiles-each = 1")
    assert (told.points, told.winner, told.hand["ended"]) == ([2], "Ana", "domino")


def test_going_out_can_be_the_last_point() -> None:
    told = played(1, "Ana: 4-3", "tiles-each = 1")
    assert (told.points, told.hand["points"]["Ana"], told.winner) == ([0], 1, "Ana")


def test_where_the_target_may_be_passed_the_last_tile_wins_by_itself() -> None:
    told = played(3, "Ana: 6-3", "tiles-each = 1", "target-reached = or-passed")
    assert (told.hand["ended"], told.scores["Ana"], told.winner) == ("target", 3, "Ana")
