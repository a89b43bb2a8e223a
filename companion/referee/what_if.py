"""What if: any tile on any end of a running hand, explained without being entered."""

from companion.record.statements import TileSet
from companion.referee.book import Book
from companion.referee.explain import explain
from companion.referee.explanation import WhatIf
from companion.referee.options import tried
from companion.referee.why_not import why_not
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.tile import Tile


def what_if(
    book: Book, game: Game, tile: Tile, host: Tile | None = None, *, player: str | None = None
) -> WhatIf:
    """What the tile would do on that host, or why it cannot go there.

    It is set by whose turn it is, or by that player. Without a host it goes
    where a record would put it.
    """
    by = player or game.seating.players[game.turn or 0]
    try:
        entry = tried(game, by, tile, host)
    except Refusal as refusal:
        refused = why_not(book, game, TileSet(by, tile, host), refusal)
        return WhatIf(tile, host, why_not=refused)
    return WhatIf(tile, host, explanation=explain(book, game, entry))
