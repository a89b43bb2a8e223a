"""The turn: what a table is at, whose turn it is, and what a phone has picked up for it."""

from typing import NamedTuple

from companion.record.statements import TileSet
from companion.referee.words import describe_turn
from companion.rules.game import Game
from companion.rules.tile import Tile
from companion.tables.state import TableState
from companion.web.pages.shared.count_first import Counted
from companion.words import Text, message


class Picked(NamedTuple):
    """What one phone has picked up, is asked or was refused: its own view of the table."""

    tile: Tile | None = None
    #: The host whose end was picked up.
    on: Tile | None = None
    #: The hand that was picked at the settlement.
    seat: int | None = None
    #: The tile whose count is asked before it is entered.
    counting: TileSet | None = None
    #: Whether somebody asked to be told a count that others could still claim.
    is_told: bool = False
    problem: Text | None = None
    #: The tile that was refused, for who asks why not.
    refused: Tile | None = None


NOTHING = Picked()


class TurnLine(NamedTuple):
    """A heading in the colour of the side that acts or won, and the reason beside it."""

    heading: Text | str
    reason: Text
    side: int | None


def activity_of(state: TableState, counted: Counted | None, picked: Picked = NOTHING) -> str:
    """What the table is at."""
    game = state.game
    if state.refused is not None:
        return "mend"
    if game.is_over:
        return "over"
    if state.is_pegs_only:
        return "pegs"
    if counted is not None and counted.at_stake and not picked.is_told:
        return "claim"
    if game.awaits_lead:
        return "lead"
    return "left" if game.awaits_left else "play"


def turn_line(game: Game, activity: str) -> TurnLine:
    """Whose turn it is, and what they can do; nobody's where points are pegged without tiles."""
    if activity == "pegs":
        return TurnLine(message("turn.points-alone"), message("turn.peg"), None)
    seat = game.turn if game.turn is not None else game.next_leader
    side = None if seat is None else game.seating.side_of[seat]
    side = game.winner if game.winner is not None else side
    return TurnLine(*describe_turn(game), side)
