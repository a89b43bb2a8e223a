"""A turn in an address: each tile with what it goes on, `6-4@4-4.5-0`."""

import re
from collections.abc import Iterable

from werkzeug.exceptions import BadRequest

from companion.rules.layout import Placement
from companion.rules.tile import Tile

_MOVE = re.compile(r"([0-6]-[0-6])(?:@([0-6]-[0-6]))?")
#: A player never holds more tiles at a deal, and a draw ends what is looked at here.
_MOST = 14


def moves_said(text: str) -> tuple[Placement, ...]:
    """The tiles that an address lays; raises `BadRequest`."""
    written = text.split(".") if text else []
    found = [_MOVE.fullmatch(word) for word in written]
    if len(found) > _MOST or not all(found):
        raise BadRequest
    return tuple(
        (Tile.parse(move[1]), Tile.parse(move[2]) if move[2] else None) for move in found if move
    )


def moves_written(moves: Iterable[Placement]) -> str:
    """The tiles as an address lays them."""
    return ".".join(f"{tile}@{host}" if host is not None else f"{tile}" for tile, host in moves)
