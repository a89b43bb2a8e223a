from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.pictures.charts import draw_race, nice_numbers
from companion.pictures.shapes import Box, Point

BOX = Box(40, 10, 300, 190)


def test_a_line_runs_from_the_start_to_the_last_tile() -> None:
    chart = draw_race([("Ana", [0, 2, 2, 5]), ("Ben", [0, 0, 3, 3])], target=10, box=BOX)
    ana, ben = chart.lines
    assert ana.points[0] == Point(40, 190)
    assert ana.points[-1] == Point(300, 100)
    assert (ana.name, ana.score) == ("Ana", 5)
    assert (ben.name, ben.score) == ("Ben", 3)


def test_the_target_is_a_line_of_its_own() -> None:
    assert draw_race([("Ana", [0, 5])], target=10, box=BOX).target_at == 10
    assert draw_race([("Ana", [0, 20])], target=10, box=BOX).target_at == 100


def test_a_score_below_nothing_stays_in_the_box() -> None:
    chart = draw_race([("Ana", [0, 30, -20])], target=200, box=BOX)
    assert chart.lines[0].points[-1].y == 190
    assert 0 in [tick.value for tick in chart.score_ticks]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 0, (0,)),
        (0, 4, (0, 1, 2, 3, 4)),
        (0, 28, (0, 10, 20)),
        (0, 61, (0, 20, 40, 60)),
        (-35, 250, (0, 100, 200)),
    ],
)
def test_ticks_are_round_numbers(low: int, high: int, ticks: tuple[int, ...]) -> None:
    assert nice_numbers(low, high) == ticks


def test_labels_of_sides_that_are_level_stay_apart_in_the_order_of_the_sides() -> None:
    chart = draw_race([("Ana", [0]), ("Ben", [0]), ("Cyd", [0])], target=61, box=BOX)
    heights = [line.label.y for line in chart.lines]
    assert heights == [150, 166, 182]


def test_a_label_without_neighbours_is_level_with_its_line() -> None:
    chart = draw_race([("Ana", [0, 30]), ("Ben", [0, 10])], target=61, box=BOX)
    assert [line.label.y for line in chart.lines] == [line.points[-1].y for line in chart.lines]


@given(
    scores=st.lists(st.lists(st.integers(-300, 1300), min_size=1, max_size=40), max_size=4),
    target=st.integers(1, 1000),
)
def test_every_race_stays_in_its_box(scores: list[list[int]], target: int) -> None:
    chart = draw_race([("Zoe", side) for side in scores], target, BOX)
    for line in chart.lines:
        assert all(40 <= x <= 300.001 and 9.999 <= y <= 190.001 for x, y in line.points)
        assert 18 <= line.label.y <= 182
    for one, other in combinations(chart.lines, 2):
        assert abs(one.label.y - other.label.y) >= 15.999
    assert 1 <= len(chart.score_ticks) <= 5
    assert 10 <= chart.target_at <= 190
