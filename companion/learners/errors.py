"""What can go wrong for someone who practises."""

from companion.rules.errors import Refusal


class NoSuchLearner(LookupError):
    """Nobody practises under that id, or not any more."""


class NameTaken(Refusal):
    """Someone practises under that name already."""


class WrongCode(Refusal):
    """The code does not belong to that name."""


class ClassFull(Refusal, code="class-full"):
    """As many learners are in a class, or as many look at one, as there is room for."""


class NoSuchMember(LookupError):
    """Nobody of that number is in the class, or not any more."""


class CountedAlready(Refusal, code="counted-already"):
    """What was dealt for a run against the clock has brought its score."""


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
