"""Every turn there is, tried one by one straight over `Game`: slow, and simple to believe."""

from collections.abc import Iterator, Sequence

from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.tile import Tile

#: The points of each tile of a turn.
Pegged = tuple[int, ...]


def turns(game: Game, held: Sequence[Tile]) -> Iterator[Pegged]:
    """What each tile of each whole turn pegs; who can go on has to."""
    seat = game.turn
    stuck = True
    for tile in held:
        for after in _set(game, tile):
            stuck = False
            hand = after.hand
            assert hand is not None and hand.play is not None
            left = [other for other in held if other != tile]
            # A turn that comes round again because all others are washed up is another turn.
            same_turn = after.turn == seat and hand.play.again
            for pegged in turns(after, left) if same_turn else [()]:
                yield (hand.play.points, *pegged)
    if stuck:
        yield ()


def _set(game: Game, tile: Tile) -> Iterator[Game]:
    """The games after a tile on each end, alike or not, its count announced rightly."""
    assert game.hand is not None and game.turn is not None
    layout = game.hand.layout
    hosts = [end.host for end in layout.ends] if layout.tiles else [None]
    for host in dict.fromkeys(hosts):
        try:
            claim = layout.set_tile(tile, host).total
            yield game.set_tile(game.turn, tile, host, claim=claim)
        except Refusal:
            continue


def longest(game: Game, held: Sequence[Tile]) -> tuple[int, int]:
    """The most tiles of a turn, and the most points of those that set so many."""
    return max((len(pegged), sum(pegged)) for pegged in turns(game, held))


def most_points(game: Game, held: Sequence[Tile]) -> tuple[int, int]:
    """The most points of a turn, and the most tiles of those that peg so many."""
    return max((sum(pegged), len(pegged)) for pegged in turns(game, held))
