"""The board: which ends are marked, with what, and how much of the felt is seen."""

import pytest

from companion.pictures.board_drawing import BoardDrawing, Marking, draw_board
from companion.rules.choices import SpinnerFirst, Spinners
from companion.rules.layout import Layout
from companion.rules.settings import Rules
from companion.rules.tile import Tile


def board(
    written: str,
    marking: Marking = Marking.ENDS,
    spinners: Spinners = Spinners.NONE,
    spinner_first: SpinnerFirst = SpinnerFirst.NO,
    **asked: object,
) -> BoardDrawing:
    """The board of tiles that were set so: `6-4, 4-4 on 6-4`."""
    layout = Layout(Rules(spinners=spinners, spinner_first=spinner_first))
    placements: list[tuple[Tile, Tile | None]] = []
    for step in written.split(", "):
        tile, _, host = step.partition(" on ")
        placements.append((Tile.parse(tile), Tile.parse(host) if host else None))
        layout = layout.set_tile(*placements[-1])
    return draw_board(layout, tuple(placements), marking, **asked)  # type: ignore[arg-type]


def counts(drawn: BoardDrawing) -> list[str]:
    return [f"{mark.end[0]}/{mark.end[1]}={mark.counts}" for mark in drawn.marks if mark.end]


COVERED = "6-4, 4-4 on 6-4, 4-1 on 4-4"


def test_each_end_is_marked_once_with_what_it_counts() -> None:
    assert counts(board("6-6")) == ["6-6/6=12"]
    assert counts(board("6-4, 4-4 on 6-4")) == ["6-4/6=6", "4-4/4=8"]


def test_a_covered_double_counts_nothing_and_is_no_end() -> None:
    (mark,) = (mark for mark in board(COVERED).marks if mark.is_covered)
    assert (mark.counts, mark.end) == (0, None)


def test_only_the_ends_that_count() -> None:
    assert all(mark.counts for mark in board(COVERED, Marking.COUNTED).marks)


def test_every_place_takes_a_tile_and_the_count_stands_at_the_first() -> None:
    assert [mark.counts for mark in board("6-6", Marking.PLACES).marks] == [12, None]
    assert [mark.counts for mark in board("6-6", Marking.UNCOUNTED_PLACES).marks] == [None, None]


def test_a_blank_with_a_free_side_says_0_as_a_single_blank_does() -> None:
    assert counts(board("6-0", Marking.PLACES)) == ["6-0/0=0", "6-0/6=6"]
    assert counts(board("6-0, 0-0 on 6-0", Marking.PLACES)) == ["6-0/6=6", "0-0/0=0"]
    assert counts(board("0-0", Marking.PLACES)) == ["0-0/0=0", "0-0/0=None"]


def test_a_covered_spinner_is_unnumbered_a_blank_one_too() -> None:
    for pips in (0, 4):
        placed = f"{pips}-{pips}, 6-{pips} on {pips}-{pips}, 5-{pips} on {pips}-{pips}"
        marks = board(placed, Marking.PLACES, spinners=Spinners.ALL).marks
        assert [mark.counts for mark in marks if mark.end[0].is_double] == [None, None]


def test_marks_say_what_somebody_picked_up() -> None:
    drawn = board("6-4", Marking.PLACES, chosen=Tile(6, 5), on=Tile(6, 4))
    assert [(mark.end[1], mark.takes, mark.is_chosen) for mark in drawn.marks if mark.end] == [
        (4, False, True),
        (6, True, True),
    ]


def covered_first(written: str, **asked: object) -> BoardDrawing:
    return board(written, Marking.PLACES, Spinners.FIRST, SpinnerFirst.YES, **asked)


def test_only_the_ways_of_a_spinner_that_is_covered_first_are_open() -> None:
    marks = covered_first("6-6, 6-1 on 6-6", chosen=Tile(6, 1)).marks
    shut = {mark.end: (mark.is_shut, mark.takes, mark.counts) for mark in marks}
    assert shut == {(Tile(6, 6), 6): (False, True, 12), (Tile(6, 1), 1): (True, False, 1)}


def test_all_ends_are_open_once_the_spinner_is_covered_or_where_none_lies() -> None:
    covered = "6-6, 6-1 on 6-6, 6-2 on 6-6, 6-3 on 6-6, 6-4 on 6-6"
    for written in ("6-5", covered):
        assert not any(mark.is_shut for mark in covered_first(written).marks)


def test_lit_ends_fresh_tiles_and_the_last() -> None:
    drawn = board(COVERED, lit=[(Tile(6, 4), 6)], fresh=[Tile(4, 1)])
    assert [mark.end for mark in drawn.marks if mark.is_lit] == [(Tile(6, 4), 6)]
    assert (drawn.last, drawn.fresh) == (Tile(4, 1), {Tile(4, 1)})


def test_the_view_stands_still_in_play_and_fits_elsewhere() -> None:
    assert board("6-4", Marking.PLACES).view == board("6-4, 4-4 on 6-4", Marking.PLACES).view
    assert board("6-4").view.width == pytest.approx(2 + 4 * 0.53 + 0.6)
