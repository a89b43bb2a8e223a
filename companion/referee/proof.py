"""A proof: a finding told step by step, so that people can follow it line by line.

At its heart is a count: once every pass and every draw is believed, some tiles
have fewer places left than they are, or some places fewer tiles. How a proof
is found is the business of `prover`.
"""

from enum import StrEnum
from typing import NamedTuple

from companion.referee.reneges import Finding
from companion.rules.layout import End, Placement
from companion.rules.tile import Tile


class Deed(StrEnum):
    """What a player did on a line of a proof."""

    DREW = "drew"
    PASSED = "passed"
    SET = "set"
    SHOWED = "showed"


class Step(NamedTuple):
    """A line of a proof, with what a picture of it needs.

    The layout is told as it was before the line: `laid` are its tiles, each
    with its host, and `lit` the open ends on which one of `tiles` would have gone.
    """

    line: int
    player: str
    deed: Deed
    sentence: str
    tiles: tuple[Tile, ...] = ()
    open_pips: tuple[int, ...] = ()
    lit: tuple[End, ...] = ()
    laid: tuple[Placement, ...] = ()


class Proof(NamedTuple):
    """A finding, its steps in the order of the record, and what they come to.

    `tiles` and `places` are not equally many: too few places for these tiles, or
    too few tiles for so many places.
    """

    finding: Finding
    steps: tuple[Step, ...]
    tiles: tuple[Tile, ...]
    places: int
    conclusion: str

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that the proof rests on."""
        return tuple(step.line for step in self.steps)
