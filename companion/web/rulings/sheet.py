"""A sheet of paper: what is drawn of an answer, each thing with its place, in CSS px."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from companion.pictures.shape import Box
from companion.rules.tile import Tile
from companion.web.rulings.text_width import wrapped
from companion.web.scene import Scene

WIDTH = 720
MARGIN = 36
_FELT_HEIGHT = 280.0
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
_HANDS = {
    "title": Hand(30, 38, 700),
    "subject": Hand(18, 25),
    "under": Hand(15, 22, fill="#665d4e"),
    "sum": Hand(26, 36, 700),
    "score": Hand(26, 30, 700),
    "heading": Hand(18, 25, 700),
    "strong": Hand(16, 22, 700),
    "text": Hand(16, 22),
    "rule": Hand(14, 19, fill="#665d4e"),
    "foot": Hand(12, 17, fill="#665d4e"),
}


class Text(NamedTuple):
    """A line of text, and where it begins; or ends, if it stands at the right."""

    x: float
    y: float
    said: str
    hand: Hand
    is_right: bool = False


class Chip(NamedTuple):
    """What a spot counts, before the sentence about it."""

    x: float
    y: float
    counts: int


class Block(NamedTuple):
    """A stroke, a panel or a cell; how it looks goes by its kind."""

    kind: str
    box: Box


class Dot(NamedTuple):
    """A side's colour, before what is said of it."""

    x: float
    y: float
    side: int


class Face(NamedTuple):
    """A tile by itself, `width` wide and half as high; a faint one is not to be counted."""

    x: float
    y: float
    width: float
    tile: Tile
    is_faint: bool = False


class Felt(NamedTuple):
    """Where a layout lies, and how many times its units are drawn."""

    box: Box
    scale: float
    scene: Scene
    #: Whether gold marks the ends that the scene is about, rather than those that count.
    is_about_ends: bool = False


Shape = Text | Chip | Block | Dot | Face | Felt


@dataclass(frozen=True)
class Sheet:
    """All that is drawn, and what it is called for who hears the picture told."""

    title: str
    shapes: tuple[Shape, ...]
    height: float
    width: float = WIDTH

    def of(self, kind: str) -> tuple[Shape, ...]:
        """The shapes of one kind: `Text`, `Felt` and so on, in the order drawn."""
        return tuple(shape for shape in self.shapes if type(shape).__name__ == kind)


class Pen:
    """Writes a sheet from the top down, between a left and a right edge."""

    def __init__(
        self,
        left: float = MARGIN,
        right: float = WIDTH - MARGIN,
        y: float = MARGIN,
        shapes: list[Shape] | None = None,
    ) -> None:
        self.left, self.right, self.y = left, right, y
        self._shapes: list[Shape] = [] if shapes is None else shapes
        self._title = ""

    def head(self, title: str, *, subject: str, under: str) -> None:
        """The question, what it is about, and by which rules it was answered."""
        self._title = title
        self.write("title", title)
        self.write("subject", subject)
        self.write("under", under)

    def sheet(self, foot: Iterable[str]) -> Sheet:
        """The sheet, with where and when the answer was given at its foot."""
        self.skip(18)
        for line in foot:
            self.write("foot", line)
        return Sheet(self._title, tuple(self._shapes), self.y + MARGIN)

    def draw(self, shape: Shape) -> None:
        """Put something on the sheet; the way down stays as it is."""
        self._shapes.append(shape)

    def skip(self, way: float) -> None:
        """Go on further down."""
        self.y += way

    def write(self, kind: str, said: str, indent: float = 0, until: float | None = None) -> None:
        """A text of that kind, on as many lines as it needs before `until`, the right edge."""
        hand = _HANDS[kind]
        left = self.left + indent
        width = (self.right if until is None else until) - left
        for line in wrapped(said, width / hand.breadth):
            self.y += hand.leading
            self.draw(Text(left, self.y - 0.3 * hand.size, line, hand))

    def write_right(self, kind: str, said: str, until: float | None = None) -> None:
        """A few words that end at the right edge, beside what is written next."""
        hand = _HANDS[kind]
        right = self.right if until is None else until
        self.draw(Text(right, self.y + hand.leading - 0.3 * hand.size, said, hand, is_right=True))

    def heading(self, said: str) -> None:
        """A question that is answered below."""
        self.skip(12)
        self.write("heading", said)

    def felt(
        self,
        scene: Scene,
        height: float = _FELT_HEIGHT,
        indent: float = 0,
        *,
        is_about_ends: bool = False,
    ) -> None:
        """A layout on its felt, no higher than that."""
        left, view = self.left + indent, scene.view
        inside = (self.right - left - 2 * _PADDING, height - 2 * _PADDING)
        scale = min(inside[0] / view.width, inside[1] / view.height, _MOST_PER_UNIT)
        bottom = self.y + view.height * scale + 2 * _PADDING
        self.draw(Felt(Box(left, self.y, self.right, bottom), scale, scene, is_about_ends))
        self.y = bottom

    @contextmanager
    def columns(self, *kinds: str, gap: float = 16) -> Iterator[tuple["Pen", ...]]:
        """A pen for each column; behind it lies a block of that kind, if any, all alike high."""
        width = (self.right - self.left - gap * (len(kinds) - 1)) / len(kinds)
        lefts = [self.left + number * (width + gap) for number in range(len(kinds))]
        insets = [_PADDING if kind else 0 for kind in kinds]
        pens = tuple(
            # A line has some room above its letters already.
            Pen(left + inset, left + width - inset, self.y + inset * 0.5, self._shapes)
            for left, inset in zip(lefts, insets, strict=True)
        )
        yield pens
        top = self.y
        self.y = max(pen.y + inset * 0.8 for pen, inset in zip(pens, insets, strict=True))
        for kind, left in zip(kinds, lefts, strict=True):
            if kind:
                self.draw(Block(kind, Box(left, top, left + width, self.y)))
