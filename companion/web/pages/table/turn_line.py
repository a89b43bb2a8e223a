"""Whose turn it is, and what they can do."""

from typing import NamedTuple

from companion.referee.words import describe_turn
from companion.rules.game import Game
from companion.words import Text, message


class TurnLine(NamedTuple):
    """A heading in the colour of a side, and the reason beside it."""

    heading: Text | str
    reason: Text
    side: int | None


def turn_line(game: Game, activity: str) -> TurnLine:
    """The line; nobody's where points are pegged without tiles."""
    if activity == "pegs":
        return TurnLine(
            message("turn.points-alone"), message("turn.peg"), side_acting(game, activity)
        )
    return TurnLine(*describe_turn(game), side_acting(game, activity))


def side_acting(game: Game, activity: str) -> int | None:
    """The side whose colour marks the turn, or that won."""
    if game.winner is not None:
        return game.winner
    seat = game.turn if game.turn is not None else game.next_leader
    if seat is None or activity == "pegs":
        return None
    return game.seating.side_of[seat]
