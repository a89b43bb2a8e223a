"""Count first: the count is asked before it is told, and who was right is told with it."""

from dataclasses import dataclass

from companion.record.statements import TileSet
from companion.referee.change import change_between
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.tables.sitting import Sitting

#: The counts that are one tap away; any other is typed.
COUNTS_OFFERED = tuple(range(0, 45, 5))


@dataclass(frozen=True)
class Counted:
    """The tile just set by somebody who counts first: what was said of it, and what is so."""

    who: str
    side: int
    claim: int | None
    total: int
    is_right: bool
    #: The count by the change.
    change: str
    #: What somebody else can still claim, in points; 0 where nothing was missed.
    at_stake: int

    @property
    def said(self) -> str:
        """What was said: `Ana said 10`."""
        return f"{self.who} said {'no score' if self.claim is None else self.claim}"

    @property
    def verdict(self) -> str:
        """Who was right: `Ana said 10: right.`"""
        return f"{self.said}: right." if self.is_right else f"{self.said}, but it is {self.total}."


def counted_by(sitting: Sitting) -> Counted | None:
    """What the last entry's player said of its count; None where nobody was asked."""
    last, game = (sitting.entries[-1] if sitting.entries else None), sitting.game
    if last is None or not isinstance(last.statement, TileSet) or game.hand is None:
        return None
    play = game.hand.play
    if play is None or play.seat not in sitting.customs.counting:
        return None
    before = sitting.before_last.hand
    assert before is not None
    claim, rules = last.statement.claim, game.rules
    is_right = claim == play.total if claim is not None else not rules.scores(play.total)
    missed = plays_muggins(sitting) and not rules.credits(play.total, claim) and not game.is_over
    return Counted(
        game.seating.players[play.seat],
        game.seating.side_of[play.seat],
        claim,
        play.total,
        is_right,
        change_between(before.layout, game.hand.layout).sentence,
        rules.worth(play.total) if missed and rules.scores(play.total) else 0,
    )


def is_asked(sitting: Sitting) -> bool:
    """Whether whoever acts now counts before the count is told."""
    return sitting.game.turn in sitting.customs.counting


def can_play_muggins(game: Game) -> bool:
    """Whether a missed count earns nothing here, so that somebody else can claim it."""
    return game.rules.announce is Announce.REQUIRED


def plays_muggins(sitting: Sitting) -> bool:
    """Whether points that are missed go to who claims them first."""
    return sitting.customs.muggins and can_play_muggins(sitting.game)


def claimants(sitting: Sitting, counted: Counted) -> list[tuple[int, str, int]]:
    """Who can claim a count that was missed: seat, name and side of all opponents."""
    seating = sitting.game.seating
    return [
        (seat, name, seating.side_of[seat])
        for seat, name in enumerate(seating.players)
        if seating.side_of[seat] != counted.side
    ]
