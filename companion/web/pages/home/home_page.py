"""What the home page shows, as ready values."""

from collections.abc import Sequence
from typing import Any

from companion.referee.words import describe_turn
from companion.tables.state import TableState
from companion.web.pages.home.rules_page import games_with_facts, welcome
from companion.words import Text, listed, message


def home_page(states: Sequence[TableState]) -> dict[str, Any]:
    """Home on a device that knows these tables, the latest first."""
    return {
        "running": [_card(state) for state in states if not state.game.is_over],
        "finished": [_card(state) for state in states if state.game.is_over],
        "games": games_with_facts(),
        "hero": welcome(),
    }


def _card(state: TableState) -> dict[str, Any]:
    """A table of this device: who is how far, and whose turn it is or who won."""
    game = state.game
    seat = game.turn if game.turn is not None else game.next_leader
    is_idle = seat is None or game.is_over or state.is_pegs_only
    who, what = _describe_turn(state)
    return {
        "state": state,
        # Whose table it is: `Ana, Ben and Cyd`.
        "people": listed(state.header.players),
        # The side that acts next.
        "acts": None if is_idle else game.seating.side_of[seat or 0],
        "who": who,
        "what": what,
    }


def _describe_turn(state: TableState) -> tuple[Text | str, Text | str]:
    """Who acts and what they can do, or who won."""
    if state.refused is not None:
        return message("home.to-be-mended"), message("home.entry-no-longer-holds")
    if state.is_pegs_only and not state.game.is_over:
        return message("home.pegs-only"), message("home.pegged-by-hand")
    return describe_turn(state.game)
