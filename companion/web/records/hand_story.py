"""The hands of a record and their entries, as they are told one after another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.record.replay import Entry
from companion.record.statements import HandLed, PointsRuled, Statement, TileSet, TilesLeft
from companion.referee.words import settlement_told
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.rules.seating import Seating
from companion.rules.settlement import HandResult
from companion.rules.tile import Tile


class HandStory(NamedTuple):
    """One hand of the record: the game before it, its lead and all that followed."""

    number: int
    before: Game
    entries: tuple[Entry, ...]

    @property
    def game(self) -> Game:
        """The game after its last entry."""
        return self.entries[-1].game

    @property
    def result(self) -> HandResult | None:
        """What it came to, once it is settled or the game ended with it."""
        return self.game.result

    @property
    def ended(self) -> str:
        """How it ended, in a word or two: `Ana dominoed`."""
        hand = self.game.hand
        assert hand is not None
        match hand.ending:
            case Ending.DOMINO:
                assert hand.dominoer is not None
                return f"{hand.seating.players[hand.dominoer]} dominoed"
            case Ending.BLOCKED:
                return "Blocked"
            case Ending.WASHED_UP:
                return "All washed up"
            case Ending.TARGET:
                assert self.game.winner is not None
                winner = hand.seating.side_names[self.game.winner]
                return f"{winner} reached {self.game.rules.target}"
        return "Still on"

    @property
    def settled(self) -> str:
        """What the settlement came to."""
        hand = self.game.hand
        if self.result is None:
            return "Not settled yet." if hand is not None and hand.is_over else ""
        if self.result.ending is Ending.TARGET:
            return "The game ended at once, so nothing is settled."
        return settlement_told(self.game) or "Nobody scores."


def hands_of(start: Game, entries: Sequence[Entry]) -> Iterator[HandStory]:
    """A record cut into its hands."""
    leads = [at for at, entry in enumerate(entries) if isinstance(entry.statement, HandLed)]
    ends = [*leads[1:], len(entries)]
    for number, first in enumerate(leads):
        before = entries[first - 1].game if first else start
        yield HandStory(number + 1, before, tuple(entries[first : ends[number]]))


@dataclass(frozen=True)
class Line:
    """An entry as it is listed; `number` is what people call it, `seq` the change behind it."""

    number: int
    seq: int
    who: str
    side: int
    said: str
    tiles: tuple[Tile, ...] = ()
    told: str = ""
    #: The sides that got or lost points by it, and how many.
    gains: tuple[tuple[int, int], ...] = ()
    scores: tuple[int, ...] = ()
    #: What the referee can prove with this entry.
    finding: str = ""


def line_of(number: int, seq: int, statement: Statement, seating: Seating) -> Line:
    """A statement as it is listed, before anything is known of its verdict."""
    if isinstance(statement, PointsRuled):
        who, side = statement.side, seating.side(statement.side)
    else:
        who, side = statement.player, seating.side_of[seating.seat(statement.player)]
    return Line(number, seq, who, side, what_said(statement), _tiles(statement))


def what_said(statement: Statement) -> str:
    """What was said, without the name: `6-4 on 4-4`."""
    if isinstance(statement, HandLed):
        return "leads"
    if isinstance(statement, PointsRuled):
        return f"{statement.points:+d} by agreement"
    return str(statement).partition(": ")[2]


def _tiles(statement: Statement) -> tuple[Tile, ...]:
    match statement:
        case TileSet(_, tile):
            return (tile,)
        case TilesLeft(_, tiles):
            return tiles
    return ()
