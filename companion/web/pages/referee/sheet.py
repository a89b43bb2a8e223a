"""A sheet of paper: what is drawn of an answer, each thing with its place, in CSS px."""

from typing import Any, NamedTuple

from companion.pictures.board import Board
from companion.web.pages.referee.text_width import wrapped

WIDTH = 720
MARGIN = 36
_MOST_PER_UNIT = 34.0
_PADDING = 14


class Hand(NamedTuple):
    """How a kind of text is written: its size, and the way from line to line."""

    size: float
    leading: float
    weight: int = 400
    fill: str = "#221d15"

    @property
    def breadth(self) -> float:
        """The size that its width goes by: bold letters are broader."""
        return self.size * (1.12 if self.weight > 400 else 1)


#: One for each kind of text on a sheet.
HANDS = {
    "title": Hand(30, 38, 700),
    "subject": Hand(18, 25),
    "under": Hand(15, 22, fill="#665d4e"),
    "sum": Hand(26, 36, 700),
    "heading": Hand(18, 25, 700),
    "strong": Hand(16, 22, 700),
    "text": Hand(16, 22),
    "rule": Hand(14, 19, fill="#665d4e"),
    "foot": Hand(12, 17, fill="#665d4e"),
}


class Line(NamedTuple):
    """A line of text, and where it begins; or ends, if it stands at the right."""

    x: float
    y: float
    words: str
    hand: Hand
    is_right: bool = False


class Shape(NamedTuple):
    """Something else on the sheet: a chip with a count, a tile, a board, a side's dot, a stroke."""

    kind: str
    x: float
    y: float
    width: float = 0
    height: float = 0
    shows: Any = None


class Sheet(NamedTuple):
    """All that is drawn, and what it is called for who hears the picture told."""

    title: str
    lines: tuple[Line, ...]
    shapes: tuple[Shape, ...]
    height: float
    width: float = WIDTH


class Pen:
    """Writes a sheet from the top down, between a left and a right edge."""

    def __init__(self) -> None:
        self.left, self.right, self.y = MARGIN, WIDTH - MARGIN, float(MARGIN)
        self._lines: list[Line] = []
        self._shapes: list[Shape] = []

    def sheet(self, title: Any) -> Sheet:
        """The sheet as it was written."""
        return Sheet(str(title), tuple(self._lines), tuple(self._shapes), self.y + MARGIN)

    def draw(
        self, kind: str, x: float, y: float, width: float = 0, height: float = 0, shows: Any = None
    ) -> None:
        """Put something on the sheet; the way down stays as it is."""
        self._shapes.append(Shape(kind, x, y, width, height, shows))

    def skip(self, way: float) -> None:
        """Go on further down."""
        self.y += way

    def write(self, kind: str, words: Any, indent: float = 0, until: float | None = None) -> None:
        """A text of that kind, on as many lines as it needs before `until`, the right edge."""
        hand = HANDS[kind]
        left = self.left + indent
        width = (self.right if until is None else until) - left
        for line in wrapped(str(words), width / hand.breadth):
            self.y += hand.leading
            self._lines.append(Line(left, self.y - 0.3 * hand.size, line, hand))

    def write_right(self, kind: str, words: Any, until: float, width: float = WIDTH) -> float:
        """A few words that end there, beside what is written next; how far down they come."""
        hand, y = HANDS[kind], self.y
        for line in wrapped(str(words), width / hand.breadth):
            y += hand.leading
            self._lines.append(Line(until, y - 0.3 * hand.size, line, hand, is_right=True))
        return y

    def felt(self, board: Board, height: float, indent: float = 0) -> None:
        """A layout on its felt, no higher than that."""
        left, view = self.left + indent, board.view
        inside = (self.right - left - 2 * _PADDING, height - 2 * _PADDING)
        scale = min(inside[0] / view.width, inside[1] / view.height, _MOST_PER_UNIT)
        bottom = self.y + view.height * scale + 2 * _PADDING
        self.draw("felt", left, self.y, self.right - left, bottom - self.y, (board, scale))
        self.y = bottom
