"""The results of a game: what each player did, and the best turn."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from companion.record.replay import Entry
from companion.record.statements import HandLed, TilesDrawn, TileSet, TurnPassed
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.rules.tile import Tile


class BestTurn(NamedTuple):
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


def best_turn(entries: Sequence[Entry]) -> BestTurn | None:
    """The first turn with the most points, draws in between included; None if none scored."""
    turns: list[BestTurn] = []
    goes_on = False
    for entry in entries:
        match entry.statement:
            case TurnPassed() | HandLed():
                goes_on = False
            case TileSet(player, tile):
                play = entry.play
                if not goes_on or turns[-1].who != player:
                    turns.append(BestTurn(player, entry.game.seating.side_of[play.seat], (), 0))
                who, side, tiles, points = turns[-1]
                turns[-1] = BestTurn(who, side, (*tiles, tile), points + play.points)
                goes_on = play.again
    best = max(turns, key=lambda turn: turn.points, default=None)
    return best if best is not None and best.points > 0 else None


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
