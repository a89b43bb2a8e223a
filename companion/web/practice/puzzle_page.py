"""What the page of the day's puzzle shows, as ready values: the position, the try, the solution."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple

from companion.coach.puzzle import Puzzle
from companion.coach.search import Aim
from companion.coach.surge import Surge
from companion.referee.layout_told import layout_told
from companion.referee.words import points_told
from companion.rules.errors import Refusal
from companion.rules.hand import Hand, tiles_told
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile
from companion.web.practice.moves import moves_written
from companion.web.practice.puzzle_days import day_told
from companion.web.practice.turn_shown import ShownTurn
from companion.web.scene import Scene, scene_of

_NOTHING = Surge()


class HeldTile(NamedTuple):
    """A tile of the hand: set already, or to be tapped, which leads to `asks`."""

    tile: Tile
    is_set: bool
    fits: bool
    is_chosen: bool
    #: What the address says once it is tapped.
    asks: dict[str, str]

    @property
    def label(self) -> str:
        """The name that a screen reader says."""
        if self.is_set:
            return f"{self.tile}, set"
        return str(self.tile) if self.fits else f"{self.tile}, does not fit"


class Place(NamedTuple):
    """A place for the tile that was picked up."""

    host: Tile
    pips: int
    asks: dict[str, str]


@dataclass(frozen=True)
class PuzzlePage:
    """Everything that the page shows."""

    puzzle: Puzzle
    today: date
    #: The turn as far as it was tried.
    tried: Surge = _NOTHING
    #: The tile that was picked up where it has several places.
    tile: Tile | None = None
    #: Why the last tile cannot be set.
    problem: str = ""
    is_told: bool = False
    #: After which step the picture shows the solution.
    at: int | None = None

    @property
    def is_todays(self) -> bool:
        """Whether it is the puzzle of today."""
        return self.puzzle.day == self.today

    @property
    def under(self) -> str:
        """The game, and who plays it."""
        names = self.puzzle.position.seating.players
        partners = ", partners" if self.puzzle.position.seating.has_partners else ""
        return f"{self.puzzle.game.title}, {len(names)} players{partners}"

    @property
    def hand(self) -> Hand:
        """The hand before the turn."""
        assert self.puzzle.position.hand is not None
        return self.puzzle.position.hand

    @property
    def boneyard(self) -> str:
        """What is left to draw."""
        left = self.hand.boneyard
        return f"{tiles_told(left)} in the boneyard" if left else "nothing left to draw"

    @cached_property
    def turn(self) -> ShownTurn:
        """The try, or the solution once it is told."""
        surge = self.puzzle.solution if self.is_told else self.tried
        return self._shown(surge, self.at if self.is_told else None)

    @property
    def tried_shown(self) -> ShownTurn:
        """The try, step by step."""
        return self._shown(self.tried)

    @property
    def first_thought(self) -> ShownTurn:
        """The best that follows the tile that pegs most at once."""
        return self._shown(self.puzzle.first_thought)

    @property
    def solution(self) -> ShownTurn:
        """The best turn."""
        return self._shown(self.puzzle.solution, self.at)

    @property
    def scene(self) -> Scene | None:
        """The layout as it lies after the try; the places for a tile picked up are lit."""
        shown = self.turn.scene
        if shown is None or self.tile is None:
            return shown
        ends = self._layout.ends_for(self.tile)
        scene = scene_of(
            self._layout,
            (*self.puzzle.placements, *self.turn.added),
            lit=[(end.host, end.pips) for end in ends],
        )
        return scene._replace(last=shown.last, fresh=shown.fresh)

    @property
    def tiles(self) -> list[HeldTile]:
        """The tiles of whose turn it is."""
        return list(self._tiles())

    @property
    def places(self) -> list[Place]:
        """The places for the tile that was picked up; empty where none is."""
        if self.tile is None:
            return []
        ends = self._layout.choices_for(self.tile)
        return [Place(end.host, end.pips, self._laying(self.tile, end.host)) for end in ends]

    @property
    def heard(self) -> str:
        """What a tap came to, for who does not see it."""
        if self.problem or not self.tried.steps:
            return self.problem
        last = self.tried_shown.steps[-1]
        return f"{last.step.tile}: {last.written}. {last.earned} {last.step.outcome}"

    @property
    def is_over(self) -> bool:
        """Whether the turn that is tried is over."""
        return self.tried.is_over

    @property
    def is_solved(self) -> bool:
        """Whether it is as good as the solution."""
        return self.is_over and self.puzzle.is_solved_by(self.tried)

    @property
    def undone(self) -> dict[str, str]:
        """The try without the tile set last."""
        return self._asking(self._tried[:-1])

    @property
    def telling(self) -> dict[str, str]:
        """The same with the solution told."""
        return {**self._asking(self._tried), "told": "yes"}

    @property
    def asking(self) -> dict[str, str]:
        """The try as it stands."""
        return self._asking(self._tried)

    def laying_on(self, host: Tile) -> dict[str, str]:
        """The try with the tile that was picked up laid on one of the ends that are lit."""
        assert self.tile is not None
        return self._laying(self.tile, host)

    @property
    def layout_told(self) -> str:
        """The layout in words."""
        return layout_told((*self.puzzle.placements, *self.turn.added[: self.turn.shown]))

    def with_picked_up(self, tile: Tile | None) -> "PuzzlePage":
        """The page with a tile picked up, if it is held and has several places."""
        is_held = any(held.tile == tile and not held.is_set for held in self.tiles)
        if tile is None or self.is_over or not is_held:
            return self
        return replace(self, tile=tile) if len(self._layout.choices_for(tile)) > 1 else self

    def step(self, number: int) -> dict[str, str]:
        """The solution told, with the picture after one of its steps."""
        return {**self.telling, "step": f"{number}"}

    @property
    def measured(self) -> str:
        """The try in what was asked: `3 of 5 pegs`."""
        if self.puzzle.aim is Aim.LONGEST:
            return f"{self.tried.tiles} of {tiles_told(self.puzzle.solution.tiles)}"
        best = points_told(self.puzzle.position.rules, self.puzzle.solution.points)
        return f"{self.tried.points} of {best}"

    @property
    def day_told(self) -> str:
        """The day as people write it: `21 November 2026`."""
        return day_told(self.puzzle.day)

    @property
    def share(self) -> str:
        """A line to send to others; it gives nothing away."""
        row = "●" * self.tried.tiles
        verdict = "solved" if self.is_solved else "not found"
        return f"Companion puzzle of {self.day_told}: {row} {self.measured}, {verdict}."

    @property
    def _tried(self) -> tuple[Placement, ...]:
        return tuple((step.tile, step.host) for step in self.tried.steps)

    @property
    def _layout(self) -> Layout:
        """The layout after the try."""
        layout = self.hand.layout
        for tile, host in self._tried:
            layout = layout.set_tile(tile, host)
        return layout

    def _tiles(self) -> Iterator[HeldTile]:
        gone, layout = {step.tile for step in self.tried.steps}, self._layout
        for tile in self.puzzle.held:
            is_set = tile in gone
            ends = () if is_set else layout.choices_for(tile)
            asks = self._picking(tile) if len(ends) > 1 else self._laying(tile, None)
            yield HeldTile(tile, is_set, bool(ends), tile == self.tile, asks)

    def _laying(self, tile: Tile, host: Tile | None) -> dict[str, str]:
        return self._asking((*self._tried, (tile, host)))

    def _picking(self, tile: Tile) -> dict[str, str]:
        return {**self._asking(self._tried), "tile": f"{tile}"}

    def _asking(self, moves: tuple[Placement, ...]) -> dict[str, str]:
        return {"lay": moves_written(moves)} if moves else {}

    def _shown(self, surge: Surge, at: int | None = None) -> ShownTurn:
        return ShownTurn(self.puzzle.position, self.puzzle.placements, surge, at)


def puzzle_tried(page: PuzzlePage, moves: tuple[Placement, ...]) -> PuzzlePage:
    """The page with these tiles tried, up to the first that cannot be set and why it cannot."""
    tried, problem = page.tried, ""
    for number in range(1, len(moves) + 1):
        try:
            tried = page.puzzle.attempt(moves[:number])
        except Refusal as refusal:
            problem = refusal.sentence
            break
    return replace(page, tried=tried, problem=problem)
