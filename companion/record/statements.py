"""What a line of a record says: one fact of the table each.

The words are those of the record format; nothing here knows whether a
statement is allowed.
"""

from typing import NamedTuple

from companion.rules.tile import Tile


class HandLed(NamedTuple):
    """A new hand; `player` is to lead it."""

    player: str

    def __str__(self) -> str:
        return f"lead: {self.player}"


class TileSet(NamedTuple):
    """A tile set on a host (None: left out), with the count announced in pips."""

    player: str
    tile: Tile
    host: Tile | None = None
    claim: int | None = None

    def __str__(self) -> str:
        on = "" if self.host is None else f" on {self.host}"
        claims = "" if self.claim is None else f", claims {self.claim}"
        return f"{self.player}: {self.tile}{on}{claims}"


class TilesDrawn(NamedTuple):
    """So many tiles drawn from the boneyard."""

    player: str
    tiles: int

    def __str__(self) -> str:
        return f"{self.player}: draws {self.tiles}"


class TurnPassed(NamedTuple):
    """A pass."""

    player: str

    def __str__(self) -> str:
        return f"{self.player}: passes"


class TilesLeft(NamedTuple):
    """The tiles shown in a hand when it is over."""

    player: str
    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        return f"{self.player}: left {' '.join(map(str, self.tiles))}"


class PipsLeft(NamedTuple):
    """Only the pips of the tiles left in a hand."""

    player: str
    pips: int

    def __str__(self) -> str:
        return f"{self.player}: left {self.pips} pips"


class PointsRuled(NamedTuple):
    """Points for a side by agreement of the table, with the reason if one was told."""

    side: str
    points: int
    reason: str = ""

    def __str__(self) -> str:
        why = f", {self.reason}" if self.reason else ""
        return f"ruling: {self.side} {self.points:+d}{why}"


Statement = HandLed | TileSet | TilesDrawn | TurnPassed | TilesLeft | PipsLeft | PointsRuled
#: What happens within a hand, by one player.
Play = TileSet | TilesDrawn | TurnPassed | TilesLeft | PipsLeft
