"""The pegboard: a side's track of holes in streets of five, with its two pegs."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import Final

from companion.pictures.shape import Point

_STREET: Final = 5
_STREET_PITCH: Final = 5.4  # a street with the gap after it, in distances between two holes
_START_PITCH: Final = 2.4  # the two start holes and the gap before the first street
_GAME_PITCH: Final = 1.4  # a last hole that stands alone, with the gap before it
_ROW_PITCH: Final = 1.9
_PADDING: Final = 8.0
_ROOMY, _TIGHT, _LARGEST = 7.2, 5.2, 14.0  # px between two holes
_FEW_ROWS: Final = 4


@dataclass(frozen=True)
class Hole:
    """A hole and the score that it stands for; the start holes stand for 0."""

    centre: Point
    points: int


@dataclass(frozen=True)
class SkunkLine:
    """A line across the track just before the hole that a loser must reach to get past it."""

    points: int
    is_double: bool
    top: Point
    bottom: Point


@dataclass(frozen=True)
class Pegboard:
    """One side's board: all lengths in CSS px from its top left corner.

    The track runs to the right on the first row, back to the left on the second, and so on.
    The last of the `holes` is the one that wins the game.
    """

    width: float
    height: float
    hole_radius: float
    start_holes: tuple[Hole, Hole]
    holes: tuple[Hole, ...]
    front_peg: Point
    back_peg: Point
    skunk_lines: tuple[SkunkLine, ...]

    @cached_property
    def all_holes(self) -> tuple[Point, ...]:
        """The middles of all holes, the start holes first."""
        return tuple(hole.centre for hole in (*self.start_holes, *self.holes))

    def with_pegs(self, score: int, previous_score: int) -> "Pegboard":
        """The same board with its pegs at other scores."""
        front, back = self._peg(score, 1), self._peg(previous_score, 0)
        return replace(self, front_peg=front, back_peg=back)

    def _peg(self, score: int, start_hole: int) -> Point:
        reached = bisect_right(self._points, score)
        return self.holes[reached - 1].centre if reached else self.start_holes[start_hole].centre

    @cached_property
    def _points(self) -> tuple[int, ...]:
        return tuple(hole.points for hole in self.holes)


@dataclass(frozen=True)
class _Track:
    """How many holes there are, and how they are spread over rows."""

    holes: int
    rows: int
    streets_in_row: int
    pitch: float

    @classmethod
    def for_width(cls, holes: int, width: float) -> "_Track":
        streets = max(1, ceil((holes - _stands_alone(holes)) / _STREET))
        space = width - 2 * _PADDING
        rows = _rows(streets, space, _ROOMY)
        if rows > _FEW_ROWS:
            rows = max(_FEW_ROWS, _rows(streets, space, _TIGHT))
        in_row = ceil(streets / rows)
        rows = ceil(streets / in_row)
        pitch = min(_LARGEST, space / _row_pitches(in_row))
        return cls(holes, rows, in_row, pitch)

    @property
    def height(self) -> float:
        return 2 * _PADDING + self.pitch * (1 + _ROW_PITCH * (self.rows - 1))

    def hole(self, number: int) -> Point:
        """The middle of a hole, counted from 1."""
        street, place = divmod(number - 1, _STREET)
        if number == self.holes and _stands_alone(self.holes):
            street, place = street - 1, _STREET
            row, street = divmod(street, self.streets_in_row)
            return self._at(row, street * _STREET_PITCH + place + _GAME_PITCH - 1)
        row, street = divmod(street, self.streets_in_row)
        return self._at(row, street * _STREET_PITCH + place)

    def start_hole(self, number: int) -> Point:
        """The middle of a start hole: 0 for the back peg, 1 for the front peg."""
        return self._at(0, number - _START_PITCH)

    def line_before(self, number: int) -> tuple[Point, Point]:
        """A line across the track just before a hole, from above it to below it."""
        here, row = self.hole(number), (number - 1) // (_STREET * self.streets_in_row)
        x = here.x - self.pitch / 2 * self._way(row)
        reach = self.pitch * _ROW_PITCH / 2
        return Point(x, here.y - reach), Point(x, here.y + reach)

    def _at(self, row: int, pitches: float) -> Point:
        y = _PADDING + self.pitch * (0.5 + _ROW_PITCH * row)
        left = _PADDING + self.pitch * (0.5 + _START_PITCH)
        if self._way(row) > 0:
            return Point(left + self.pitch * pitches, y)
        right = left + self.pitch * (_STREET_PITCH * self.streets_in_row - _STREET_PITCH + 4)
        return Point(right - self.pitch * pitches, y)

    def _way(self, row: int) -> int:
        return -1 if row % 2 else 1


def lay_pegboard(
    target: int, score: int, previous_score: int, width: float, step: int = 1
) -> Pegboard:
    """The board to a target with the front peg at the score and the back peg at the one before.

    A score below 0 leaves a peg at the start, one past the target puts it in the last hole; a
    score between two holes stays in the one that it has reached. `width` is in CSS px, `step` is
    the points from hole to hole: 1, or 5 where all scores are multiples of five. A board of more
    holes gets more rows and grows downwards.

    The skunk line lies before half of the target, the double skunk line before a quarter: 31 and
    16 on a board to 61, the once-around lines of cribbage.

    Raises `ValueError` where the target is not 1 to 1000 points, the step neither 1 nor 5, or the
    width under 120 px.
    """
    if not 1 <= target <= 1000:
        raise ValueError(f"a board goes to 1 to 1000 points, not {target}")
    if step not in (1, 5):
        raise ValueError(f"a hole stands for 1 or 5 points, not {step}")
    if not 120 <= width < float("inf"):
        raise ValueError(f"a board is at least 120 px wide, not {width}")
    track = _Track.for_width(ceil(target / step), width)
    start_holes = (Hole(track.start_hole(0), 0), Hole(track.start_hole(1), 0))
    board = Pegboard(
        width=width,
        height=track.height,
        hole_radius=track.pitch * 0.22,
        start_holes=start_holes,
        holes=tuple(
            Hole(track.hole(number), min(target, number * step))
            for number in range(1, track.holes + 1)
        ),
        front_peg=start_holes[1].centre,
        back_peg=start_holes[0].centre,
        skunk_lines=tuple(_skunk_lines(track, target, step)),
    )
    return board.with_pegs(score, previous_score)


def _skunk_lines(track: _Track, target: int, step: int) -> Iterator[SkunkLine]:
    for share, is_double in ((2, False), (4, True)):
        points = ceil(target / share)
        number = ceil(points / step)
        if 1 < number < track.holes:
            yield SkunkLine(points, is_double, *track.line_before(number))


def _stands_alone(holes: int) -> bool:
    """Whether the last hole is one more than full streets, as the 61st."""
    return holes > 1 and holes % _STREET == 1


def _rows(streets: int, space: float, pitch: float) -> int:
    """Rows of at least this pitch: two like a real board, one for a few streets, or more."""
    fits = max(1, int((space / pitch - _START_PITCH - _GAME_PITCH) / _STREET_PITCH))
    return max(1 if streets <= 3 else 2, ceil(streets / fits))


def _row_pitches(streets: int) -> float:
    return _START_PITCH + streets * _STREET_PITCH + _GAME_PITCH
