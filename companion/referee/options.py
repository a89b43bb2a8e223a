"""What a tile would do: every place it could go, what it would count and earn."""

from typing import NamedTuple

from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.tile import Tile


class Option(NamedTuple):
    """A place for a tile: the count there in pips, its points, whether it earns a turn."""

    tile: Tile
    host: Tile | None
    total: int
    points: int
    again: bool


def options_for(game: Game, tile: Tile) -> tuple[Option, ...]:
    """The places for a tile that are not alike, the earliest host first; none if it is refused.

    An announced count is taken as announced rightly.
    """
    hand = game.hand
    if hand is None or hand.turn is None:
        return ()
    ends = hand.layout.choices_for(tile)
    hosts: list[Tile | None] = [end.host for end in ends] if hand.layout.tiles else [None]
    found = (_option(game, hand.turn, tile, host) for host in hosts)
    return tuple(option for option in found if option is not None)


def right_claim(game: Game, tile: Tile, host: Tile | None) -> int | None:
    """The count in pips that a player who sets this tile rightly announces; None for none.

    Raises the `Refusal` that the tile earns.
    """
    assert game.hand is not None and game.hand.turn is not None
    hand = game.hand.set_tile(game.hand.turn, tile, host)
    total = hand.layout.total
    return total if game.rules.scores(total) else None


def _option(game: Game, seat: int, tile: Tile, host: Tile | None) -> Option | None:
    try:
        assert game.hand is not None
        claim = right_claim(game, tile, host)
        play = game.hand.set_tile(seat, tile, host, claim=claim).play
    except Refusal:
        return None
    assert play is not None
    return Option(tile, host, play.total, play.points, play.again)
