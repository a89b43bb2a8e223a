"""The boards: the layout on the felt, and each side with its number and its pegboard."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from flask import url_for

from companion.i18n import Text, message
from companion.pictures.board_drawing import BoardDrawing, Marking, draw_board
from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.record.replay import laid_by
from companion.record.statements import TileSet
from companion.referee.scoring_text import seats_out
from companion.rules.choices import Points, ScoresOn, TargetReached
from companion.rules.game import Game
from companion.rules.settings import Rules
from companion.rules.tile import Tile
from companion.tables.table_state import TableState
from companion.web.tables.turn_line import Picked

#: The words on an empty table, by what comes next there.
_BARE = ("lead", "watch", "play", "board")
_BOARD_WIDTH = 278.0
_BOARD_MARGIN = 14.0
_SHORTEST_BOARD = 150.0
_LONGEST_BOARD = 1000
_MOST_SINGLE_HOLES = 130
#: The last two streets, where people ask what is still needed.
_LAST_HOLES = 10


class TableFelt(NamedTuple):
    """A board and its name, or the words on an empty table."""

    board: BoardDrawing | None
    label: Text | None
    #: Where a tap on a tile leads.
    links: tuple[tuple[Tile, str], ...] = ()


class SeatedPlayer(NamedTuple):
    """A player at the table: whether it is their turn, and how many tiles they hold."""

    name: str
    acts: bool
    #: None if no hand is being played.
    holds: int | None
    #: The entry by which the player was washed up, if one was.
    washed_up: int | None
    #: Whether the player went out, and is skipped until the partner is out too.
    is_out: bool = False


class SeatedSide(NamedTuple):
    """A side of the table: who sits there, its score, and its pegs."""

    place: int
    name: str
    players: tuple[SeatedPlayer, ...]
    score: int
    gained: int
    is_next: bool
    #: Exactly what it needs, once it is near.
    to_go: int | None
    pegs: "Pegs"


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


def describe_target(rules: Rules) -> Text:
    """The score that wins, and whether you must hit it exactly."""
    is_exact = rules.target_reached is TargetReached.EXACTLY
    return message("table.target-exactly" if is_exact else "table.target", target=rules.target)


def felt_of(state: TableState, picked: Picked, phase: str, *, tells: bool) -> TableFelt:
    """The felt with a tile or an end picked up; whether it `tells` what the ends count."""
    if state.is_pegs_only:
        return TableFelt(None, None)
    hand, laid, asked = state.game.hand, laid_by(state.entries), picked.counting
    if hand is None or not (laid or asked):
        return TableFelt(None, message(f"bare.{phase}") if phase in _BARE else None)
    layout = hand.layout
    if asked is not None:
        # A tile whose count is asked is on the table already.
        host = layout.end_for(asked.tile, asked.host).host if layout.tiles else asked.host
        layout, laid = layout.set_tile(asked.tile, host), (*laid, (asked.tile, host))
    marking = Marking.PLACES if tells else Marking.UNCOUNTED_PLACES
    board = draw_board(layout, laid, marking, chosen=picked.tile, on=picked.on)
    asked_about = (entry.statement for entry in state.entries if entry.line == picked.about)
    for statement in asked_about:
        # A ring is for what is asked about, whatever was played last.
        board = board._replace(last=statement.tile if isinstance(statement, TileSet) else None)
    if tells:
        links = () if phase == "board" or picked.tile or picked.on else tuple(_links(state))
        return TableFelt(board, message("felt.counted", count=len(laid), total=layout.total), links)
    return TableFelt(board, message("felt.untold", count=len(laid)))


def _links(state: TableState) -> Iterator[tuple[Tile, str]]:
    """Each tile with the address that explains its entry, unless another tap is expected there."""
    address = url_for("play.show", table_id=state.id)
    for entry in state.entries:
        if isinstance(entry.statement, TileSet):
            yield entry.statement.tile, f"{address}?about={entry.line}"


def sides_of(state: TableState, acting: int | None) -> tuple[SeatedSide, ...]:
    """The sides of a table in seat order; `acting` is the side whose turn it is."""
    game, before = state.game, state.before_last.scores
    target, names, step = game.rules.target, game.seating.side_names, _step_of(game)
    is_exact = game.rules.target_reached is TargetReached.EXACTLY
    players = tuple(_players(state))
    return tuple(
        SeatedSide(
            index,
            names[index],
            tuple(players[seat] for seat in game.seating.sides[index]),
            score,
            score - before[index],
            index == acting,
            _to_go(game, score, step) if is_exact else None,
            Pegs(target, step, len(names), score, back, score != before[index], is_exact),
        )
        for index, (score, back) in enumerate(zip(game.scores, state.back_scores, strict=True))
    )


def _step_of(game: Game) -> int:
    """The points from hole to hole."""
    rules = game.rules
    are_fives = rules.points is Points.PIPS and rules.scores_on is ScoresOn.FIVES
    return 5 if are_fives or rules.target > _MOST_SINGLE_HOLES else 1


def _to_go(game: Game, score: int, step: int) -> int | None:
    left = game.rules.target - score
    return left if 0 < left <= _LAST_HOLES * step and not game.is_over else None


def _players(state: TableState) -> Iterator[SeatedPlayer]:
    """The players by their seats."""
    game = state.game
    # If no tiles are entered, nobody knows what is held.
    hand = None if state.is_pegs_only or game.is_over or game.awaits_lead else game.hand
    washed_up, out = _washed_up(state), seats_out(hand) if hand and game.hand_is_on else ()
    for seat, name in enumerate(game.seating.players):
        if hand is None:
            yield SeatedPlayer(name, acts=False, holds=None, washed_up=None)
        else:
            held, acts = hand.held[seat], game.turn == seat
            yield SeatedPlayer(name, acts, held, washed_up.get(seat), seat in out)


def _washed_up(state: TableState) -> dict[int, int]:
    """The players who are washed up, by seat, with the entry that did it."""
    hand, found = state.game.hand, dict[int, int]()
    if hand is not None and hand.washed_up and not state.game.awaits_lead:
        for entry in state.entries:
            for seat in entry.hand.washed_up:
                found.setdefault(seat, entry.line)
    return found


@lru_cache(maxsize=256)
def _bare_board(target: int, step: int, sides: int, is_exact: bool) -> Pegboard:
    width = _BOARD_WIDTH if sides == 2 else _BOARD_WIDTH * 1.4
    board = lay_pegboard(target, width, step, is_exact=is_exact)
    # A short track is drawn larger instead of leaving half of the wood bare.
    used = max(hole.x for hole in board.holes) + _BOARD_MARGIN
    shorter = lay_pegboard(target, max(used, _SHORTEST_BOARD), step, is_exact=is_exact)
    return shorter if shorter.height <= board.height else board
