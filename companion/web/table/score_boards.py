"""The score: each side with its number and its pegboard."""

from dataclasses import dataclass
from functools import lru_cache

from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.rules.choices import Points
from companion.tables.sitting import Sitting

_BOARD_WIDTH = 278.0
_BOARD_MARGIN = 14.0
_SHORTEST_BOARD = 150.0
_LONGEST_BOARD = 1000
_MOST_SINGLE_HOLES = 130


@dataclass(frozen=True)
class Side:
    """A side's name, score in points, and its board."""

    index: int
    name: str
    score: int
    gained: int
    is_next: bool
    board: Pegboard


def sides_of(sitting: Sitting, acting: int | None) -> list[Side]:
    """The sides of a table in seat order; `acting` is the one whose turn it is."""
    game = sitting.game
    in_fives = game.rules.points is Points.PIPS or game.rules.target > _MOST_SINGLE_HOLES
    step = 5 if in_fives else 1
    backs = sitting.back_scores
    before = sitting.before_last.scores
    return [
        Side(
            index,
            name,
            score,
            score - before[index],
            index == acting,
            _board(game.rules.target, score, backs[index], step, len(game.scores)),
        )
        for index, (name, score) in enumerate(
            zip(game.seating.side_names, game.scores, strict=True)
        )
    ]


def _board(target: int, score: int, back: int, step: int, sides: int) -> Pegboard:
    if target > _LONGEST_BOARD:
        # Nobody counts holes any more: the board shows how much of the way is done.
        score, back = (points * _LONGEST_BOARD // target for points in (score, back))
        target = _LONGEST_BOARD
    return _bare_board(target, step, sides).with_pegs(score, back)


@lru_cache(maxsize=256)
def _bare_board(target: int, step: int, sides: int) -> Pegboard:
    width = _BOARD_WIDTH if sides == 2 else _BOARD_WIDTH * 1.4
    board = lay_pegboard(target, 0, 0, width, step)
    # A short track is drawn larger instead of leaving half of the wood bare.
    used = max(hole.centre.x for hole in board.holes) + _BOARD_MARGIN
    shorter = lay_pegboard(target, 0, 0, max(used, _SHORTEST_BOARD), step)
    return shorter if shorter.height <= board.height else board
