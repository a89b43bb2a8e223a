"""One record under the rules of one game, up to the play that it refuses."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.i18n import Text, message
from companion.record import replay
from companion.record.header import Header
from companion.record.statements import HandLed, PipsLeft, Statement, TilesLeft
from companion.referee.explain.entry_text import describe_entry
from companion.rules.errors import HandNotOver, Refusal
from companion.rules.game import Game
from companion.rules.seating import Seating


class RulesReplay(NamedTuple):
    """A record replayed by one game, up to the play that it refuses."""

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
        """The line and the code of the refusal, if there is one."""
        return None if self.refused is None else (self.refused.line, self.refused.refusal.code)

    def before(self, at: int) -> Game:
        """The game before an entry."""
        return self.entries[at - 1].game if at else self.start

    def says(self, at: int) -> Text:
        """What the game says about a play, or why it refuses it."""
        if at < len(self.entries):
            game, statement = self.before(at), self.entries[at].statement
            if _says_nothing(game, statement):
                return message("under.left-says-nothing")
            return describe_entry(self.entries[at])
        assert self.refused is not None
        return self.refused.refusal.message

    def noticed(self, at: int, seating: Seating) -> object:
        """What people notice about a play, with the sides of that seating; or the refusal."""
        if at < len(self.entries):
            return _noticed(self.entries[at], seating)
        return self.refusal

    def replayed_from(self, start: Game) -> "RulesReplay":
        """The same plays from the start of another game, each tile on the host that it was on."""
        # With the hosts: the record may have left one out that other rules need.
        plays = ((entry.line, entry.with_host) for entry in self.entries)
        return RulesReplay(self.header, start, *follow(start, plays))


def follow(
    game: Game, plays: Iterable[tuple[int, Statement]]
) -> tuple[tuple[replay.Entry, ...], replay.LineRefused | None]:
    """The entries of plays from other rules, up to the first that this game refuses.

    What was left in the hands is ignored if only going out counts. If it is needed and missing,
    nobody can settle the hand.
    """
    entries: list[replay.Entry] = []
    for line, statement in plays:
        if not _says_nothing(game, statement):
            try:
                game = replay.apply(game, statement)
            except Refusal as refusal:
                is_unknown = game.awaits_left and isinstance(statement, HandLed)
                why = HandNotOver(message("under.left-unknown")) if is_unknown else refusal
                return tuple(entries), replay.LineRefused(line, why)
        entries.append(replay.Entry(line, statement, game))
    return tuple(entries), None


def _says_nothing(game: Game, statement: Statement) -> bool:
    """Whether it says what was left in a hand that is settled without that."""
    is_left = isinstance(statement, TilesLeft | PipsLeft)
    return is_left and not game.rules.shows_hands and game.awaits_lead and game.hand is not None


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
    """Amounts of single players, added up as if they were partners."""
    summed = [0] * (max(side_of) + 1)
    for side, amount in zip(side_of, amounts, strict=True):
        summed[side] += amount
    return tuple(summed)
