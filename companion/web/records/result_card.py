"""The card of a result: the felt with what lies on it, the pegs, and who won."""

from datetime import date

from companion.i18n import message
from companion.pictures.board_drawing import Marking, draw_board
from companion.record.replay import laid_by
from companion.referee.compare.rules_comparison import describe_game
from companion.tables.table_state import ReplayedRecord, TableState
from companion.web.ui.date_text import describe_date
from companion.web.ui.ending import Highlight, ending_of
from companion.web.ui.paper_sheet import Sheet
from companion.web.ui.side_pegs import pegs_of

#: What a card is high, where 720 is its width; its top, and the room for its last lines.
_HEIGHT, _TOP, _EVENING, _HIGHLIGHTS, _FOOT = 900, 38, 36, 104, 82
#: How wide a pegboard is, what is between two of them, and how much lower they are without tiles.
_BOARD, _BETWEEN, _LOWER = 530.0, 10, 130
_LARGEST_TILE, _BETWEEN_TILES = 46.0, 5


def result_card(state: TableState, written: ReplayedRecord, ended: date, theme: str) -> Sheet:
    """The ending of a table on its felt, with the rules in force and the day it ended."""
    ending, hand, laid = ending_of(state, written), state.game.hand, laid_by(state.entries)
    card = Sheet(str(ending.headline), y=_TOP, theme=theme)
    card.write("game", ending.game_told)
    card.write("headline", ending.headline)
    card.y += 12 if laid else _LOWER
    _put_sides(card, state)
    below = _FOOT + bool(ending.evening) * _EVENING + bool(ending.highlights) * _HIGHLIGHTS
    if hand is not None and laid:
        board = draw_board(hand.layout, laid, Marking.COUNTED)
        card.felt(board, _HEIGHT - below - 8 - card.y, is_bare=True)
    card.y = _HEIGHT - below
    if ending.evening:
        card.write("evening", ending.evening)
    _put_highlights(card, ending.highlights)
    card.y = _HEIGHT - _FOOT + 8
    card.write("small", describe_game(written.header))
    card.write("small", message("finish.by-companion", date=describe_date(ended)))
    card.y = _HEIGHT
    return card


def _put_sides(card: Sheet, state: TableState) -> None:
    """Each side with its pegs and its score."""
    game = state.game
    for side, pegs in enumerate(pegs_of(state)):
        has_won, board = side == game.winner, pegs.board
        height = board.height * _BOARD / board.width
        card.write("winner" if has_won else "side", game.seating.side_names[side])
        card.draw("pegs", card.left, card.y, _BOARD, height, (board, side, has_won))
        top, card.y = card.y, card.y + height / 2 - 28
        card.write_right("winning" if has_won else "score", game.scores[side], card.right)
        card.y = top + height + _BETWEEN


def _put_highlights(card: Sheet, highlights: tuple[Highlight, ...]) -> None:
    """Side by side: the name, its tiles, and whose they were."""
    top, width = card.y, (card.right - card.left) / max(1, len(highlights))
    for place, (name, turn, points) in enumerate(highlights):
        indent, card.y = place * width, top
        until = card.left + indent + width - 16
        card.write("about", name, indent, until)
        step = min(_LARGEST_TILE + _BETWEEN_TILES, (width - 16) / len(turn.tiles))
        for number, tile in enumerate(turn.tiles):
            left = card.left + indent + number * step
            card.draw("tile", left, card.y + 4, step - _BETWEEN_TILES, shows=tile)
        card.y += 8 + _LARGEST_TILE / 2
        card.write("told", message("ending.highlight", who=turn.who, points=points), indent, until)
