"""The big board: a table seen from across the room, only for watching."""

from flask import render_template

from companion.i18n import Text, message
from companion.record.statements import TileSet
from companion.referee.explain.why_settled import describe_settlement
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.tables.table_state import TableState
from companion.web.security.table_guard import table_service
from companion.web.tables import turn_line
from companion.web.tables.table_boards import describe_target, felt_of, sides_of
from companion.web.tables.turn_line import NOTHING, Earned, TurnLine
from companion.web.ui.count_first import CountCheck, as_told, counted_by
from companion.web.ui.race_picture import race_of


def render_board(template: str, state: TableState) -> str:
    """The board of a table; the race needs the whole record once the game is over."""
    game, counted = state.game, counted_by(state)
    phase = turn_line.activity_of(state, counted)
    line = _turn(game, phase, counted)
    side = None if game.is_over else line.side
    heard = turn_line.heard_of(state, NOTHING, phase, counted)
    count, earned, sentence = _count(state, phase, heard)
    return render_template(
        template,
        state=state,
        phase=phase,
        target=describe_target(game.rules),
        sides=sides_of(as_told(state, counted), side),
        # The seats of the players whose turn it is.
        acting=_acting(game, counted, side),
        turn=line,
        felt=felt_of(state, NOTHING, "board", tells=phase != "claim"),
        # The count with what the last tile earned, or a sentence on what happened.
        count=count,
        earned=earned,
        sentence=sentence,
        heard=heard or message("board.turn", heading=line.heading, reason=line.reason),
        race=race_of(state, table_service().read(state.id)) if phase == "over" else None,
    )


def _acting(game: Game, counted: CountCheck | None, side: int | None) -> tuple[int, ...]:
    if counted is not None and counted.is_open:
        return (counted.seat,)
    if side is None:
        return ()
    return game.seating.sides[side] if game.turn is None else (game.turn,)


def _turn(game: Game, phase: str, counted: CountCheck | None) -> TurnLine:
    """Whose turn it is, just by name if there is one: nobody taps here."""
    hand, names = game.hand, game.seating.players
    line = turn_line.turn_line(game, phase, counted)
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
    if phase == "claim" or game.turn is None:
        return line
    return line._replace(heading=names[game.turn])


def _count(
    state: TableState, phase: str, heard: Text | None
) -> tuple[str, Earned | None, Text | None]:
    settled, count = describe_settlement(state.game), turn_line.written_out(state)
    if phase == "claim":
        return "", None, heard
    if settled or phase == "over" or not count:
        return "", None, settled or heard
    last, earned = turn_line.last_entry(state), turn_line.earned_by(state)
    if last is None or not isinstance(last.statement, TileSet) or earned is None:
        return count, None, heard
    return count, earned if earned.words else None, None
