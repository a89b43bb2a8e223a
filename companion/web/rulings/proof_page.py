"""What the page of a proof shows, as ready values: its steps, each with the layout by then."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.referee.comparison_sheet import game_told
from companion.referee.proof import Proof, Step
from companion.referee.prover import prove
from companion.referee.reneges import Finding, findings
from companion.rules.layout import Layout
from companion.rules.tile import Tile
from companion.tables.company import Company
from companion.tables.desk import Written
from companion.web.records.hand_story import HandStory, hands_of
from companion.web.scene import Scene, scene_of


class ToldStep(NamedTuple):
    """A step with the number of its entry, and a picture where ends matter."""

    number: int
    step: Step
    scene: Scene | None
    #: The side of the player.
    side: int

    @property
    def shown(self) -> tuple[Tile, ...]:
        """The tiles that it is about, where they are few enough to be looked at."""
        return self.step.tiles if len(self.step.tiles) <= _MOST_SHOWN else ()


@dataclass(frozen=True)
class ProofPage:
    """Everything that the page shows."""

    written: Written
    company: Company
    proof: Proof
    hand: HandStory
    #: The numbers of the entries by the changes that made them.
    numbers: Mapping[int, int]

    @property
    def title(self) -> str:
        """What is claimed."""
        return "This cannot be"

    @property
    def subject(self) -> str:
        """Where it is proved."""
        return f"Hand {self.hand.number}, entry {self.number}."

    @property
    def method(self) -> str:
        """How it is proved."""
        return _METHOD

    @property
    def under(self) -> str:
        """The game and its house rules."""
        return f"By the rules of {game_told(self.written.header)}"

    @property
    def number(self) -> int:
        """The number of the entry that proves it."""
        return self.numbers[self.proof.finding.line]

    @cached_property
    def steps(self) -> tuple[ToldStep, ...]:
        """The steps in the order of the record."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[ToldStep]:
        seating = self.written.start.seating
        for step in self.proof.steps:
            side = seating.side_of[seating.seat(step.player)]
            yield ToldStep(self.numbers[step.line], step, self._scene(step), side)

    def _scene(self, step: Step) -> Scene | None:
        """The layout before the step, the ends lit on which one of its tiles would have gone."""
        if not step.laid or not step.open_pips:
            return None
        layout = Layout.under(self.written.header.rules)
        for tile, host in step.laid:
            layout = layout.set_tile(tile, host)
        return scene_of(layout, step.laid, lit={(end.host, end.pips) for end in step.lit})


_MOST_SHOWN = 7
_METHOD = (
    "Every pass and every draw is believed here, one after another, until they contradict each "
    "other."
)


def proof_page(written: Written, company: Company, seq: int) -> ProofPage | None:
    """The page of what entry `seq` proves; None where it proves nothing."""
    lines = [entry.line for entry in written.entries]
    for hand in hands_of(written.start, written.entries):
        if any(entry.line == seq for entry in hand.entries):
            for finding in findings(hand.before, hand.entries):
                if finding.line == seq:
                    proof = prove(hand.before, hand.entries, finding)
                    numbers = {line: number for number, line in enumerate(lines, 1)}
                    return ProofPage(written, company, proof, hand, numbers)
    return None


def finding_told(found: Finding, number: int | None = None) -> str:
    """A finding as pages tell it: by the number that people call the entry by, or by none."""
    since = f"On line {found.since} "
    if not found.message.startswith(since):
        return found.message
    told = found.message.removeprefix(since)
    return told if number is None else f"At entry {number} {told}"
