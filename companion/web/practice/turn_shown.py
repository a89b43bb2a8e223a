"""A turn step by step, ready for a page: each tile, what it made the count, and the layout then."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.coach.surge import Step, Surge
from companion.referee.words import count_written_out, points_told
from companion.rules.game import Game
from companion.rules.hand import tiles_told
from companion.rules.layout import Layout, Placement
from companion.web.scene import Scene, scene_of


class ShownStep(NamedTuple):
    """A tile of the turn: the count written out, what it pegged, and what then."""

    number: int
    step: Step
    written: str
    #: What it pegged with its unit; empty where that is nothing.
    earned: str
    is_shown: bool


@dataclass(frozen=True)
class ShownTurn:
    """A turn from a position on; the picture shows it after step `at`, or after the last."""

    game: Game
    laid: tuple[Placement, ...]
    surge: Surge
    at: int | None = None

    @property
    def shown(self) -> int:
        """How many of its tiles lie in the picture."""
        tiles = self.surge.tiles
        return tiles if self.at is None else min(max(self.at, 0), tiles)

    @cached_property
    def steps(self) -> tuple[ShownStep, ...]:
        """The tiles in the order in which they are set."""
        return tuple(self._steps())

    @property
    def told(self) -> str:
        """What it comes to: `3 tiles, 4 pegs`; the tiles alone where counts give no points."""
        if not self.game.rules.worth(5):
            return tiles_told(self.surge.tiles)
        points = points_told(self.game.rules, self.surge.points)
        return f"{tiles_told(self.surge.tiles)}, {points}"

    @cached_property
    def scene(self) -> Scene | None:
        """The layout with the tiles of the turn told apart; None while nothing lies."""
        layout = self._layouts[self.shown]
        if not layout.tiles:
            return None
        added = self.added[: self.shown]
        scene = scene_of(layout, (*self.laid, *added))
        last = layout.tiles[-1] if added else None
        return scene._replace(last=last, fresh=frozenset(tile for tile, _ in added))

    @property
    def added(self) -> tuple[Placement, ...]:
        """What the turn lays."""
        return tuple((step.tile, step.host) for step in self.surge.steps)

    def _steps(self) -> Iterator[ShownStep]:
        for number, step in enumerate(self.surge.steps, start=1):
            earned = points_told(self.game.rules, step.points) if step.points else ""
            written = count_written_out(self._layouts[number])
            yield ShownStep(number, step, written, earned, is_shown=number == self.shown)

    @cached_property
    def _layouts(self) -> tuple[Layout, ...]:
        """The layout before the turn, and after each of its tiles."""
        assert self.game.hand is not None
        layouts = [self.game.hand.layout]
        for tile, host in self.added:
            layouts.append(layouts[-1].set_tile(tile, host))
        return tuple(layouts)
