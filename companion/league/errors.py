"""What is refused in a league, by its code."""

from companion.rules.errors import Refusal


class BadName(Refusal, code="league-name"):
    """This can't be the name of a team."""


class BadPlace(Refusal, code="league-place"):
    """This can't be the place of a match: it can't be read, or is too long."""


class BadPoints(Refusal, code="league-points"):
    """A points table that would reward losing, or has a value that can't be written."""


class BadOrder(Refusal, code="tie-breaks"):
    """A tie-break is named twice."""


class BadFormat(Refusal, code="match-format"):
    """A match can't be played in this format."""


class WrongEntrants(Refusal, code="entrants"):
    """Too few or too many take part, or someone twice."""


class BadCompetition(Refusal, code="competition"):
    """The parts of a competition don't fit each other."""


class WrongLineup(Refusal, code="lineup"):
    """Someone plays who may not, or a board has the wrong number of players."""


class NoSuchBoard(Refusal, code="no-such-board"):
    """The match has no board of that number."""


class TooManyGames(Refusal, code="too-many-games"):
    """The leg at the board is over, or doesn't have so many games."""


class BadScore(Refusal, code="league-score"):
    """No game ends with such a score."""


class NotInMatch(Refusal, code="not-in-match"):
    """The result is about someone who doesn't play in the match."""


class MatchDecided(Refusal, code="match-decided"):
    """The match was given by walkover: nothing is played in it any more."""


class BadChallenge(Refusal, code="challenge"):
    """This challenge isn't allowed on this ladder."""


class BadSeason(Refusal, code="season"):
    """A season that ends before it begins, or includes no game."""


class NotKept(Refusal, code="not-kept"):
    """The text isn't in the form that this program keeps."""
