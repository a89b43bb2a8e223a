"""A sheet of paper: lines and shapes, each with its place in CSS px, written from the top down."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.pictures.board_drawing import BoardDrawing

WIDTH = 720
MARGIN = 36
_MOST_PER_UNIT = 34.0
_PADDING = 14

#: The widths of characters in units of their size, in the widest letters that readers have.
_NARROW, _USUAL, _LARGE, _WIDEST = 0.36, 0.62, 0.78, 1.0
_THIN = frozenset(" .,:;!|'’“”()[]ijlftr-I")
_SIGNS = frozenset("<>+=−×÷~#&")
_BROAD = frozenset("mwMW@%—→")


class Lettering(NamedTuple):
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
    "title": Lettering(30, 38, 700),
    "subject": Lettering(18, 25),
    "under": Lettering(15, 22, fill="#665d4e"),
    "sum": Lettering(26, 36, 700),
    "heading": Lettering(18, 25, 700),
    "strong": Lettering(16, 22, 700),
    "text": Lettering(16, 22),
    "rule": Lettering(14, 19, fill="#665d4e"),
    "foot": Lettering(12, 17, fill="#665d4e"),
    # On felt.
    "game": Lettering(19, 28, fill="#d3e3da"),
    "headline": Lettering(58, 66, 800, "#fff"),
    "side": Lettering(24, 32, 600, "#fff"),
    "winner": Lettering(24, 32, 700, "#f0c75a"),
    "score": Lettering(50, 56, 800, "#fff"),
    "winning": Lettering(50, 56, 800, "#f0c75a"),
    "evening": Lettering(21, 36, 700, "#fff"),
    "about": Lettering(15, 22, fill="#d3e3da"),
    "told": Lettering(19, 26, 600, "#fff"),
    "small": Lettering(12, 17, fill="#d3e3da"),
}


class TextLine(NamedTuple):
    """A line of text, and where it begins; or ends, if it stands at the right."""

    x: float
    y: float
    words: str
    hand: Lettering
    is_right: bool = False


@dataclass
class Sheet:
    """What is written from the top down, between a left and a right edge."""

    #: Its name for people who hear the picture read aloud.
    title: str
    lines: list[TextLine] = field(default_factory=list)
    shapes: list[tuple[str, float, float, float, float, Any]] = field(default_factory=list)
    #: How far down it is written.
    y: float = MARGIN
    #: The look of the felt that it is written on, `light` or `dark`; empty on paper.
    theme: str = ""
    width, left, right = WIDTH, MARGIN, WIDTH - MARGIN

    def draw(
        self, kind: str, x: float, y: float, width: float = 0, height: float = 0, shows: Any = None
    ) -> None:
        """Put a chip, a tile, a board, pegs or a stroke there; what is written stays beside it."""
        self.shapes.append((kind, x, y, width, height, shows))

    def write(
        self, kind: str, words: Any, indent: float = 0, until: float = WIDTH - MARGIN
    ) -> None:
        """A text of that kind, on as many lines as it needs before `until`."""
        left = self.left + indent
        self.y = self._put(kind, words, left, until - left)

    def write_right(self, kind: str, words: Any, until: float, width: float = WIDTH) -> float:
        """A few words that end there, beside what is written next; how far down they come."""
        return self._put(kind, words, until, width, is_right=True)

    def _put(
        self, kind: str, words: Any, x: float, width: float, *, is_right: bool = False
    ) -> float:
        hand, y = HANDS[kind], self.y
        for line in wrapped(str(words), width / hand.breadth):
            y += hand.leading
            self.lines.append(TextLine(x, y - 0.3 * hand.size, line, hand, is_right))
        return y

    def felt(
        self, board: BoardDrawing, height: float, indent: float = 0, *, is_bare: bool = False
    ) -> None:
        """A layout on its felt, no higher than that; a bare one lies on what is there, as high."""
        left, width, view = self.left + indent, self.right - self.left - indent, board.view
        scale = min(
            (width - 2 * _PADDING) / view.width,
            (height - 2 * _PADDING) / view.height,
            _MOST_PER_UNIT,
        )
        height = height if is_bare else view.height * scale + 2 * _PADDING
        self.draw("layout" if is_bare else "felt", left, self.y, width, height, (board, scale))
        self.y += height


def wrapped(text: str, width: float) -> Iterator[str]:
    """The lines of a text, none wider than `width`; a word that is wider is broken."""
    line, taken = "", 0.0
    for word in text.split():
        for part, wide in _broken(word, width):
            if line and taken + _NARROW + wide > width:
                yield line
                line = ""
            line, taken = (f"{line} {part}", taken + _NARROW + wide) if line else (part, wide)
    if line:
        yield line


def _broken(word: str, width: float) -> Iterator[tuple[str, float]]:
    """A word in parts that are not too wide, each with its width."""
    begin, taken = 0, 0.0
    for at, wide in enumerate(map(width_of, word)):
        if at > begin and taken + wide > width:
            yield word[begin:at], taken
            begin, taken = at, 0.0
        taken += wide
    yield word[begin:], taken


def width_of(character: str) -> float:
    """The width of a character, in units of its size."""
    if character in _THIN:
        return _NARROW
    if character in _BROAD or unicodedata.east_asian_width(character) in "WF":
        return _WIDEST
    return _LARGE if character.isupper() or character in _SIGNS else _USUAL
