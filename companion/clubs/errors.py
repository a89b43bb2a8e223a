"""What can go wrong in a club."""

from companion.rules.errors import Refusal


class NoSuchClub(LookupError):
    """There is no club of that id, or the phone was never let in."""


class OnlyClubKeepers(Exception):
    """The phone sees the club, and does not keep its book."""


class NoSuchPlayer(LookupError):
    """Nobody of that number plays in the club."""


class ClubFull(Refusal, code="club-full"):
    """As many players or phones are in the club as there is room for."""


class BadClub(Refusal, code="bad-club"):
    """What was said about a club, its name or its place, is none."""


class TwoPeople(Refusal, code="two-people"):
    """Who sat at one table, or is told to be nobody else, cannot be the same."""


class WrongSeats(Refusal, code="wrong-seats"):
    """The seats of a table are not each a player of the club, and another one."""


class BadClubFile(Refusal, code="bad-club-file"):
    """What was brought is no club, or one that cannot be."""


class ClubFileTooLarge(Refusal, code="club-file-too-large"):
    """What was brought is larger than any club, or would become so."""


class NoSuchLeague(LookupError):
    """The club has no competition or season of that id."""


class NoSuchMatch(LookupError):
    """The competition has no match of that number."""


class LeaguesFull(Refusal, code="leagues-full"):
    """As many competitions or seasons are in the club as there is room for."""


class WrongTable(Refusal, code="match-table"):
    """The table is no game of this board, or of a match already."""


class CardNotAccepted(Refusal, code="match-card"):
    """A match card that cannot be proposed, or accepted by this phone."""
