from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.pictures.pegboard import Pegboard, lay_pegboard


def rows(board: Pegboard) -> list[list[int]]:
    """The numbers of the holes in each row, from left to right."""
    found: dict[float, list[tuple[float, int]]] = {}
    for number, hole in enumerate(board.holes, start=1):
        found.setdefault(hole.y, []).append((hole.x, number))
    return [[number for _, number in sorted(row)] for _, row in sorted(found.items())]


def test_a_board_to_61_has_two_rows_of_six_streets_and_the_last_hole() -> None:
    first, second = rows(lay_pegboard(61, 278))
    assert first == list(range(1, 31))
    assert second == list(range(61, 30, -1))


def test_streets_are_five_holes_with_a_gap_after_them() -> None:
    first = lay_pegboard(61, 278).holes[:30]
    gaps = [after.x - before.x for before, after in pairwise(first)]
    wide = [number for number, gap in enumerate(gaps, start=1) if gap > min(gaps) * 1.2]
    assert wide == [5, 10, 15, 20, 25]


def test_a_game_of_ten_chips_has_one_row_of_two_streets() -> None:
    assert rows(lay_pegboard(10, 278)) == [list(range(1, 11))]


def test_a_board_in_steps_of_five_has_a_hole_for_each_five_points() -> None:
    board = lay_pegboard(200, 278, step=5).with_pegs(35, 10)
    assert len(board.holes) == 40
    assert board.front_peg == board.holes[6]
    assert board.back_peg == board.holes[1]


def test_the_front_peg_shows_the_score_and_the_back_peg_the_one_before() -> None:
    board = lay_pegboard(61, 278).with_pegs(34, 30)
    assert board.front_peg == board.holes[33]
    assert board.back_peg == board.holes[29]


def test_both_pegs_begin_in_start_holes_of_their_own() -> None:
    board = lay_pegboard(61, 278)
    assert (board.back_peg, board.front_peg) == board.start_holes


def test_a_score_below_nothing_stays_at_the_start() -> None:
    board = lay_pegboard(250, 278, step=5).with_pegs(-35, 5)
    assert board.front_peg == board.start_holes[1]


def test_a_score_past_the_target_is_in_the_last_hole() -> None:
    board = lay_pegboard(61, 278).with_pegs(70, 60)
    assert board.front_peg == board.holes[-1]


def test_points_past_a_target_that_is_hit_exactly_have_a_place_beyond_the_last_hole() -> None:
    board = lay_pegboard(61, 278, is_exact=True)
    assert board.with_pegs(61, 59).front_peg == board.holes[-1]
    past = board.with_pegs(63, 59).front_peg
    assert past == board.beyond and past not in (*board.start_holes, *board.holes)
    # The second row runs back.
    assert past.y == board.holes[-1].y and past.x < board.holes[-1].x


def test_the_skunk_line_of_61_lies_before_31_and_the_double_one_before_16() -> None:
    board = lay_pegboard(61, 278)
    (skunk, skunk_bottom), (double, _) = board.skunk_lines
    assert board.holes[30].x < skunk.x, "the second row runs back"
    assert board.holes[30].y == pytest.approx((skunk.y + skunk_bottom.y) / 2)
    assert board.holes[14].x < double.x < board.holes[15].x


def test_a_skunk_line_lies_between_its_hole_and_the_one_before() -> None:
    board = lay_pegboard(61, 278)
    top, bottom = board.skunk_lines[1]
    assert board.holes[14].x < top.x == bottom.x < board.holes[15].x
    assert top.y < board.holes[15].y < bottom.y


def test_a_board_of_one_hole_has_no_skunk_line() -> None:
    assert lay_pegboard(1, 278).skunk_lines == ()


@given(
    target=st.integers(1, 1000),
    score=st.integers(-300, 1300),
    width=st.floats(240, 1000),
    step=st.sampled_from([1, 5]),
    is_exact=st.booleans(),
)
def test_every_board_holds_all_its_holes_apart_from_each_other(
    target: int, score: int, width: float, step: int, *, is_exact: bool
) -> None:
    board = lay_pegboard(target, width, step, is_exact=is_exact).with_pegs(score, 0)
    assert len(board.holes) == -(-target // step)
    holes = (*board.start_holes, *board.holes, *((board.beyond,) if board.beyond else ()))
    for hole in holes:
        assert board.hole_radius < hole.x < width - board.hole_radius
        assert board.hole_radius < hole.y < board.height - board.hole_radius
    assert board.front_peg in holes
    places = sorted((round(hole.y, 6), hole.x) for hole in holes)
    for (row, before), (next_row, after) in pairwise(places):
        assert row != next_row or after - before > 3 * board.hole_radius
