"""Companion: the referee and scorekeeper for dominoes of the Fives family.

For other programs: `Record` replays a record and answers about it, and every refusal is a
`Refusal`. The other names are in `companion.rules`, `companion.record`, `companion.referee`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.referee.record_api import Record as Record
    from companion.referee.ruling import Ruling as Ruling
    from companion.rules.errors import Refusal as Refusal
    from companion.rules.games import GAMES as GAMES

__all__ = ["GAMES", "Record", "Refusal", "Ruling"]

#: Where each name is, so that `companion --help` loads none of it.
_ROOMS = {
    "GAMES": "companion.rules.games",
    "Record": "companion.referee.record_api",
    "Refusal": "companion.rules.errors",
    "Ruling": "companion.referee.ruling",
}


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return getattr(import_module(_ROOMS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
