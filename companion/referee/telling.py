"""A telling: one record as one game tells it, as far as that game accepts it."""

from typing import NamedTuple

from companion.record import replay
from companion.record.header import Header
from companion.referee.entries import describe_entry
from companion.rules.game import Game
from companion.rules.seating import Seating
from companion.words import Text


class Telling(NamedTuple):
    """A record by one game, up to the play that it refuses."""

    header: Header
    start: Game
    entries: tuple[replay.Entry, ...]
    refused: replay.LineRefused | None = None

    @property
    def game(self) -> Game:
        """The game after the last entry that it accepts."""
        return self.entries[-1].game if self.entries else self.start

    @property
    def refusal(self) -> tuple[int, str] | None:
        """The line at which it ends, and the code of the refusal; None where it goes on."""
        return None if self.refused is None else (self.refused.line, self.refused.refusal.code)

    def before(self, at: int) -> Game:
        """The game before an entry."""
        return self.entries[at - 1].game if at else self.start

    def says(self, at: int) -> Text:
        """What it says of a play, or why it refuses the one at which it ends."""
        if at < len(self.entries):
            return describe_entry(self.entries[at])
        assert self.refused is not None
        return self.refused.refusal.message

    def noticed(self, at: int, seating: Seating) -> object:
        """What people notice of a play, its sides as in that seating; its refusal is one thing."""
        if at < len(self.entries):
            return _noticed(self.entries[at], seating)
        return self.refusal

    def by(self, other: Header) -> "Telling":
        """The same plays told by other rules, each tile on the host that it was set on."""
        start = other.start()
        # Where ends that differ are open, the record need not have named one.
        plays = ((entry.line, entry.with_host) for entry in self.entries)
        return Telling(other, start, *replay.follow(start, plays))


def _noticed(entry: replay.Entry, seating: Seating) -> tuple[object, ...]:
    game, hand = entry.game, entry.hand
    scores, result, winner = game.scores, game.result, game.winner
    if game.seating.sides != seating.sides:
        side_of = [seating.side_of[seats[0]] for seats in game.seating.sides]
        scores = _by_side(scores, side_of)
        winner = None if winner is None else side_of[winner]
        if result is not None:
            winners = sorted({side_of[side] for side in result.winners})
            points = _by_side(result.points, side_of)
            result = result._replace(winners=tuple(winners), points=points)
    events = hand.turn, hand.ending, hand.washed_up, hand.play
    return scores, winner, result, game.next_leader, *events


def _by_side(amounts: tuple[int, ...], side_of: list[int]) -> tuple[int, ...]:
    """Amounts of single players added up where they would be partners."""
    summed = [0] * (max(side_of) + 1)
    for side, amount in zip(side_of, amounts, strict=True):
        summed[side] += amount
    return tuple(summed)
