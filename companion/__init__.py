"""Companion: the referee and scorekeeper for dominoes of the Fives family.

For other programs: `Record` replays a record and answers about it, and
`Refusal` is what every refusal is. The rest of the names are in the rooms:
`companion.rules`, `companion.record`, `companion.referee`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.referee.record import Record as Record
    from companion.referee.ruling import Ruling as Ruling
    from companion.rules.errors import Refusal as Refusal
    from companion.rules.games import GAMES as GAMES

__all__ = ["GAMES", "Record", "Refusal", "Ruling"]

#: Where each name is, so that `companion --help` loads none of it.
_ROOMS = {
    "GAMES": "companion.rules.games",
    "Record": "companion.referee.record",
    "Refusal": "companion.rules.errors",
    "Ruling": "companion.referee.ruling",
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ROOMS[name]), name)
