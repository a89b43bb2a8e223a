"""What one phone has picked up, is asked or was refused: its own view of the table."""

from typing import NamedTuple

from companion.record.statements import TileSet
from companion.rules.tile import Tile
from companion.words import Text


class Picked(NamedTuple):
    """A tile or an end that was picked up, and what its phone has to hear."""

    tile: Tile | None = None
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
