"""What cannot be so in a league, by its code."""

from companion.rules.errors import Refusal


class BadName(Refusal, code="league-name"):
    """No team can be called so."""


class BadPlace(Refusal, code="league-place"):
    """No match is played there: the place cannot be read, or is too long."""


class BadPoints(Refusal, code="league-points"):
    """A points table that would reward losing, or that counts what cannot be written."""


class BadOrder(Refusal, code="tie-breaks"):
    """A tie-break is named twice."""


class BadFormat(Refusal, code="match-format"):
    """No match can be played so."""


class WrongEntrants(Refusal, code="entrants"):
    """Too few or too many take part, or somebody twice."""


class BadCompetition(Refusal, code="competition"):
    """The parts of a competition do not fit each other."""


class WrongLineup(Refusal, code="lineup"):
    """Somebody plays who may not, or a board has not as many players as it takes."""


class NoSuchBoard(Refusal, code="no-such-board"):
    """The match has no board of that number."""


class TooManyGames(Refusal, code="too-many-games"):
    """The board is over already, or has not so many games."""


class BadScore(Refusal, code="league-score"):
    """No game ends with such a score."""


class NotInMatch(Refusal, code="not-in-match"):
    """The result is about somebody who does not play in the match."""


class MatchDecided(Refusal, code="match-decided"):
    """The match was given by walkover: nothing is played in it any more."""


class BadChallenge(Refusal, code="challenge"):
    """Nobody may challenge so on this ladder."""


class BadSeason(Refusal, code="season"):
    """A season that ends before it begins, or is about no game."""


class NotKept(Refusal, code="not-kept"):
    """The text is not what this program keeps."""
