"""The laws: what no table can choose, and what each of them stands on in each game.

A line is a law, its leg, and the rest as in `race_horses` and `relatives`. A game that is based on
another has its laws but those told here. Of a law that is not told, the work is silent.
"""

from collections.abc import Mapping

from companion.rules import family_laws, race_horse_laws

#: Every law of the games, in the order in which they are read; who plays is told beside them.
LAWS = (
    *("partners", "opposite", "in-turn", "each-once", "first-lead", "free-lead"),
    *("match", "named-end", "sides-first", "open-half", "covered-double"),
    *("lead-scores", "wrong-claim", "must-play", "draw", "pass"),
    *("domino", "passed-over", "all-washed-up"),
    *("blocked", "lowest-wins", "partner-spared", "own-hands", "nearest-five", "all-told"),
    *("all-pips", "disregarded", "tied-target", "hand-by-hand", "by-agreement", "won-game"),
)
#: What concerns records and no game.
RECORD_LAWS = ("one-fact-a-line", "known-names", "seats")
#: The house rule that has other ways than a law, or without which it would not arise.
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
#: The lines of every game.
LAWS_OF: Mapping[str, str] = {**race_horse_laws.LAWS_OF, **family_laws.LAWS_OF}
