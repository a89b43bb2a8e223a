"""The card of a result: the felt with what lies on it, the pegs, and who won."""

from datetime import date

from companion.i18n import message
from companion.pictures.board_drawing import BoardDrawing, Marking, draw_board
from companion.record.replay import laid_by
from companion.tables.table_state import ReplayedRecord, TableState
from companion.web.ui.date_text import describe_date
from companion.web.ui.ending import Highlight, ending_of
from companion.web.ui.paper_sheet import Lettering, Sheet, scale_within, width_of
from companion.web.ui.position_address import describe_rules
from companion.web.ui.side_pegs import pegs_of

#: What a card is high, where 720 is its width.
_HEIGHT = 900
_PALE, _GOLD = "#d3e3da", "#f0c75a"
_GAME = Lettering(19, 28, fill=_PALE)
_HEADLINE, _SMALLEST_HEADLINE = 66, 28
_NAME, _WINNER = Lettering(24, 32, 600, "#fff"), Lettering(24, 32, 700, _GOLD)
_SCORE, _WON = Lettering(50, 56, 800, "#fff"), Lettering(50, 56, 800, _GOLD)
_EVENING, _LABEL = Lettering(21, 32, 700, "#fff"), Lettering(15, 22, fill=_PALE)
_TOLD, _FOOT = Lettering(19, 26, 600, "#fff"), Lettering(12, 17, fill=_PALE)
#: How wide a pegboard is, and what is between two of them.
_BOARD, _BETWEEN = 530.0, 10
_LARGEST_HALF, _LARGEST_TILE, _BETWEEN_TILES = 44.0, 46.0, 5


def result_card(state: TableState, written: ReplayedRecord, ended: date, theme: str) -> Sheet:
    """The ending of a table on its felt, with the rules in force and the day it ended."""
    foot, ending = Sheet(""), ending_of(state, written)
    foot.write(_FOOT, describe_rules(written.header.preset, written.header.changes))
    foot.write(_FOOT, message("finish.by-companion", date=describe_date(ended)))
    card = Sheet(str(ending.headline), theme=theme)
    card.y = 38
    card.write(_GAME, ending.game_told)
    card.write(_headline_of(str(ending.headline), card.right - card.left), ending.headline)
    card.y += 12
    below = (36 if ending.evening else 0) + (104 if ending.highlights else 0) + foot.y
    board = _board_of(state)
    if board is None:
        # Without tiles the pegs have the middle.
        card.y += (_HEIGHT - below - card.y - _height_of_sides(state)) / 2
    _put_sides(card, state)
    if board is not None:
        width, height = card.right - card.left, _HEIGHT - below - 8 - card.y
        scale = scale_within(board, width, height, _LARGEST_HALF)
        card.draw("layout", card.left, card.y, width, height, (board, scale))
    card.y = _HEIGHT - below
    if ending.evening:
        card.write(_EVENING, ending.evening)
    _put_highlights(card, ending.highlights)
    card.y = _HEIGHT - foot.y
    card.lines += [line._replace(y=line.y + card.y - 28) for line in foot.lines]
    card.y = _HEIGHT
    return card


def _headline_of(words: str, width: float) -> Lettering:
    """As large as one line has room for."""
    size = min(_HEADLINE, width / (1.13 * sum(map(width_of, words))))
    size = max(size, _SMALLEST_HEADLINE)
    return Lettering(size, 1.15 * size, 800, "#fff")


def _height_of_sides(state: TableState) -> float:
    boards = [pegs.board for pegs in pegs_of(state)]
    heights = (board.height * _BOARD / board.width for board in boards)
    return sum(_NAME.leading + height + _BETWEEN for height in heights)


def _put_sides(card: Sheet, state: TableState) -> None:
    """Each side with its pegs and its score; above the board of two is who plays with it."""
    game = state.game
    for side, pegs in enumerate(pegs_of(state)):
        has_won, board = side == game.winner, pegs.board
        height = board.height * _BOARD / board.width
        card.write(_WINNER if has_won else _NAME, game.seating.side_names[side])
        card.draw("pegs", card.left, card.y, _BOARD, height, (board, side, has_won))
        top, card.y = card.y, card.y + height / 2 - _SCORE.leading / 2
        card.write_right(_WON if has_won else _SCORE, game.scores[side], card.right)
        card.y = top + height + _BETWEEN


def _board_of(state: TableState) -> BoardDrawing | None:
    hand, laid = state.game.hand, laid_by(state.entries)
    if state.is_pegs_only or hand is None or not laid:
        return None
    return draw_board(hand.layout, laid, Marking.COUNTED)


def _put_highlights(card: Sheet, highlights: tuple[Highlight, ...]) -> None:
    """Side by side: the name, its tiles, and whose they were."""
    top, width = card.y, (card.right - card.left) / max(1, len(highlights))
    for place, each in enumerate(highlights):
        indent, card.y = place * width, top
        until = card.left + indent + width - 16
        card.write(_LABEL, each.name, indent, until)
        room = (until - card.left - indent) / len(each.tiles)
        tile = min(_LARGEST_TILE, room - _BETWEEN_TILES)
        for number, shown in enumerate(each.tiles):
            left = card.left + indent + number * (tile + _BETWEEN_TILES)
            card.draw("tile", left, card.y + 4, tile, shows=shown)
        card.y += 8 + _LARGEST_TILE / 2
        card.write(_TOLD, each.told, indent, until)
