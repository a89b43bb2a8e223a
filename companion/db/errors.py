"""What goes wrong with a database."""

from companion.i18n import Text


class DatabaseTrouble(Exception):
    """The database can't be used; `message` tells the person who runs the server why."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message


class UnknownVersion(DatabaseTrouble):
    """The database, or a backup of one, was made by another version of this program."""


class DatabaseAway(DatabaseTrouble):
    """The database doesn't answer now, and may in a moment."""
