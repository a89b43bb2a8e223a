"""The laws: what every game of the family shares, each in a sentence of our own.

What a table can choose is a setting (`companion.rules.rules`) and is not
repeated here.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.rules.games import OURS, RACEHORSE_1990, SEVEN_ROCKS
from companion.words import Text, message

RECORD_FORMAT = message("source.record-format")
THE_SET = message("source.double-six")


class Law(NamedTuple):
    """A rule that no table changes."""

    name: str
    #: Where it stands; None where each game's own source says it.
    source: Text | None = None
    #: The sources that leave it open, so that it is our decision there.
    silent: tuple[Text, ...] = ()

    @property
    def sentence(self) -> Text:
        """What it says."""
        return message(f"law.{self.name}.sentence")


_ALL_LAWS = (
    # The layout.
    Law("each-once", THE_SET),
    Law("match"),
    Law("named-end", OURS),
    Law("open-half"),
    Law("covered-double", silent=(SEVEN_ROCKS,)),
    Law("sides-first", silent=(SEVEN_ROCKS,)),
    Law("fives"),
    Law("lead-scores"),
    # The turn.
    Law("partners"),
    Law("in-turn"),
    Law("draw", silent=(SEVEN_ROCKS,)),
    Law("pass", silent=(SEVEN_ROCKS,)),
    Law("free-lead", OURS),
    # The hand.
    Law("domino"),
    Law("blocked", silent=(RACEHORSE_1990,)),
    Law("lowest-wins", silent=(RACEHORSE_1990,)),
    Law("all-washed-up", OURS),
    Law("nearest-five"),
    Law("hand-by-hand", OURS),
    Law("all-told", OURS),
    Law("all-pips", THE_SET),
    # The game.
    Law("tied-target", OURS),
    Law("by-agreement", OURS),
    Law("won-game", OURS),
    # The record.
    Law("one-fact-a-line", RECORD_FORMAT),
    Law("known-names", RECORD_FORMAT),
    Law("seats", RECORD_FORMAT),
)

LAWS: Mapping[str, Law] = {law.name: law for law in _ALL_LAWS}
