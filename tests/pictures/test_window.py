"""The window onto a growing layout."""

from hypothesis import given
from hypothesis import strategies as st

from companion.pictures.board_drawing import window_onto
from companion.pictures.shapes import Box

sizes = st.floats(min_value=0, max_value=12, allow_nan=False)
boxes = st.builds(lambda w, n, e, s: Box(-w, -n, e, s), sizes, sizes, sizes, sizes)


def grown(box: Box, by: Box) -> Box:
    return Box.around([box, by])


@given(st.lists(boxes, min_size=1, max_size=12))
def test_everything_that_lies_is_always_in_sight(steps: list[Box]) -> None:
    window = None
    lying = steps[0]
    for step in steps:
        lying = grown(lying, step)
        window = window_onto(lying, window)
        assert window.left <= lying.left
        assert window.top <= lying.top
        assert window.right >= lying.right
        assert window.bottom >= lying.bottom


@given(boxes)
def test_a_tile_within_sight_does_not_move_the_window(lying: Box) -> None:
    window = window_onto(lying, None)
    assert window_onto(lying.inset(0.01), window) == window


def test_a_window_that_opens_leaves_room_for_the_next_tile_too() -> None:
    window = window_onto(Box(-4, -1, 4, 1), None)
    opened = window_onto(Box(-4, -1, 8, 1), window)
    assert opened.right > 8 + 1
    assert window_onto(Box(-4, -1, 9, 1), opened) == opened
