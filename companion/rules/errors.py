"""Refusals: what the referee says when the rules do not allow an entry."""

from typing import ClassVar

from companion.i18n import Text


class Refusal(ValueError):
    """The rules do not allow an entry: `code` is for programs, `message` for players."""

    code: ClassVar[str] = "refused"
    #: What to type instead, if a line of a record shows it.
    instead: Text | None = None

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
    """A text as a sentence can quote it: short, and on one line."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return f"“{''.join(c if c.isprintable() else '?' for c in shown)}”"


class UnknownGame(Refusal, code="unknown-game"):
    """There is no game of that name."""


class UnknownRule(Refusal, code="unknown-rule"):
    """There is no house rule of that name, or it has no such value."""


class UnknownPlayer(Refusal, code="unknown-player"):
    """Nobody of that name is at the table."""


class WrongPlayers(Refusal, code="players"):
    """The game can't be played with these seats, sides, names or tiles each."""


class GameOver(Refusal, code="game-over"):
    """Someone has won already."""


class HandOver(Refusal, code="hand-over"):
    """No hand is being played."""


class HandNotOver(Refusal, code="hand-not-over"):
    """The hand is still being played, or not settled yet."""


class WrongLeader(Refusal, code="wrong-leader"):
    """Someone else leads this hand."""


class NotYourTurn(Refusal, code="not-your-turn"):
    """It is someone else's turn."""


class LeftCount(Refusal, code="left-count"):
    """The hand does not hold so many tiles."""


class AlreadySet(Refusal, code="already-set"):
    """The tile is on the table, or named twice as left."""


class BadLead(Refusal, code="bad-lead"):
    """The game does not allow this tile as a lead."""


class MustLead(Refusal, code="must-lead"):
    """If any tile can lead, nobody may pass or draw for the lead."""


class MustDraw(Refusal, code="must-draw"):
    """The boneyard has tiles, so the player must draw."""


class NoMatch(Refusal, code="no-match"):
    """The tile fits no open end, or not on that host."""


class WhichEnd(Refusal, code="which-end"):
    """The tile fits several ends that are not alike, and none was named."""


class BoneyardEmpty(Refusal, code="boneyard-empty"):
    """More tiles than the boneyard holds, or a game without one."""


class LeftPips(Refusal, code="left-pips"):
    """So many unseen tiles can't have these pips."""


class LeftTotal(Refusal, code="left-total"):
    """The pips left are not those of the unseen tiles."""
