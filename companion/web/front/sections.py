"""The sections in which the rules of a game are read, each with its rules by name."""

from typing import NamedTuple

from companion.rules.settings import SETTINGS


class Section(NamedTuple):
    """A part of the rules: its laws and settings, in the order to read them."""

    title: str
    rules: tuple[str, ...]

    @property
    def settings(self) -> tuple[str, ...]:
        """Those of its rules that a table can choose."""
        return tuple(name for name in self.rules if name in SETTINGS)


WHO_PLAYS = Section("Who plays", ("partners", "in-turn"))
THE_DEAL = Section("The deal", ("each-once", "tiles-each"))
THE_COUNT = Section(
    "The count", ("fives", "open-half", "exposed-double", "covered-double", "zero-scores")
)

#: In playing order.
SECTIONS = (
    WHO_PLAYS,
    THE_DEAL,
    Section("Leading a hand", ("first-lead", "lead-tile", "free-lead", "next-lead")),
    Section("Setting tiles", ("match", "named-end", "spinners", "sides-first")),
    THE_COUNT,
    Section("What it pegs", ("points", "lead-scores", "announce")),
    Section("Going on", ("another-turn",)),
    Section("Drawing and passing", ("draw", "pass", "drawn-tile")),
    Section("The last tile", ("domino", "last-tile", "all-washed-up")),
    Section(
        "A blocked hand",
        ("blocked", "lowest-wins", "tied-block", "partners-block", "washed-up-in-block"),
    ),
    Section(
        "Settling the hand", ("settlement", "rounding", "nearest-five", "all-told", "all-pips")
    ),
    Section(
        "Target and end",
        ("target", "game-ends", "tied-target", "hand-by-hand", "by-agreement", "won-game"),
    ),
)

#: Every rule that stands in one of them.
READ_HERE = frozenset(name for section in SECTIONS for name in section.rules)
