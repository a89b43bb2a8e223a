"""Count first: the count is asked before it is told, and who was right is told with it."""

from typing import NamedTuple

from companion.record.statements import TileSet
from companion.referee.count import change_between
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.tables.state import TableState
from companion.words import Text, message


class Counted(NamedTuple):
    """The tile just set by somebody who counts first: what was said of it, and what is so."""

    who: str
    side: int
    claim: int | None
    total: int
    is_right: bool
    #: The count by the change.
    change: Text
    #: What somebody else can still claim, in points; 0 where nothing was missed.
    at_stake: int

    @property
    def verdict(self) -> Text:
        """Who was right: `Ana said 10: right.`"""
        if self.is_right:
            return message("counted.right", who=self.who, claim=self._claim)
        return message("counted.wrong", who=self.who, claim=self._claim, total=self.total)

    @property
    def question(self) -> Text:
        """What is asked of those who can claim it."""
        return message("counted.who-claims", who=self.who, claim=self._claim)

    @property
    def _claim(self) -> Text | int:
        return message("counted.no-score") if self.claim is None else self.claim


def counted_by(state: TableState) -> Counted | None:
    """What the last entry's player said of its count; None where nobody was asked."""
    last, game = (state.entries[-1] if state.entries else None), state.game
    if last is None or not isinstance(last.statement, TileSet) or game.hand is None:
        return None
    play = game.hand.play
    if play is None or play.seat not in state.table_options.counting:
        return None
    before = state.before_last.hand
    assert before is not None
    claim, rules = last.statement.claim, game.rules
    is_right = claim == play.total if claim is not None else not rules.scores(play.total)
    missed = plays_muggins(state) and not rules.credits(play.total, claim) and not game.is_over
    return Counted(
        game.seating.players[play.seat],
        game.seating.side_of[play.seat],
        claim,
        play.total,
        is_right,
        change_between(before.layout, game.hand.layout).sentence,
        rules.worth(play.total) if missed and rules.scores(play.total) else 0,
    )


def is_asked(state: TableState) -> bool:
    """Whether whoever acts now counts before the count is told."""
    return state.game.turn in state.table_options.counting


def can_play_muggins(game: Game) -> bool:
    """Whether a missed count earns nothing here, so that somebody else can claim it."""
    return game.rules.announce is Announce.REQUIRED


def plays_muggins(state: TableState) -> bool:
    """Whether points that are missed go to who claims them first."""
    return state.table_options.muggins and can_play_muggins(state.game)


class Claimant(NamedTuple):
    """Somebody who can claim a count that was missed."""

    seat: int
    name: str
    side: int


def claimants(state: TableState, counted: Counted) -> tuple[Claimant, ...]:
    """All opponents of whoever missed the count."""
    seating = state.game.seating
    return tuple(
        Claimant(seat, name, seating.side_of[seat])
        for seat, name in enumerate(seating.players)
        if seating.side_of[seat] != counted.side
    )
