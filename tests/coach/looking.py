"""A layout as its question shows it, looked at once more: who lies on whom, and what counts."""

from collections.abc import Mapping
from typing import Any

from companion.coach.drills.question import Question
from companion.i18n import Message
from companion.rules.settings import Rules
from companion.rules.tile import Tile
from tests.coach.recount import Placements, ends

#: The number, and the rule.
Made = tuple[int, str]


class Table:
    """A layout as its question shows it, a tile to come lying there already."""

    def __init__(
        self, question: Question, rules: Rules, named: Mapping[str, Any], given: str = ""
    ) -> None:
        self.question, self.rules, self.named = question, rules, named
        self.given = int(given) if given.isdigit() else 0
        self.tile: Tile = named.get("tile", Tile(0, 0))
        self.pips: int = named.get("pips", 0)
        self.name = str(named.get("name", ""))
        self.lay: Placements = question.placements
        prompt = question.prompt
        if isinstance(prompt, Message) and prompt.id == "coach.ask.change":
            self.lay = (*self.lay, (prompt["tile"], prompt["host"]))

    def joined(self, tile: Tile, lay: Placements | None = None) -> list[Tile]:
        """The tiles that lie against this one."""
        lay = self.lay if lay is None else lay
        under = [host for placed, host in lay if placed == tile and host is not None]
        return under + [placed for placed, host in lay if host == tile]

    def counts(self, tile: Tile, lay: Placements | None = None) -> int:
        """What one tile counts."""
        lay = self.lay if lay is None else lay
        joined = self.joined(tile, lay)
        if not tile.is_double:
            shared = [next(pips for pips in tile if pips in other) for other in joined]
            return sum(pips for pips in tile if pips not in shared)
        is_dead = len([placed for placed, _ in lay if tile.high in placed]) == 7
        waits = str(self.rules.exposed_double) == "when-dead" and not is_dead
        return 0 if waits else self.halves(tile, lay) * tile.high

    def halves(self, tile: Tile, lay: Placements | None = None) -> int:
        """How many halves of a double its covered ways leave in the count."""
        joined = len(self.joined(tile, lay))
        if self.is_by_ends(tile):
            return {0: 2, 1: 2, 2: 2, 3: 1, 4: 0}[joined]
        return 0 if joined > 1 else 2

    def is_by_ends(self, double: Tile) -> bool:
        """Whether the double counts as long as one of its ends is free."""
        first = next((placed for placed, _ in self.lay if placed.is_double), None)
        spinners = str(self.rules.spinners)
        spins = spinners == "all" or (spinners == "first" and double == first)
        return spins and str(self.rules.spinner_count) == "ends"

    def by(self, rule: str) -> str:
        """The rule that a mistake about the double breaks: its own where it counts by its ends."""
        return "spinner-count" if self.is_by_ends(self.tile) else rule

    def most_by(self, doubles: list[Tile], rule: str) -> str:
        """The rule that a mistake about several doubles breaks."""
        return "spinner-count" if all(map(self.is_by_ends, doubles)) else rule

    def but(self, **instead: int) -> int:
        """The count of who takes the tile of the mistake for something else."""
        (wrong,) = instead.values()
        return self.total - self.counts(self.tile) + wrong

    @property
    def total(self) -> int:
        return sum(self.counts(tile) for tile, _ in self.lay)

    @property
    def covered(self) -> list[Tile]:
        return [tile for tile, _ in self.lay if tile.is_double and not self.halves(tile)]

    @property
    def free(self) -> list[Tile]:
        return [tile for tile, _ in self.lay if tile.is_double and self.counts(tile)]

    @property
    def whole(self) -> list[Tile]:
        """The doubles of which both halves count."""
        return [tile for tile in self.free if self.counts(tile) == 2 * tile.high]

    @property
    def side_rule(self) -> str:
        return "covered-double" if self.tile in self.covered else "exposed-double"

    @property
    def waits(self) -> bool:
        """Whether halves of the double are free that count nothing until its tiles are all out."""
        return self.halves(self.tile) > 0 and not self.counts(self.tile)

    @property
    def why_not(self) -> str:
        """The rule by which the tile goes nowhere."""
        shown = ends(self.question, self.rules, self.lay)
        is_open = any(pips in self.tile for _, pips in shown)
        return "spinner-first" if is_open else "match"
