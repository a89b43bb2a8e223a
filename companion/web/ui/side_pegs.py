"""The pegs of each side and its board, on the table and in pictures."""

from functools import lru_cache
from typing import NamedTuple

from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.rules.choices import Points, ScoresOn, TargetReached
from companion.rules.game import Game
from companion.tables.table_state import TableState

_BOARD_WIDTH = 278.0
_BOARD_MARGIN = 14.0
_SHORTEST_BOARD = 150.0
_LONGEST_BOARD = 1000
_MOST_SINGLE_HOLES = 130
#: The last two streets, where people ask what is still needed.
_LAST_HOLES = 10


class Pegs(NamedTuple):
    """The pegs of a side and its kind of board: that is all that tells two boards apart."""

    target: int
    step: int
    sides: int
    score: int
    back: int
    has_jumped: bool
    #: Whether you must hit the last hole exactly.
    is_exact: bool

    @property
    def board(self) -> Pegboard:
        """The board with its pegs."""
        target, score, back = self.target, self.score, self.back
        if target > _LONGEST_BOARD:
            # Nobody counts holes any more: the board shows how much of the way is done.
            score, back = (points * _LONGEST_BOARD // target for points in (score, back))
            target = _LONGEST_BOARD
        return _bare_board(target, self.step, self.sides, self.is_exact).with_pegs(score, back)


def pegs_of(state: TableState) -> tuple[Pegs, ...]:
    """The pegs of all sides in seat order."""
    game, before = state.game, state.before_last.scores
    target, step, sides = game.rules.target, _step_of(game), len(game.scores)
    is_exact = game.rules.target_reached is TargetReached.EXACTLY
    return tuple(
        Pegs(target, step, sides, score, back, score != last, is_exact)
        for score, back, last in zip(game.scores, state.now.backs, before, strict=True)
    )


def to_go(game: Game, score: int) -> int | None:
    """What a side needs to win, once it is in the last two streets."""
    left = game.rules.target - score
    return left if 0 < left <= _LAST_HOLES * _step_of(game) and not game.is_over else None


def _step_of(game: Game) -> int:
    """The points from hole to hole."""
    rules = game.rules
    are_fives = rules.points is Points.PIPS and rules.scores_on is ScoresOn.FIVES
    return 5 if are_fives or rules.target > _MOST_SINGLE_HOLES else 1


@lru_cache(maxsize=256)
def _bare_board(target: int, step: int, sides: int, is_exact: bool) -> Pegboard:
    width = _BOARD_WIDTH if sides == 2 else _BOARD_WIDTH * 1.4
    board = lay_pegboard(target, width, step, is_exact=is_exact)
    # A short track is drawn larger instead of leaving half of the wood bare.
    used = max(hole.x for hole in board.holes) + _BOARD_MARGIN
    shorter = lay_pegboard(target, max(used, _SHORTEST_BOARD), step, is_exact=is_exact)
    return shorter if shorter.height <= board.height else board
