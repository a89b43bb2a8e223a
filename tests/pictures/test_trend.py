"""The trend chart: where each day's value lies."""

from companion.pictures.charts import draw_trend
from companion.pictures.shapes import Box, Point

BOX = Box(10, 0, 110, 50)


def test_values_rise_from_the_lower_edge_and_days_lie_as_far_apart_as_they_were() -> None:
    trend = draw_trend([(100, 0), (101, 50), (104, 100)], 100, BOX)
    assert trend.dots == (Point(10, 50), Point(35, 25), Point(110, 0))
    assert trend.plot == BOX


def test_a_single_day_lies_in_the_middle() -> None:
    assert draw_trend([(7, 20)], 20, BOX).dots == (Point(60, 0),)


def test_who_did_not_practise_yet_has_an_empty_chart() -> None:
    assert draw_trend([], 100, BOX).dots == ()


def test_ticks_are_round_numbers_at_their_heights() -> None:
    ticks = draw_trend([], 100, BOX).ticks
    assert [(tick.value, tick.at) for tick in ticks] == [(0, 50), (50, 25), (100, 0)]
