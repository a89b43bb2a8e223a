"""What can go wrong at a table besides the rules of the game."""

from companion.rules.errors import Refusal


class NoSuchTable(LookupError):
    """There is no table of that id."""


class NoSuchEntry(Refusal):
    """The entry is not part of the record as it stands."""


class OnlyKeepers(Exception):
    """The phone does not keep score at the table, or was never let in there."""


class RecordBroken(Refusal):
    """An entry in the middle of the record no longer holds, so nothing can follow yet."""


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


class CountFirst(Refusal):
    """Who sets the tile counts before they are told the count."""
