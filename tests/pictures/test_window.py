"""The window onto a growing layout."""

from statistics import median

from hypothesis import given
from hypothesis import strategies as st
from play import CAST
from random_play import honest_game, sets_of

from companion.pictures.board_drawing import Marking, draw_board, window_onto
from companion.pictures.layout_crop import Size
from companion.pictures.shapes import Box
from companion.record.statements import TileSet
from companion.rules.games import GAMES

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


def test_in_the_middle_of_long_hands_tiles_are_large_on_a_phone() -> None:
    tall, small = Size(390, 330), Size(360, 184)
    least = {(8, tall): 26, (8, small): 24, (20, tall): 20, (20, small): 18}
    sides: dict[tuple[int, Size], list[float]] = {each: [] for each in least}
    for seed in range(60):
        game = list(GAMES)[seed % len(GAMES)]
        header = f"game: {game}\nplayers: {', '.join(CAST[: GAMES[game].seats[0]])}"
        moments = honest_game(seed, header=header, hands=1).moments
        plays = [each for each in moments if isinstance(each.statement, TileSet)]
        for laid, felt in least if len(plays) >= 20 else ():
            at = plays[laid - 1].game.hand
            assert at is not None
            board = draw_board(at.layout, tuple(sets_of(plays)[:laid]), Marking.PLACES)
            sides[laid, felt].append(felt.scale_of(board.view))
    for each, scales in sides.items():
        assert median(scales) >= least[each], (each, len(scales), median(scales))
