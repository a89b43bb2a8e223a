"""What can go wrong at a table besides the rules of the game."""

from companion.rules.errors import Refusal


class NoSuchTable(LookupError):
    """There is no table with that id."""


class NoSuchEntry(Refusal):
    """The entry is not part of the record now."""


class OnlyKeepers(Exception):
    """The phone doesn't keep score at the table, or never joined it."""


class RecordBroken(Refusal):
    """An entry in the middle of the record doesn't fit any more, so nothing can follow yet."""


class NothingToUndo(Refusal):
    """There is no change to undo, or none to redo."""


class NoSuchLink(LookupError):
    """A link or a code leads nowhere: it never did, or doesn't any more."""


class NotAllowed(Refusal):
    """The phone may not do that at this table."""


class ConsentNeeded(Refusal):
    """The table requires that another phone accept the change."""


class OptionsUnchanged(Refusal):
    """The option of the table is already switched so."""


class NoSuchProposal(Refusal):
    """The proposal was decided already, or was never made."""


class CountFirst(Refusal):
    """The player of the tile must call the count before it is shown."""
