"""The laws: the rules that no table can change, whichever game it plays."""

from collections.abc import Mapping

#: Every law of the games, in the order in which they are read.
LAWS = (
    *("partners", "opposite", "in-turn", "each-once", "first-lead", "free-lead"),
    *("match", "named-end", "sides-first", "open-half", "covered-double"),
    *("lead-scores", "wrong-claim", "must-play", "draw", "pass"),
    *("domino", "passed-over", "all-washed-up"),
    *("blocked", "lowest-wins", "partner-spared", "own-hands", "nearest-five", "all-told"),
    *("all-pips", "disregarded", "tied-target", "hand-by-hand", "by-agreement", "won-game"),
)
#: The laws of the record format, which belong to no game.
RECORD_LAWS = ("one-fact-a-line", "known-names", "seats")
#: The house rule that changes a law, or without which it would not arise.
SWITCHES: Mapping[str, str] = {
    "domino": "last-tile",
    "free-lead": "lead-tile",
    "covered-double": "spinner-count",
    "wrong-claim": "announce",
    "must-play": "drawing",
    "draw": "drawing",
    "passed-over": "partners-out",
    "all-washed-up": "last-tile",
    "own-hands": "settlement",
    "all-told": "settlement",
    "disregarded": "target-reached",
}
