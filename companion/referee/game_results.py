"""The results of a game: what each player did, and the turns that people talk about."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from companion.record.replay import Entry
from companion.record.statements import HandLed, TilesDrawn, TileSet, TurnPassed
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.rules.tile import Tile


class NotableTurn(NamedTuple):
    """The tiles that a player played in one turn, and their points."""

    who: str
    side: int
    tiles: tuple[Tile, ...]
    points: int


class PlayerTotals(NamedTuple):
    """What a player did in the game; `points` are those from counts."""

    who: str
    side: int
    tiles: int
    points: int
    drawn: int
    passes: int
    dominoes: int


def best_turn(entries: Sequence[Entry]) -> NotableTurn | None:
    """The first turn with the most points, draws in between included; None if none scored."""
    best = max(_turns_of(entries), key=lambda turn: turn.points, default=None)
    return best if best is not None and best.points > 0 else None


def longest_turn(entries: Sequence[Entry]) -> NotableTurn | None:
    """The turn of the most tiles, then of the most points; None if none had two."""
    turns = _turns_of(entries)
    longest = max(turns, key=lambda turn: (len(turn.tiles), turn.points), default=None)
    return longest if longest is not None and len(longest.tiles) > 1 else None


def best_tile(entries: Sequence[Entry]) -> NotableTurn | None:
    """The first tile that scored the most, without the rest of its turn; None if none scored."""
    best = max(_turns_of(entries, are_tiles=True), key=lambda tile: tile.points, default=None)
    return best if best is not None and best.points > 0 else None


def _turns_of(entries: Sequence[Entry], *, are_tiles: bool = False) -> list[NotableTurn]:
    turns: list[NotableTurn] = []
    goes_on = False
    for entry in entries:
        match entry.statement:
            case TurnPassed() | HandLed():
                goes_on = False
            case TileSet(player, tile):
                play = entry.play
                if not goes_on or turns[-1].who != player:
                    turns.append(NotableTurn(player, entry.game.seating.side_of[play.seat], (), 0))
                who, side, tiles, points = turns[-1]
                turns[-1] = NotableTurn(who, side, (*tiles, tile), points + play.points)
                goes_on = play.again and not are_tiles
    return turns


def tallies_of(start: Game, entries: Sequence[Entry]) -> tuple[PlayerTotals, ...]:
    """What each player did, in seat order."""
    done: dict[str, Counter[str]] = {name: Counter() for name in start.seating.players}
    for entry in entries:
        match entry.statement:
            case TileSet(player):
                done[player].update(tiles=1, points=entry.play.points)
                done[player]["dominoes"] += entry.hand.ending is Ending.DOMINO
            case TilesDrawn(player, tiles):
                done[player]["drawn"] += tiles
            case TurnPassed(player):
                done[player]["passes"] += 1
    counted = ("tiles", "points", "drawn", "passes", "dominoes")
    return tuple(
        PlayerTotals(name, start.seating.side_of[seat], *(done[name][what] for what in counted))
        for seat, name in enumerate(start.seating.players)
    )
