"""The lot as people see it drawn: names that turn until one stands."""

from typing import NamedTuple

from companion.tables.table_state import TableState

#: How often every name comes by before one stands.
_TURNS = 3


class Lot(NamedTuple):
    """Who leads by lot, and the names as they come by: each with its side, that one last."""

    leader: str
    names: tuple[tuple[str, int], ...]


def lot_of(state: TableState) -> Lot | None:
    """The lot that was drawn for this hand; None where nobody leads yet."""
    seating, seat = state.game.seating, state.game.turn
    if seat is None:
        return None
    seats = [*range(len(seating.players))] * _TURNS + [*range(seat + 1)]
    names = tuple((seating.players[each], seating.side_of[each]) for each in seats)
    return Lot(seating.players[seat], names)
