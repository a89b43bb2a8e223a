"""What each house rule can be chosen to be, in the words of the record."""

from enum import StrEnum


class Spinners(StrEnum):
    """Which doubles can be played on all four ways."""

    ALL = "all"
    FIRST = "first"
    NONE = "none"


class Points(StrEnum):
    """What a count that scores is worth."""

    FIFTHS = "fifths"
    PIPS = "pips"
    NONE = "none"


class AnotherTurn(StrEnum):
    """Which tiles earn another turn."""

    SCORE_OR_DOUBLE = "score-or-double"
    SCORE = "score"
    DOUBLE = "double"
    NONE = "none"


class DrawnTile(StrEnum):
    """What a drawn tile that plays does for the turn."""

    ENDS_TURN = "ends-turn"
    PLAYS_ON = "plays-on"


class LastTile(StrEnum):
    """What becomes of a player whose last tile earned another turn."""

    GOES_OUT = "goes-out"
    DRAWS = "draws"
    WASHES_UP = "washes-up"


class LeadTile(StrEnum):
    """Which tiles may be led."""

    ANY = "any"
    DOUBLE_OR_SCORE = "double-or-score"


class NextLead(StrEnum):
    """Who leads the next hand."""

    DOMINOER = "dominoer"
    ROTATES = "rotates"


class Settlement(StrEnum):
    """What the tiles left in the hands are worth."""

    WINNER_TAKES = "winner-takes"
    OWN_HAND = "own-hand"
    CHIPS = "chips"


class Rounding(StrEnum):
    """What is rounded to five when the winner takes the pips."""

    SUM = "sum"
    EACH_HAND = "each-hand"


class TiedBlock(StrEnum):
    """Who scores when sides tie for the lowest pips of a blocked hand."""

    ALL_HANDS = "all-hands"
    LOSERS_HANDS = "losers-hands"
    NOBODY = "nobody"


class PartnersBlock(StrEnum):
    """How partners compare pips in a blocked hand."""

    TEAM = "team"
    HAND = "hand"


class WashedUpInBlock(StrEnum):
    """Whether a washed-up player takes part when a blocked hand is compared."""

    OUT = "out"
    COUNTS = "counts"


class GameEnds(StrEnum):
    """When a side that has reached the target wins."""

    AT_ONCE = "at-once"
    AFTER_HAND = "after-hand"


class Announce(StrEnum):
    """Whether a count must be announced to be worth anything."""

    NO = "no"
    REQUIRED = "required"


class ZeroScores(StrEnum):
    """Whether a count of nought scores."""

    NO = "no"
    YES = "yes"


class ExposedDouble(StrEnum):
    """What a double with a free side counts."""

    BOTH_HALVES = "both-halves"
    WHEN_DEAD = "when-dead"
