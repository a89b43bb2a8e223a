"""Refusals: what the referee says when an entry cannot stand."""

from typing import ClassVar

from companion.i18n import Text


class Refusal(ValueError):
    """An entry that the rules do not allow; it changes nothing.

    `code` is that of the record format, `message` what the players need to hear.
    """

    code: ClassVar[str] = "refused"

    def __init_subclass__(cls, *, code: str | None = None) -> None:
        cls.code = code or cls.code

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message

    @property
    def sentence(self) -> str:
        """The message put into words."""
        return str(self.message)


def quoted(text: str) -> str:
    """What somebody wrote, as a sentence can show it: short, and on one line."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return f"“{''.join(c if c.isprintable() else '?' for c in shown)}”"


class UnknownGame(Refusal, code="unknown-game"):
    """No game goes by that name."""


class UnknownRule(Refusal, code="unknown-rule"):
    """No house rule goes by that name, or it has no such value."""


class UnknownPlayer(Refusal, code="unknown-player"):
    """Nobody of that name sits at the table."""


class WrongPlayers(Refusal, code="players"):
    """These seats, sides, names or so many tiles each cannot play this game."""


class GameOver(Refusal, code="game-over"):
    """The game has its winner."""


class HandOver(Refusal, code="hand-over"):
    """There is no hand for this entry."""


class HandNotOver(Refusal, code="hand-not-over"):
    """The hand is still on, or not settled yet."""


class WrongLeader(Refusal, code="wrong-leader"):
    """The rules say that somebody else leads this hand."""


class NotYourTurn(Refusal, code="not-your-turn"):
    """It is somebody else's turn."""


class LeftCount(Refusal, code="left-count"):
    """Not as many tiles as that hand holds."""


class AlreadySet(Refusal, code="already-set"):
    """The tile is on the table, or named twice as left."""


class BadLead(Refusal, code="bad-lead"):
    """The game does not allow this tile as a lead."""


class MustLead(Refusal, code="must-lead"):
    """A lead that can always be made is neither passed nor drawn for."""


class MustDraw(Refusal, code="must-draw"):
    """The boneyard has tiles, so they are drawn first."""


class NoMatch(Refusal, code="no-match"):
    """The tile fits no open end, or not on that host."""


class WhichEnd(Refusal, code="which-end"):
    """Open ends that are not alike fit, and none was named."""


class BoneyardEmpty(Refusal, code="boneyard-empty"):
    """More tiles than the boneyard holds, or a game without one."""


class LeftPips(Refusal, code="left-pips"):
    """So many unseen tiles cannot sum to that."""


class LeftTotal(Refusal, code="left-total"):
    """The pips told are not the pips unseen."""
