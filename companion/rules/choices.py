"""The choices for each house rule, spelled as in the record format."""

from enum import StrEnum

#: Which doubles can be played on all four sides.
Spinners = StrEnum("Spinners", {"ALL": "all", "FIRST": "first", "NONE": "none"})
#: What a count that scores is worth.
Points = StrEnum("Points", {"FIFTHS": "fifths", "PIPS": "pips", "NONE": "none"})
#: Which tiles earn another turn.
AnotherTurn = StrEnum(
    "AnotherTurn",
    {"SCORE_OR_DOUBLE": "score-or-double", "SCORE": "score", "DOUBLE": "double", "NONE": "none"},
)
#: What happens to the turn when a drawn tile plays.
DrawnTile = StrEnum("DrawnTile", {"ENDS_TURN": "ends-turn", "PLAYS_ON": "plays-on"})
#: What happens to a player whose last tile earned another turn.
LastTile = StrEnum("LastTile", {"GOES_OUT": "goes-out", "DRAWS": "draws", "WASHES_UP": "washes-up"})
#: Which tiles may be led.
LeadTile = StrEnum(
    "LeadTile", {"ANY": "any", "DOUBLE_OR_SCORE": "double-or-score", "DOUBLE": "double"}
)
#: The player who leads the next hand.
NextLead = StrEnum("NextLead", {"DOMINOER": "dominoer", "ROTATES": "rotates"})
#: What the tiles left in the hands are worth.
Settlement = StrEnum(
    "Settlement",
    {
        "WINNER_TAKES": "winner-takes",
        "OWN_HAND": "own-hand",
        "CHIPS": "chips",
        "ONE_POINT": "one-point",
        "DIFFERENCE": "difference",
    },
)
#: What is rounded to five when the winner takes the pips.
Rounding = StrEnum("Rounding", {"SUM": "sum", "EACH_HAND": "each-hand"})
#: Who scores if sides tie for the fewest pips in a blocked hand.
TiedBlock = StrEnum(
    "TiedBlock", {"ALL_HANDS": "all-hands", "LOSERS_HANDS": "losers-hands", "NOBODY": "nobody"}
)
#: How partners compare pips in a blocked hand.
PartnersBlock = StrEnum("PartnersBlock", {"TEAM": "team", "HAND": "hand"})
#: Whether washed-up players take part in comparing a blocked hand.
WashedUpInBlock = StrEnum("WashedUpInBlock", {"OUT": "out", "COUNTS": "counts"})
#: When a side that has reached the target wins.
GameEnds = StrEnum("GameEnds", {"AT_ONCE": "at-once", "AFTER_HAND": "after-hand"})
#: Whether a count only scores if it is called.
Announce = StrEnum("Announce", {"NO": "no", "REQUIRED": "required"})
#: Whether a count of zero scores.
ZeroScores = StrEnum("ZeroScores", {"NO": "no", "YES": "yes"})
#: What a double with a free side counts.
ExposedDouble = StrEnum("ExposedDouble", {"BOTH_HALVES": "both-halves", "WHEN_DEAD": "when-dead"})
#: Which counts score.
ScoresOn = StrEnum("ScoresOn", {"FIVES": "fives", "THREES_AND_FIVES": "threes-and-fives"})
#: How the target has to be reached.
TargetReached = StrEnum("TargetReached", {"OR_PASSED": "or-passed", "EXACTLY": "exactly"})
#: How many partners must be out to end the hand.
PartnersOut = StrEnum("PartnersOut", {"ONE": "one", "BOTH": "both"})
#: When tiles are drawn from the boneyard.
Drawing = StrEnum("Drawing", {"UNTIL_IT_PLAYS": "until-it-plays", "FREE": "free", "NONE": "none"})
#: How many tiles of the boneyard are never drawn.
BoneyardKept = StrEnum("BoneyardKept", {"NONE": "0", "ONE": "1", "TWO": "2"})
#: How long a spinner counts: while a side is free, or while an end is free.
SpinnerCount = StrEnum("SpinnerCount", {"SIDES": "sides", "ENDS": "ends"})
#: Whether all four sides of the first spinner must be covered first.
SpinnerFirst = StrEnum("SpinnerFirst", {"NO": "no", "YES": "yes"})
