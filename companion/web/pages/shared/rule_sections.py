"""The sections in which the rules of a game are read, each with its rules by name."""

from typing import NamedTuple

from companion.rules.rules import SETTINGS
from companion.words import Message, message


class Section(NamedTuple):
    """A part of the rules: its laws and settings, in the order to read them."""

    name: str
    rules: tuple[str, ...]

    @property
    def title(self) -> Message:
        """What stands above it."""
        return message(f"rules.section.{self.name}")

    @property
    def settings(self) -> tuple[str, ...]:
        """Those of its rules that a table can choose."""
        return tuple(name for name in self.rules if name in SETTINGS)


#: In playing order.
SECTIONS = (
    Section("players", ("partners", "in-turn")),
    Section("deal", ("each-once", "tiles-each")),
    Section("lead", ("first-lead", "lead-tile", "free-lead", "next-lead")),
    Section("tiles", ("match", "named-end", "spinners", "sides-first")),
    Section("count", ("fives", "open-half", "exposed-double", "covered-double", "zero-scores")),
    Section("points", ("points", "lead-scores", "announce")),
    Section("turn", ("another-turn",)),
    Section("draw", ("draw", "pass", "drawn-tile")),
    Section("last-tile", ("domino", "last-tile", "all-washed-up")),
    Section(
        "block", ("blocked", "lowest-wins", "tied-block", "partners-block", "washed-up-in-block")
    ),
    Section("settlement", ("settlement", "rounding", "nearest-five", "all-told", "all-pips")),
    Section(
        "target", ("target", "game-ends", "tied-target", "hand-by-hand", "by-agreement", "won-game")
    ),
)

#: Every rule that stands in one of them.
READ_HERE = frozenset(name for section in SECTIONS for name in section.rules)
