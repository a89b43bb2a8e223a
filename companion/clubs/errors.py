"""What can go wrong in a club."""

from companion.rules.errors import Refusal
from companion.tables.errors import NoSuchTable


class NoSuchClub(LookupError):
    """There is no club with that id, or the phone never joined it."""


class RemovedFromClub(NoSuchClub, NoSuchTable):
    """A manager has removed the phone from the club of that name: nothing there is for it."""


class OnlyManagers(Exception):
    """The phone sees the club, and is not a manager's."""


class OnlyScorers(Exception):
    """The phone sees the club, and doesn't keep score of what it asks for there."""


class NoSuchPlayer(LookupError):
    """Nobody with that number plays in the club."""


class ClubFull(Refusal, code="club-full"):
    """The club has no room for more players or phones."""


class BadClub(Refusal, code="bad-club"):
    """A club can't have this name or this time zone."""


class TwoPeople(Refusal, code="two-people"):
    """Players who sat at one table can't be merged, and one who isn't merged can't be separated."""


class WrongSeats(Refusal, code="wrong-seats"):
    """The seats of a table are not each a different player of the club."""


class BadDay(Refusal, code="game-day"):
    """No game of a club was played on such a day."""


class BadClubFile(Refusal, code="bad-club-file"):
    """The file is not a club, or not a possible one."""


class ClubFileTooLarge(Refusal, code="club-file-too-large"):
    """The file is larger than any club, or would make one too large."""


class NoSuchLeague(LookupError):
    """The club has no competition or season with that id."""


class NoSuchMatch(LookupError):
    """The competition has no match with that number."""


class LeaguesFull(Refusal, code="leagues-full"):
    """The club has no room for more competitions or seasons."""


class WrongTable(Refusal, code="match-table"):
    """The table is no game of this board, or already belongs to a match."""


class CardLocked(Refusal, code="card-locked"):
    """Both sides accepted the result: only a manager can open it again, with a reason."""


class CardNotAccepted(Refusal, code="match-card"):
    """A match card that can't be proposed, or that this phone can't accept."""
