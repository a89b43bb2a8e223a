"""Cropped layouts: only middles of arms go, what is asked about stays, tiles are drawn larger."""

from companion.pictures.board_drawing import Gap, draw_board
from companion.pictures.layout_crop import Placements, Size, crop
from companion.rules.choices import Spinners
from companion.rules.games import GAMES
from companion.rules.layout import Layout
from companion.rules.tile import Tile

SMALL = Size(12, 9)


def placements(written: str) -> Placements:
    """Tiles in the order set, each with its host: `6-4 4-1/6-4`."""
    laid = []
    for each in written.split():
        tile, _, host = each.partition("/")
        laid.append((Tile.parse(tile), Tile.parse(host) if host else None))
    return tuple(laid)


#: A long arm to the right of the lead, and a double in its middle.
LONG = placements(
    "6-4 4-1/6-4 1-0/4-1 5-0/1-0 5-3/5-0 3-3/5-3 3-2/3-3 2-1/3-2 6-1/2-1 6-5/6-1 5-4/6-5"
)
FIVES = GAMES["fives-and-threes"].rules


def shown(laid: Placements) -> list[str]:
    return [f"+{len(t.left_out)}" if isinstance(t, Gap) else str(t) for t, _ in laid]


def test_a_layout_that_has_room_stays_whole() -> None:
    assert crop(LONG, Spinners.NONE, Size(60, 60)) == LONG


def test_the_middles_of_arms_are_left_out_but_no_double() -> None:
    assert shown(crop(LONG, Spinners.NONE, SMALL)) == ["6-4", "+4", "3-3", "+4", "5-4"]


def test_a_covered_double_goes_where_there_is_no_room_else() -> None:
    with_double = placements("6-6 6-4/6-6 4-1/6-4 1-1/4-1 1-0/1-1 5-0/1-0 5-3/5-0")
    assert shown(crop(with_double, Spinners.NONE, Size(7.8, 3))) == ["6-6", "+5", "5-3"]
    kept = crop(with_double, Spinners.NONE, Size(10.8, 3), frozenset({Tile(1, 1)}))
    assert shown(kept) == ["6-6", "+2", "1-1", "+2", "5-3"]


def test_what_is_named_and_what_was_set_last_stay() -> None:
    kept = crop(LONG, Spinners.NONE, SMALL, frozenset({Tile(1, 0)}))
    assert "1-0" in shown(kept) and shown(kept)[-1] == "5-4"


def test_each_tile_faces_its_neighbours_as_it_did() -> None:
    cropped = crop(LONG, Spinners.NONE, SMALL)
    layout = Layout(FIVES)
    for tile, host in LONG:
        layout = layout.set_tile(tile, host)
    board, whole = draw_board(layout, cropped), draw_board(layout, LONG)
    joined = {laid.tile: laid.joined_pips for laid in whole.tiles}
    assert all(laid.joined_pips == joined[laid.tile] for laid in board.tiles)
    assert [len(laid.tile.left_out) for laid in board.gaps if isinstance(laid.tile, Gap)] == [4, 4]
    assert {(mark.end, mark.counts) for mark in board.marks} == {
        (mark.end, mark.counts) for mark in whole.marks
    }
    assert board.view.width < whole.view.width


def test_a_gap_joins_by_its_first_tile_though_both_its_numbers_would_fit() -> None:
    ring = placements("3-0 5-3/3-0 5-0/5-3 0-0/5-0 4-0/0-0")
    cropped = crop(ring, Spinners.NONE, Size(5, 5))
    assert shown(cropped)[:3] == ["3-0", "+2", "0-0"]
    layout = Layout(FIVES)
    for tile, host in ring:
        layout = layout.set_tile(tile, host)
    assert {mark.end for mark in draw_board(layout, cropped).marks if mark.end} == {
        (Tile(3, 0), 0),
        (Tile(4, 0), 4),
    }
