"""What can go wrong at a table besides the rules of the game."""

from typing import TYPE_CHECKING

from companion.i18n import Text, message
from companion.rules.errors import Refusal

if TYPE_CHECKING:
    from companion.tables.table_state import TableState


class NoSuchTable(LookupError):
    """There is no table of that id."""


class DatabaseTrouble(Exception):
    """The database cannot be used; `message` says why to whoever runs the server."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message


class UnknownVersion(DatabaseTrouble):
    """The database, or a backup of one, was made by another version of this program."""


class DatabaseAway(DatabaseTrouble):
    """The database does not answer now, and may in a moment."""


class NoSuchEntry(Refusal):
    """The entry is not part of the record as it stands."""


class OnlyKeepers(Exception):
    """The phone does not keep score at the table, or was never let in there."""


class StaleTap(Refusal):
    """The table moved on after the phone last looked; `state` is how it stands now."""

    state: "TableState | None" = None

    @classmethod
    def at(cls, state: "TableState") -> "StaleTap":
        """One that came late, at a table that now stands so."""
        stale = cls(message("refused.stale"))
        stale.state = state
        return stale


class RecordBroken(Refusal):
    """An entry in the middle of the record no longer holds, so nothing can follow yet."""


class QuotaReached(Refusal, code="quota-reached"):
    """The device, or its address, brought as much today as there is room for."""


class NothingToUndo(Refusal):
    """There is no change to take back, or none to bring back."""


class NoSuchLink(LookupError):
    """A link or a code leads nowhere: it never did, or does not any more."""


class NotAllowed(Refusal):
    """The phone may not do that at this table."""


class ConsentNeeded(Refusal):
    """The table asks that another phone accept the change."""


class OptionsUnchanged(Refusal):
    """What was to be switched at the table is so already."""


class NoSuchProposal(Refusal):
    """The proposal was decided already, or was never made."""


class NoSuchLearner(LookupError):
    """Nobody practises under that id, or not any more."""


class CountedAlready(Refusal, code="counted-already"):
    """What was dealt for a run against the clock has brought its score."""


class NameTaken(Refusal):
    """Somebody practises under that name already."""


class WrongCode(Refusal):
    """The code does not belong to that name."""


class ClassFull(Refusal, code="class-full"):
    """As many learners are in a class, or as many look at one, as there is room for."""


class NoSuchMember(LookupError):
    """Nobody of that number is in the class, or not any more."""


class CountFirst(Refusal):
    """Who sets the tile counts before they are told the count."""


class NoSuchRace(LookupError):
    """There is no race of that id, or not any more."""


class NoRacer(Exception):
    """The phone is not in that race, or not in that lane."""


class RaceHasBegun(Refusal):
    """The race was started: nobody joins, leaves or gets a head start any more."""


class RaceStillOn(Refusal):
    """Nobody is called away from a race that is not over."""


class RaceFull(Refusal):
    """As many race already as there are lanes."""


class TooFewRacers(Refusal):
    """Nobody races alone."""
