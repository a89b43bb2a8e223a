"""What a result is worth in league points."""

import json
from fractions import Fraction

import pytest

from companion.league.errors import BadPoints, NotKept
from companion.league.kept_json import plain, read_kept, write_kept
from companion.league.league_tally import PointsTable, describe_points, parse_points
from companion.league.match_format import THREE_AND_ONE
from companion.league.outcome import Outcome

ANA, BEN = 0, 1
HALF = Fraction(1, 2)


def match(home: int, away: int) -> Outcome:
    winner = None if home == away else int(away > home)
    return Outcome(((1,), (2,)), (home, away), (home, away), (0, 0), winner)


def walkover(winner: int | None, score: int = 0) -> Outcome:
    won = tuple(score if side == winner else 0 for side in (ANA, BEN))
    return Outcome(((1,), (2,)), won, won, (0, 0), winner, is_walkover=True)


def worths(table: PointsTable, outcome: Outcome) -> tuple[Fraction, Fraction]:
    return table.worth(outcome, ANA), table.worth(outcome, BEN)


def test_a_win_is_worth_2_and_a_draw_1_unless_the_club_says_otherwise() -> None:
    assert worths(PointsTable(), match(2, 1)) == (2, 0)
    assert worths(PointsTable(), match(3, 3)) == (1, 1)
    assert worths(PointsTable(), match(0, 3)) == (0, 2)


@pytest.mark.parametrize(
    ("score", "expected"),
    [((5, 4), (3, 1)), ((4, 5), (1, 3)), ((6, 3), (3, 0)), ((3, 6), (0, 3)), ((9, 0), (3, 0))],
)
def test_a_match_lost_4_5_brings_1_and_one_lost_by_more_none(
    score: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert worths(THREE_AND_ONE, match(*score)) == expected


def test_a_walkover_is_worth_what_the_club_says_and_is_no_narrow_loss() -> None:
    assert worths(THREE_AND_ONE, walkover(ANA)) == (3, 0)
    table = PointsTable(walkover_won=Fraction(2), walkover_lost=Fraction(-1)).check()
    assert worths(table, walkover(BEN)) == (-1, 2)
    assert worths(table, walkover(None)) == (-1, -1)


def test_each_game_won_may_bring_points_beside_the_result() -> None:
    table = PointsTable(win=Fraction(1), draw=HALF, walkover_won=Fraction(1), each_game=HALF)
    assert worths(table.check(), match(2, 1)) == (2, HALF)
    assert worths(table.check(), walkover(ANA, score=5)) == (Fraction(7, 2), 0)


@pytest.mark.parametrize(
    "table",
    [
        PointsTable(win=Fraction(0)),
        PointsTable(draw=Fraction(3)),
        PointsTable(loss=Fraction(-1)),
        PointsTable(narrow_loss=Fraction(2)),
        PointsTable(narrow_loss=Fraction(1), narrow_by=0),
        PointsTable(loss=HALF, narrow_loss=Fraction(1, 4)),
        PointsTable(walkover_won=Fraction(3)),
        PointsTable(walkover_won=Fraction(0), walkover_lost=Fraction(1)),
        PointsTable(win=Fraction(1, 3), walkover_won=Fraction(0), draw=Fraction(0)),
        PointsTable(win=Fraction(101)),
        PointsTable(each_game=Fraction(-1)),
        PointsTable(walkover_score=-5),
    ],
    ids=str,
)
def test_no_table_rewards_losing_or_counts_below_a_quarter(table: PointsTable) -> None:
    with pytest.raises(BadPoints) as refused:
        table.check()
    assert refused.value.code == "league-points"
    assert str(refused.value.message)


def test_a_table_comes_back_as_it_was_kept() -> None:
    assert plain(PointsTable()) == {}
    assert plain(THREE_AND_ONE) == {"win": "3", "narrow_loss": "1", "walkover_won": "3"}
    for table in (PointsTable(), THREE_AND_ONE, PointsTable(draw=HALF, walkover_score=5)):
        assert read_kept(PointsTable, write_kept(table)) == table


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [2],
        {"wins": "2"},
        {"win": 2},
        {"win": "2/3"},
        {"win": "9999"},
        {"win": "２"},
        {"walkover_score": True},
        {"walkover_score": 10**9},
    ],
    ids=repr,
)
def test_what_nobody_kept_is_no_table(kept: object) -> None:
    with pytest.raises(NotKept):
        read_kept(PointsTable, json.dumps(kept))


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("2", Fraction(2)),
        (" 1½ ", Fraction(3, 2)),
        ("½", HALF),
        ("0.5", HALF),
        (".25", Fraction(1, 4)),
        ("1.75", Fraction(7, 4)),
        ("-1", Fraction(-1)),
        ("−1½", Fraction(-3, 2)),
        ("0", Fraction(0)),
    ],
)
def test_points_are_read_as_people_write_them(text: str, points: Fraction) -> None:
    assert parse_points(text) == points
    assert parse_points(describe_points(points)) == points


@pytest.mark.parametrize("text", ["", "-", "two", "1/2", "1e3", "0.3", "1000", "101", "1..5", "２"])
def test_what_is_no_number_of_points_is_refused(text: str) -> None:
    with pytest.raises(BadPoints):
        parse_points(text)


def test_points_are_written_with_their_parts() -> None:
    shown = [describe_points(Fraction(each, 4)) for each in (0, 1, 2, 3, 4, 6, -4, -2, 40)]
    assert shown == ["0", "¼", "½", "¾", "1", "1½", "−1", "−½", "10"]
