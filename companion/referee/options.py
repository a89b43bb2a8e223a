"""What a tile would do: every place it could go, what it would count and earn."""

from companion.record.replay import Entry, apply
from companion.record.statements import TileSet
from companion.referee.words import describe_points
from companion.rules.choices import Announce
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.hand import Play
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Text, message


def options_for(game: Game, tile: Tile) -> tuple[Play, ...]:
    """The places for a tile that are not alike, the earliest host first; none if it is refused.

    An announced count is taken as announced rightly.
    """
    if game.turn is None:
        return ()
    player = game.seating.players[game.turn]
    found: list[Play] = []
    for host in places_for(game, tile):
        try:
            found.append(tried(game, player, tile, host).play)
        except Refusal:
            continue
    return tuple(found)


def places_for(game: Game, tile: Tile) -> tuple[Tile | None, ...]:
    """The hosts that a tile could go on, one for each that differs; None for the lead."""
    if game.hand is None or not game.hand.layout.tiles:
        return (None,)
    return tuple(end.host for end in game.hand.layout.choices_for(tile))


def describe_option(rules: Rules, option: Play) -> Text:
    """A place for a tile in a few words: `on 6-6 → 15, 3 pegs`."""
    if not option.points:
        return message("option.counts", host=option.host, total=option.total)
    points = describe_points(rules, option.points)
    return message("option.earns", host=option.host, total=option.total, points=points)


def right_claim(game: Game, tile: Tile, host: Tile | None) -> int | None:
    """The count in pips that a player who sets this tile rightly announces; None for none.

    Raises the `Refusal` that the tile earns.
    """
    assert game.hand is not None and game.hand.turn is not None
    total = game.hand.set_tile(game.hand.turn, tile, host).layout.total
    return total if game.rules.scores(total) else None


def tried(game: Game, player: str, tile: Tile, host: Tile | None) -> Entry:
    """The entry that setting this tile would be, its count announced where it has to be.

    Nothing is entered. Raises the `Refusal` that it earns.
    """
    statement = TileSet(player, tile, host)
    after = apply(game, statement)
    if game.rules.announce is Announce.REQUIRED:
        statement = statement._replace(claim=right_claim(game, tile, host))
        after = apply(game, statement)
    return Entry(0, statement, after)
