"""A turn of a hand that was played: the tiles played in it, and those known to have been held."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.record.replay import Entry
from companion.record.statements import TilesDrawn, TileSet, TilesLeft
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play
from companion.rules.tile import Tile


class PlayedTurn(NamedTuple):
    """Tiles played in a row by one player without a draw between them.

    `number` is the place of its first entry in the hand. `game` and `hand` are as they were before
    it. `known` holds the tiles that its player is known to have held.
    """

    number: int
    game: Game
    hand: Hand
    known: tuple[Tile, ...]
    plays: tuple[Play, ...]
    #: Why the hand was over with this turn; None if it went on.
    ending: Ending | None

    @property
    def seat(self) -> int:
        """Where its player sits."""
        return self.plays[0].seat

    @property
    def player(self) -> str:
        """The player of the turn."""
        return self.game.seating.players[self.seat]

    @property
    def first(self) -> Tile | None:
        """The tile just drawn, which had to be played; None without a draw."""
        return self.plays[0].tile if self.hand.has_drawn else None

    @property
    def points(self) -> int:
        """What the tiles played in it pegged."""
        return sum(play.points for play in self.plays)

    def missed(self, best: int) -> int:
        """The points that it missed, compared with the best turn: a winner needs no more."""
        return max(0, best - self.points) if self.ending is not Ending.TARGET else 0

    @property
    def knows_all(self) -> bool:
        """Whether every tile that its player held is known."""
        return len(self.known) == self.hand.held[self.seat]


def turns_of(entries: Sequence[Entry]) -> Iterator[PlayedTurn]:
    """The turns of one hand, from its lead on."""
    for number, ((*_, game), entry) in enumerate(pairwise(entries), start=1):
        hand = game.hand
        if hand is None or not isinstance(entry.statement, TileSet):
            continue
        if hand.play is None or not hand.play.again:
            rest = entries[number:]
            plays, known = tuple(_plays(rest)), tuple(_known(rest, entry.statement.player))
            after = rest[len(plays) - 1].game.hand
            yield PlayedTurn(number, game, hand, known, plays, after.ending if after else None)


def _plays(entries: Sequence[Entry]) -> Iterator[Play]:
    for entry in entries:
        play = entry.game.hand.play if entry.game.hand is not None else None
        if play is not None:
            yield play
        if play is None or not play.again:
            return


def _known(entries: Sequence[Entry], player: str) -> Iterator[Tile]:
    """The tiles that a player played or showed before their next draw."""
    for entry in entries:
        match entry.statement:
            case TileSet(who, tile) if who == player:
                yield tile
            case TilesLeft(who, tiles) if who == player:
                yield from tiles
            case TilesDrawn(who) if who == player:
                return
