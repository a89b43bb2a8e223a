"""The pegboard: a track of holes in streets of five, with two pegs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, NamedTuple

from companion.pictures.shapes import Point

_STREET: Final = 5
# In distances between two holes:
_STREET_PITCH: Final = 5.4  # a street with the gap after it
_START_PITCH: Final = 2.4  # the two start holes and the gap before the first street
_GAME_PITCH: Final = 1.4  # the gap before a last hole that stands alone
_ROW_PITCH: Final = 1.9
# In px:
_PADDING: Final = 8.0
_ROOMY, _TIGHT, _LARGEST = 7.2, 5.2, 14.0  # between two holes
_FEW_ROWS: Final = 4


@dataclass(frozen=True)
class Pegboard:
    """The board of one side, in CSS px from its top left corner; every other row runs back."""

    target: int
    #: The points from hole to hole.
    step: int
    width: float
    height: float
    hole_radius: float
    start_holes: tuple[Point, Point]
    holes: tuple[Point, ...]
    #: Each from top to bottom, just before the hole that a loser must reach.
    skunk_lines: tuple[tuple[Point, Point], ...]
    front_peg: Point
    back_peg: Point
    #: Where a peg stands past a target that must be hit exactly; None on other boards.
    beyond: Point | None = None

    def with_pegs(self, score: int, previous_score: int) -> "Pegboard":
        """The board with the front peg at the score and the back peg at the one before.

        Below 0 a peg stays at the start, past the target in the last hole or `beyond` it, and
        between two holes in the lower one.
        """
        back, front = self.start_holes
        return replace(
            self, front_peg=self._peg(score, front), back_peg=self._peg(previous_score, back)
        )

    def _peg(self, score: int, start: Point) -> Point:
        if score > self.target and self.beyond is not None:
            return self.beyond
        if score >= self.target:
            return self.holes[-1]
        return self.holes[score // self.step - 1] if score >= self.step else start


def lay_pegboard(target: int, width: float, step: int = 1, *, is_exact: bool = False) -> Pegboard:
    """The board to a target with both pegs at the start, `width` in CSS px.

    `step` is 5 if all scores are multiples of five; `is_exact` means a target to be hit exactly.
    """
    track = _Track.for_width(ceil(target / step), width)
    last_row, last = track.place(track.holes)
    back, front = track.at(0, -_START_PITCH), track.at(0, 1 - _START_PITCH)
    return Pegboard(
        target,
        step,
        width,
        height=2 * _PADDING + track.pitch * (1 + _ROW_PITCH * (track.rows - 1)),
        hole_radius=track.pitch * 0.22,
        start_holes=(back, front),
        holes=tuple(track.at(*track.place(number)) for number in range(1, track.holes + 1)),
        skunk_lines=tuple(_skunk_lines(track, target, step)),
        front_peg=front,
        back_peg=back,
        beyond=track.at(last_row, last + 1) if is_exact else None,
    )


def _skunk_lines(track: "_Track", target: int, step: int) -> Iterator[tuple[Point, Point]]:
    """A line before half of the target, and one before a quarter: 31 and 16, as in cribbage."""
    for share in (2, 4):
        number = ceil(ceil(target / share) / step)
        if 1 < number < track.holes:
            row, pitches = track.place(number)
            x, y = track.at(row, pitches - 0.5)
            reach = track.pitch * _ROW_PITCH / 2
            yield Point(x, y - reach), Point(x, y + reach)


class _Track(NamedTuple):
    """The holes, and their rows."""

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
        pitch = min(_LARGEST, space / (_START_PITCH + in_row * _STREET_PITCH + _GAME_PITCH))
        return cls(holes, ceil(streets / in_row), in_row, pitch)

    def place(self, number: int) -> tuple[int, float]:
        """The row of a hole, and how far along the row it is; holes count from 1."""
        street, place = divmod(number - 1, _STREET)
        pitches: float = place
        if number == self.holes and _stands_alone(self.holes):
            street, pitches = street - 1, _STREET - 1 + _GAME_PITCH
        row, street = divmod(street, self.streets_in_row)
        return row, street * _STREET_PITCH + pitches

    def at(self, row: int, pitches: float) -> Point:
        """The point so far along a row from its first hole; every other row runs back."""
        if row % 2:
            pitches = _STREET_PITCH * (self.streets_in_row - 1) + _STREET - 1 - pitches
        x = _PADDING + self.pitch * (0.5 + _START_PITCH + pitches)
        return Point(x, _PADDING + self.pitch * (0.5 + _ROW_PITCH * row))


def _stands_alone(holes: int) -> bool:
    """Whether the last hole comes after full streets, like the 61st."""
    return holes > 1 and holes % _STREET == 1


def _rows(streets: int, space: float, pitch: float) -> int:
    """The number of rows at this pitch: two as on a real board, one for few streets, or more."""
    fits = max(1, int((space / pitch - _START_PITCH - _GAME_PITCH) / _STREET_PITCH))
    return max(1 if streets <= 3 else 2, ceil(streets / fits))
