"""What can go wrong for someone who practises."""

from companion.rules.errors import Refusal


class NoSuchLearner(LookupError):
    """Nobody practises under that id, or they stopped."""


class NameTaken(Refusal):
    """Someone has that name already: of all who practise, or in a class."""


class WrongCode(Refusal):
    """The code doesn't belong to that name."""


class ClassFull(Refusal, code="class-full"):
    """The class has no room for more learners."""


class NoSuchClass(LookupError):
    """No class has that id or link."""


class NoSuchMember(LookupError):
    """Nobody with that number is in the class, or they left."""


class CountedAlready(Refusal, code="counted-already"):
    """This deal for a run against the clock has already been scored."""


class NoSuchRace(LookupError):
    """There is no race with that id, or not any more."""


class NoRacer(Exception):
    """The phone is not in that race, or not in that lane."""


class RaceHasBegun(Refusal):
    """The race has started: nobody joins, leaves or gets a head start any more."""


class RaceStillOn(Refusal):
    """Nobody is called away from a race that is not over."""


class RaceFull(Refusal):
    """There are already as many racers as lanes."""


class TooFewRacers(Refusal):
    """Nobody races alone."""
