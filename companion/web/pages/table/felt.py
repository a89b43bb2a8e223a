"""The felt: the layout as it lies, seen through a window, its open ends marked."""

from typing import NamedTuple

from companion.pictures.board import Board, Marking, draw_board
from companion.record.replay import laid_by
from companion.record.statements import TileSet
from companion.rules.layout import Layout, Placement
from companion.tables.state import TableState
from companion.web.pages.table.picked import Picked
from companion.words import Text, message

#: What a bare table says, by what the table is at.
_BARE = ("lead", "watch", "play", "board")


class Felt(NamedTuple):
    """A board and what it is called, or what stands on a bare table."""

    board: Board | None
    label: Text | None


def felt_of(state: TableState, picked: Picked, phase: str, *, tells: bool = True) -> Felt:
    """The felt of a table, with a tile or an end picked up.

    What the ends count is told unless `tells` says otherwise.
    """
    board = _board_of(state, picked, Marking.PLACES if tells else Marking.UNTOLD_PLACES)
    if board is None:
        return Felt(None, message(f"bare.{phase}") if phase in _BARE else None)
    hand = state.game.hand
    assert hand is not None
    tiles = len(board.tiles)
    if not tells:
        return Felt(board, message("felt.untold", count=tiles))
    return Felt(board, message("felt.counted", count=tiles, total=hand.layout.total))


def _board_of(state: TableState, picked: Picked, marking: Marking) -> Board | None:
    hand = state.game.hand
    if hand is None:
        return None
    layout, laid = hand.layout, laid_by(state.entries)
    if picked.counting is not None:
        # A tile whose count is asked lies there already.
        layout, laid = _with_tile(layout, laid, picked.counting)
    if not laid:
        return None
    return draw_board(layout, laid, marking, chosen=picked.tile, on=picked.on)


def _with_tile(
    layout: Layout, laid: tuple[Placement, ...], tile_set: TileSet
) -> tuple[Layout, tuple[Placement, ...]]:
    tile, host = tile_set.tile, tile_set.host
    if layout.tiles:
        host = layout.end_for(tile, host).host
    return layout.set_tile(tile, host), (*laid, (tile, host))
