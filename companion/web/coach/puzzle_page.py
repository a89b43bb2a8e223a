"""What the page of a puzzle shows: the position, the try, the solution."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from flask import Request, url_for
from werkzeug.exceptions import BadRequest

from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.surge import Surge
from companion.i18n import Text, message, sentences
from companion.pictures.board_drawing import BoardDrawing
from companion.rules.errors import Refusal
from companion.rules.layout import End, Placement
from companion.rules.tile import Tile
from companion.web.coach.puzzle_text import PuzzleWords, words_of
from companion.web.coach.surge_page import ShownTurn, shown_turn
from companion.web.ui.forms import parse_tile
from companion.web.ui.position_address import parse_placements, write_placements

#: A player never gets more tiles in a deal.
_MOST_MOVES = 14


class Trying(NamedTuple):
    """A try from an address: the tiles played, one picked up, the solution and its step."""

    moves: tuple[Placement, ...]
    picked_up: Tile | None = None
    shows_solution: bool = False
    step: int | None = None

    @classmethod
    def parse(cls, request: Request) -> "Trying":
        """The try in a request; raises `BadRequest` if its tiles can't be read."""
        moves, unreadable = parse_placements(request.args.get("lay", ""))
        if unreadable or len(moves) > _MOST_MOVES:
            raise BadRequest
        return cls(
            moves,
            parse_tile(request.args.get("tile")),
            request.args.get("told") == "yes",
            request.args.get("step", type=int),
        )


class PuzzlePlace(NamedTuple):
    """Where a puzzle is solved: the view that shows it, and what else its address holds.

    If tries are kept, each tap is posted: so following addresses keeps nothing.
    """

    endpoint: str
    values: dict[str, Any]
    keeps_tries: bool = False

    def address(self, lay: str | None = None, **more: Any) -> str:
        """The address with these tiles tried."""
        return url_for(self.endpoint, **self.values, lay=lay, **more)


@dataclass(frozen=True)
class PuzzlePage:
    """A puzzle being solved, with a turn tried up to the first tile that can't be played."""

    puzzle: Puzzle
    place: PuzzlePlace
    trying: Trying
    surge: Surge
    words: PuzzleWords
    #: Why the last tile can't be played.
    problem: Text | None = None

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        place: PuzzlePlace,
        trying: Trying,
        say: Callable[[Puzzle, Surge], PuzzleWords] = words_of,
    ) -> "PuzzlePage":
        """A puzzle with the try from its address; `say` gives its words."""
        surge, problem = _try(puzzle, trying.moves)
        return cls(puzzle, place, trying, surge, say(puzzle, surge), problem)

    @cached_property
    def tried(self) -> ShownTurn:
        """The turn as far as it was tried."""
        return shown_turn(self.puzzle.position, self.puzzle.placements, self.surge)

    @property
    def first_thought(self) -> ShownTurn:
        """What looks best at first."""
        puzzle = self.puzzle
        return shown_turn(puzzle.position, puzzle.placements, puzzle.first_thought)

    @cached_property
    def solution(self) -> ShownTurn | None:
        """The solution, if it was asked for, with a picture of one of its steps."""
        if not self.trying.shows_solution:
            return None
        puzzle, shown = self.puzzle, partial(self.place.address, self.lay, told="yes")
        turn, at = puzzle.solution, self.trying.step
        return shown_turn(
            puzzle.position, puzzle.placements, turn, at, lambda step: shown(step=step)
        )

    @property
    def board(self) -> BoardDrawing | None:
        """The picture, with the ends lit that are places for a tile."""
        board = (self.solution or self.tried).board
        if board is None or not self.places:
            return board
        ends = {(host, pips) for host, (pips, _) in self.places.items()}
        marks = (mark._replace(is_lit=mark.end in ends) for mark in board.marks)
        return board._replace(marks=tuple(marks))

    @cached_property
    def places(self) -> dict[Tile, tuple[int, str]]:
        """The ends for the tile picked up, if there are several: what each shows and leads to."""
        tile = self.trying.picked_up
        if tile is None or len(self._ends.get(tile, ())) < 2 or self.trying.shows_solution:
            return {}
        return {
            host: (pips, self.place.address(_lay((*self._laid, (tile, host)))))
            for host, pips, *_ in self._ends[tile]
        }

    @property
    def tile(self) -> Tile | None:
        """The tile that was picked up, if it has several places."""
        return self.trying.picked_up if self.places else None

    @property
    def tiles(self) -> dict[Tile, tuple[str, str]]:
        """Whether each tile of the hand is played, fits or doesn't, and where a tap on it leads."""
        held = () if self.surge.is_over else self.puzzle.held
        return {tile: self._held(tile) for tile in held}

    @property
    def heard(self) -> Text | None:
        """The result of a tap, for people who can't see it."""
        if self.problem or not self.tried.steps:
            return self.problem
        last = self.tried.steps[-1]
        count = message("puzzle.heard", tile=last.tile, count_written=last.written)
        return sentences(count, last.earned, last.then)

    @property
    def is_solved(self) -> bool:
        """Whether the turn is over and as good as the solution."""
        return self.surge.is_over and self.puzzle.is_solved_by(self.surge)

    @property
    def lay(self) -> str | None:
        """The try in its address."""
        return _lay(self._laid)

    @property
    def undone(self) -> str | None:
        """The try without the last tile."""
        return _lay(self._laid[:-1])

    @property
    def _laid(self) -> tuple[Placement, ...]:
        return tuple((step.tile, step.host) for step in self.surge.steps)

    @cached_property
    def _ends(self) -> dict[Tile, tuple[End, ...]]:
        """The ends for each tile still in the hand."""
        layout = self.tried.layout
        return {
            tile: layout.choices_for(tile) for tile in self.puzzle.held if tile not in layout.tiles
        }

    def _held(self, tile: Tile) -> tuple[str, str]:
        if (ends := self._ends.get(tile)) is None:
            return "set", ""
        # A tile just drawn must come first, and a lead has no host.
        fits = bool(ends) if self._laid else tile in self.puzzle.firsts
        if len(ends) > 1 and fits:
            return "fits", self.place.address(self.lay, tile=str(tile))
        return "fits" if fits else "fits-not", self.place.address(_lay((*self._laid, (tile, None))))


def _try(puzzle: Puzzle, moves: tuple[Placement, ...]) -> tuple[Surge, Text | None]:
    """The turn up to the first tile that can't be played, and why it can't."""
    tried = Surge()
    for number in range(1, len(moves) + 1):
        try:
            tried = puzzle.attempt(moves[:number])
        except Refusal as refusal:
            return tried, refusal.message
    return tried, None


def _lay(moves: tuple[Placement, ...]) -> str | None:
    return write_placements(moves) or None
