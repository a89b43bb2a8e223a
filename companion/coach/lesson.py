"""A lesson: a few screens, each with a position and something to do there."""

from enum import StrEnum
from typing import NamedTuple

from companion.coach.schedule import Practice
from companion.rules.tile import Tile


class Action(StrEnum):
    """What a screen asks for."""

    #: Tap the end where `tile` goes.
    END = "end"
    #: Choose a tile of the hand that can be set, that scores, or that earns another turn.
    FITTING = "fitting"
    SCORING = "scoring"
    EARNING = "earning"
    #: Choose the count, the points of the last tile, or those of the settlement.
    COUNT = "count"
    WORTH = "worth"
    SETTLEMENT = "settlement"
    #: Choose who acts next.
    TURN = "turn"


class Screen(NamedTuple):
    """A sentence or two, a position as a record, and what is asked about it."""

    text: str
    record: str
    action: Action
    asked: str
    #: The tile to be set on the end that is tapped.
    tile: Tile | None = None
    #: The tiles to choose from.
    hand: tuple[Tile, ...] = ()
    #: The numbers to choose from.
    numbers: tuple[int, ...] = ()


class Lesson(NamedTuple):
    """A lesson by its name in an address, and the practice that it leads to."""

    name: str
    title: str
    screens: tuple[Screen, ...]
    practice: Practice


def tiles_of(told: str) -> tuple[Tile, ...]:
    """Tiles written one after another: `6-5 4-1`."""
    return tuple(map(Tile.parse, told.split()))


def record_of(
    *lines: str, game: str = "race-horse", players: str = "Ana, Ben", rule: str = ""
) -> str:
    """A record in which Ana leads and these lines follow."""
    header = [f"game: {game}", f"players: {players}", *([f"rule: {rule}"] if rule else [])]
    return "\n".join([*header, "lead: Ana", *lines, ""])
