"""What a tile lets the others answer: the most that the next player could score with any tile.

It looks into no hand: the next player may have any tile that this player can't see.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.coach.analysis.surge import claim_for, hosts_for
from companion.rules.game import Game
from companion.rules.layout import Placement
from companion.rules.tile import Tile


class Reply(NamedTuple):
    """A tile as it can be played, what it scores, and the most that could be scored in answer."""

    placed: Placement
    points: int
    leaves: int
    #: What the next player would play for that; None if nothing scores.
    by: Tile | None


def replies_to(game: Game, held: Iterable[Tile]) -> list[Reply]:
    """Each tile of a hand on each different end, larger tiles first."""
    hand, tiles = game.dealt, tuple(sorted(held, reverse=True))
    unseen = [tile for tile in hand.layout.unset if tile not in tiles]
    placed = [(tile, host) for tile in tiles for host in hosts_for(hand, tile)]
    return [_reply_to(game, each, unseen) for each in placed]


def reply_to(game: Game, held: Iterable[Tile], placed: Placement) -> Reply:
    """What the next player could answer to one tile of a hand; raises as `set_tile`."""
    tiles = {*held}
    return _reply_to(game, placed, [tile for tile in game.dealt.layout.unset if tile not in tiles])


def _reply_to(game: Game, placed: Placement, unseen: list[Tile]) -> Reply:
    after = _after(game, placed)
    points, leaves, by = after.dealt.last_play.points, 0, None
    # If the tile ends the hand, it leaves nothing to answer.
    for tile in unseen if after.turn is not None else ():
        answer = max(_answers(after, tile), default=0)
        if answer > leaves:
            leaves, by = answer, tile
    return Reply(placed, points, leaves, by)


def _answers(game: Game, tile: Tile) -> Iterator[int]:
    """What a tile scores on each different end."""
    hand, layout = game.dealt, game.dealt.layout
    if hand.held[game.acting] > 1 and layout.tiles:
        # Nobody goes out with it, so the count is enough.
        score = game.scores[game.seating.side_of[game.acting]]
        for end in layout.choices_for(tile):
            yield game.rules.counted(hand.play_on(tile, end).points, score)
        return
    for host in hosts_for(hand, tile):
        yield _after(game, (tile, host)).dealt.last_play.points


def _after(game: Game, placed: Placement) -> Game:
    """The game after one more tile, with its count called correctly."""
    return game.set_tile(game.acting, *placed, claim=claim_for(game.dealt, *placed))
