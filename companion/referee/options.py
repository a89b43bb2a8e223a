"""What a tile would do: every place it could go, what it would count and earn."""

from typing import NamedTuple

from companion.record.replay import Entry, apply
from companion.record.statements import TileSet
from companion.referee.words import describe_points
from companion.rules.choices import Announce
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Text, message


class Option(NamedTuple):
    """A place for a tile: the count there in pips, its points, whether it earns a turn."""

    tile: Tile
    host: Tile | None
    total: int
    points: int
    again: bool

    def describe(self, rules: Rules) -> Text:
        """The option in a few words: `on 6-6 → 15, 3 pegs`."""
        if not self.points:
            return message("option.counts", host=self.host, total=self.total)
        points = describe_points(rules, self.points)
        return message("option.earns", host=self.host, total=self.total, points=points)


def options_for(game: Game, tile: Tile) -> tuple[Option, ...]:
    """The places for a tile that are not alike, the earliest host first; none if it is refused.

    An announced count is taken as announced rightly.
    """
    if game.turn is None:
        return ()
    player = game.seating.players[game.turn]
    found = (_option(game, player, tile, host) for host in places_for(game, tile))
    return tuple(option for option in found if option is not None)


def places_for(game: Game, tile: Tile) -> tuple[Tile | None, ...]:
    """The hosts that a tile could go on, one for each that differs; None for the lead."""
    if game.hand is None or not game.hand.layout.tiles:
        return (None,)
    return tuple(end.host for end in game.hand.layout.choices_for(tile))


def right_claim(game: Game, tile: Tile, host: Tile | None) -> int | None:
    """The count in pips that a player who sets this tile rightly announces; None for none.

    Raises the `Refusal` that the tile earns.
    """
    assert game.hand is not None and game.hand.turn is not None
    hand = game.hand.set_tile(game.hand.turn, tile, host)
    total = hand.layout.total
    return total if game.rules.scores(total) else None


def tried(game: Game, player: str, tile: Tile, host: Tile | None) -> Entry:
    """The entry that setting this tile would be, its count announced where it has to be.

    Nothing is entered. Raises the `Refusal` that it earns.
    """
    statement = TileSet(player, tile, host)
    after = apply(game, statement)
    if game.rules.announce is Announce.REQUIRED:
        assert after.hand is not None
        total = after.hand.layout.total
        statement = statement._replace(claim=total if game.rules.scores(total) else None)
        after = apply(game, statement)
    return Entry(0, statement, after)


def _option(game: Game, player: str, tile: Tile, host: Tile | None) -> Option | None:
    try:
        after = tried(game, player, tile, host).game
    except Refusal:
        return None
    assert after.hand is not None and after.hand.play is not None
    play = after.hand.play
    return Option(tile, host, play.total, play.points, play.again)
