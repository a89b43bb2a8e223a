"""The big board: a table seen from across the room, as plain values; nobody acts on it."""

from dataclasses import dataclass
from typing import NamedTuple

from flask import url_for

from companion.record.statements import TileSet
from companion.referee.words import describe_settlement
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.tables.state import TableState
from companion.web.device import table_service
from companion.web.pages.shared.count_first import counted_by
from companion.web.pages.shared.race import Race, race_of
from companion.web.pages.table.count_line import (
    Earned,
    earned_by,
    heard_of,
    last_entry,
    written_out,
)
from companion.web.pages.table.felt import Felt, felt_of
from companion.web.pages.table.picked import NOTHING
from companion.web.pages.table.score_boards import Side, sides_of
from companion.web.pages.table.table_page import activity_of
from companion.web.pages.table.turn_line import TurnLine, turn_line
from companion.words import Text, message


class Player(NamedTuple):
    """A player of a side, and whether it is their turn."""

    name: str
    acts: bool


class BoardCount(NamedTuple):
    """The count with what the tile just set earned, or a sentence on what happened."""

    sum: str
    earned: Earned | None
    sentence: Text | None


@dataclass(frozen=True, slots=True)
class BoardPage:
    """Everything that the big board shows."""

    version: int
    live: str
    title: Text
    target: int
    players: tuple[str, ...]
    #: What the table is at.
    phase: str
    winner: int | None
    sides: tuple[tuple[Side, tuple[Player, ...]], ...]
    turn: TurnLine
    felt: Felt
    count: BoardCount
    #: What is said to whoever listens.
    heard: Text | None
    #: The race of the whole game, once it is over.
    race: Race | None


def board_page(state: TableState) -> BoardPage:
    """The board of a table; the race needs the whole record once the game is over."""
    game, counted = state.game, counted_by(state)
    phase = activity_of(state, counted)
    turn = _turn(game, phase)
    sides = sides_of(state, None if game.is_over else turn.side)
    last = heard_of(state, NOTHING, phase, counted)
    return BoardPage(
        version=state.version,
        live=url_for("live.live", table_id=state.id, view="board"),
        title=state.header.preset.title,
        target=game.rules.target,
        players=game.seating.players,
        phase=phase,
        winner=game.winner,
        sides=tuple((side, _players(game, side, phase)) for side in sides),
        turn=turn,
        felt=felt_of(state, NOTHING, "board", tells=phase != "claim"),
        count=_count(state, phase, last),
        heard=last or message("board.turn", heading=turn.heading, reason=turn.reason),
        race=_race(state) if phase == "over" else None,
    )


def _race(state: TableState) -> Race | None:
    written = table_service().read(state.id)
    return race_of(written.start, written.entries, is_pegs_only=state.is_pegs_only)


def _turn(game: Game, phase: str) -> TurnLine:
    """Whose turn it is, in a name alone where there is one: nobody taps here."""
    hand, names = game.hand, game.seating.players
    line = turn_line(game, phase)
    if phase == "mend":
        return TurnLine(message("board.mend"), message("board.mending"), line.side)
    if phase == "lead" and game.next_leader is None:
        return TurnLine(message("board.who-leads"), message("board.by-lot"), line.side)
    if phase == "left" and hand is not None:
        if hand.dominoer is None:
            ended = "blocked" if hand.ending is Ending.BLOCKED else "washed-up"
            return line._replace(heading=message(f"board.{ended}"))
        side = game.seating.side_of[hand.dominoer]
        return TurnLine(names[hand.dominoer], message("board.dominoes"), side)
    return line if game.turn is None else line._replace(heading=names[game.turn])


def _players(game: Game, side: Side, phase: str) -> tuple[Player, ...]:
    turn = game.turn
    return tuple(
        Player(
            game.seating.players[seat],
            phase != "pegs" and (side.is_next if turn is None else seat == turn),
        )
        for seat in game.seating.sides[side.index]
    )


def _count(state: TableState, phase: str, last: Text | None) -> BoardCount:
    settled = describe_settlement(state.game)
    count = written_out(state)
    if settled or phase in ("over", "claim") or not count:
        return BoardCount("", None, settled or last)
    entry = last_entry(state)
    earned = earned_by(state)
    if entry is None or not isinstance(entry.statement, TileSet) or earned is None:
        return BoardCount(count, None, last)
    return BoardCount(count, earned if earned.words else None, None)
