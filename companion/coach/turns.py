"""The turns of a hand, each with the tiles that its player is known to have held.

A tile is known to have been held at a moment where its player set or showed it
later and drew nothing in between. Nothing else is claimed of a hidden hand.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.record.replay import Entry
from companion.record.statements import HandLed, TilesDrawn, TileSet, TilesLeft
from companion.rules.game import Game
from companion.rules.hand import Ending, Play
from companion.rules.tile import Tile


class Turn(NamedTuple):
    """Tiles set in a row by one player without a draw between them.

    `number` is the place of its first entry in the hand. After a draw the first
    tile was the one drawn, so `first` is given and only its end was chosen.
    """

    number: int
    line: int
    game: Game
    seat: int
    known: tuple[Tile, ...]
    plays: tuple[Play, ...]
    first: Tile | None
    #: Why the hand was over with this turn; None where it went on.
    ending: Ending | None

    @property
    def player(self) -> str:
        """Whose turn it was."""
        return self.game.seating.players[self.seat]

    @property
    def points(self) -> int:
        """What the tiles set in it pegged."""
        return sum(play.points for play in self.plays)

    @property
    def knows_all(self) -> bool:
        """Whether every tile that its player held is known."""
        return self.game.hand is not None and len(self.known) == self.game.hand.held[self.seat]


def hands_of(entries: Sequence[Entry]) -> Iterator[tuple[Entry, ...]]:
    """The entries of a record, a hand at a time, each from its lead on."""
    hand: list[Entry] = []
    for entry in entries:
        if isinstance(entry.statement, HandLed) and hand:
            yield tuple(hand)
            hand = []
        hand.append(entry)
    if hand:
        yield tuple(hand)


def turns_of(hand: Sequence[Entry]) -> Iterator[Turn]:
    """The turns of one hand, from its lead on."""
    for number in range(1, len(hand)):
        before = hand[number - 1].game
        if not isinstance(hand[number].statement, TileSet) or before.hand is None:
            continue
        if before.turn is None or (before.hand.play is not None and before.hand.play.again):
            continue
        plays = _plays(hand[number:])
        first = plays[0].tile if before.hand.has_drawn else None
        known = _known(hand[number:], before.seating.players[before.turn])
        after = hand[number + len(plays) - 1].game.hand
        ending = after.ending if after is not None else None
        yield Turn(number, hand[number].line, before, before.turn, known, plays, first, ending)


def _plays(entries: Sequence[Entry]) -> tuple[Play, ...]:
    found: list[Play] = []
    for entry in entries:
        play = entry.game.hand.play if entry.game.hand is not None else None
        if play is None:
            break
        found.append(play)
        if not play.again:
            break
    return tuple(found)


def _known(entries: Sequence[Entry], player: str) -> tuple[Tile, ...]:
    """The tiles that a player set or showed before the next draw of that player."""
    found: list[Tile] = []
    for entry in entries:
        match entry.statement:
            case TileSet(who, tile) if who == player:
                found.append(tile)
            case TilesLeft(who, tiles) if who == player:
                found.extend(tiles)
            case TilesDrawn(who) if who == player:
                break
    return tuple(found)
