"""Refusals: what the referee says when an entry cannot stand.

Each carries the `code` of the record format and a message for the players. A
refusal changes nothing.
"""

from typing import ClassVar, cast

from companion.words import Text


class Refusal(ValueError):
    """An entry that the rules do not allow, with a message that says why."""

    code: ClassVar[str] = "refused"

    def __init__(self, message: Text | str) -> None:
        super().__init__(message)
        #: What a person needs to hear.
        self.message = cast(Text, message)

    @property
    def sentence(self) -> str:
        """The same, put into words."""
        return str(self.message)


def quoted(text: str) -> str:
    """What somebody wrote, as a sentence can show it: short, and on one line."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return f"“{''.join(c if c.isprintable() else '?' for c in shown)}”"


class UnknownGame(Refusal):
    """No game goes by that name."""

    code = "unknown-game"


class UnknownRule(Refusal):
    """No house rule goes by that name, or it has no such value."""

    code = "unknown-rule"


class UnknownPlayer(Refusal):
    """Nobody of that name sits at the table."""

    code = "unknown-player"


class WrongPlayers(Refusal):
    """These seats, sides, names or so many tiles each cannot play this game."""

    code = "players"


class GameOver(Refusal):
    """The game has its winner."""

    code = "game-over"


class HandOver(Refusal):
    """There is no hand for this entry."""

    code = "hand-over"


class HandNotOver(Refusal):
    """The hand is still on, or not settled yet."""

    code = "hand-not-over"


class WrongLeader(Refusal):
    """The rules say that somebody else leads this hand."""

    code = "wrong-leader"


class NotYourTurn(Refusal):
    """It is somebody else's turn."""

    code = "not-your-turn"


class LeftCount(Refusal):
    """Not as many tiles as that hand holds."""

    code = "left-count"


class AlreadySet(Refusal):
    """The tile is on the table, or named twice as left."""

    code = "already-set"


class BadLead(Refusal):
    """The game does not allow this tile as a lead."""

    code = "bad-lead"


class MustLead(Refusal):
    """A lead that can always be made is neither passed nor drawn for."""

    code = "must-lead"


class MustDraw(Refusal):
    """The boneyard has tiles, so they are drawn first."""

    code = "must-draw"


class NoMatch(Refusal):
    """The tile fits no open end, or not on that host."""

    code = "no-match"


class WhichEnd(Refusal):
    """Open ends that are not alike fit, and none was named."""

    code = "which-end"


class BoneyardEmpty(Refusal):
    """More tiles than the boneyard holds, or a game without one."""

    code = "boneyard-empty"


class LeftPips(Refusal):
    """So many unseen tiles cannot sum to that."""

    code = "left-pips"


class LeftTotal(Refusal):
    """The pips told are not the pips unseen."""

    code = "left-total"
