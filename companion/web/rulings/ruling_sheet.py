"""A ruling on one sheet: the layout, the answer and the rules, as texts with their places."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from companion.referee.explanation import Spot
from companion.referee.reason import Reason, Rule
from companion.web.rulings.ruling import Ruling, rules_behind
from companion.web.rulings.text_width import wrapped

WIDTH = 720
_MARGIN = 36
_FELT = (WIDTH - 2 * _MARGIN, 280.0)
_MOST_PER_UNIT = 34.0
_PADDING = 14
_CHIP = 52


class Ruled(Protocol):
    """What a page has that shows a ruling: the question, the rules it is under, the answer."""

    @property
    def title(self) -> str:
        """The question."""

    @property
    def subject(self) -> str:
        """What it is about, in a line."""

    @property
    def under(self) -> str:
        """The game and its house rules."""

    @property
    def ruling(self) -> Ruling | None:
        """The answer; None while nothing is asked."""


class Hand(NamedTuple):
    """How a kind of text is written: its size, and the way from line to line."""

    size: float
    leading: float
    weight: int = 400
    fill: str = "#221d15"


#: One for each kind of text on the sheet.
_HANDS = {
    "title": Hand(30, 38, 700),
    "subject": Hand(18, 25),
    "under": Hand(15, 22, fill="#665d4e"),
    "sum": Hand(26, 36, 700),
    "heading": Hand(18, 25, 700),
    "text": Hand(16, 22),
    "rule": Hand(14, 19, fill="#665d4e"),
    "foot": Hand(12, 17, fill="#665d4e"),
}


class Text(NamedTuple):
    """A line of text, and where it begins."""

    x: float
    y: float
    said: str
    hand: Hand


class Chip(NamedTuple):
    """What a spot counts, before the sentence about it."""

    y: float
    counts: int


class Bar(NamedTuple):
    """The stroke beside the rules that an answer rests on."""

    top: float
    bottom: float


class Felt(NamedTuple):
    """Where the layout lies on the sheet, and how many times its units are drawn."""

    top: float
    height: float
    scale: float


@dataclass(frozen=True)
class RulingSheet:
    """All that is drawn."""

    ruling: Ruling
    texts: tuple[Text, ...]
    chips: tuple[Chip, ...]
    bars: tuple[Bar, ...]
    felt: Felt | None
    height: float

    @cached_property
    def title(self) -> str:
        """The question, for who hears the picture told."""
        return self.texts[0].said

    @property
    def width(self) -> float:
        """How wide it is."""
        return WIDTH

    @property
    def margin(self) -> float:
        """The way from the sheet's edge to what is written."""
        return _MARGIN


def sheet_of(ruled: Ruled, foot: Iterable[str]) -> RulingSheet:
    """The sheet of an answer, with where and when it was given at its foot."""
    assert ruled.ruling is not None
    pen = _Pen()
    pen.write("title", ruled.title)
    pen.write("subject", ruled.subject)
    pen.write("under", ruled.under)
    pen.draw_felt(ruled.ruling)
    pen.answer(ruled.ruling)
    pen.skip(18)
    for line in foot:
        pen.write("foot", line)
    return pen.sheet(ruled.ruling)


class _Pen:
    """Writes down the sheet, line after line."""

    def __init__(self) -> None:
        self.y = float(_MARGIN)
        self.texts: list[Text] = []
        self.chips: list[Chip] = []
        self.bars: list[Bar] = []
        self.felt: Felt | None = None

    def sheet(self, ruling: Ruling) -> RulingSheet:
        height = self.y + _MARGIN
        return RulingSheet(
            ruling, tuple(self.texts), tuple(self.chips), tuple(self.bars), self.felt, height
        )

    def skip(self, way: float) -> None:
        self.y += way

    def write(self, kind: str, said: str, indent: float = 0) -> None:
        hand = _HANDS[kind]
        width = WIDTH - 2 * _MARGIN - indent
        for line in wrapped(said, width / hand.size):
            self.y += hand.leading
            self.texts.append(Text(_MARGIN + indent, self.y - 0.3 * hand.size, line, hand))

    def draw_felt(self, ruling: Ruling) -> None:
        if ruling.scene is None:
            return
        view = ruling.scene.view
        inside = (_FELT[0] - 2 * _PADDING, _FELT[1] - 2 * _PADDING)
        scale = min(inside[0] / view.width, inside[1] / view.height, _MOST_PER_UNIT)
        self.skip(12)
        self.felt = Felt(self.y, view.height * scale + 2 * _PADDING, scale)
        self.skip(self.felt.height)

    def answer(self, ruling: Ruling) -> None:
        self.skip(10)
        count = ruling.explanation.count if ruling.explanation else None
        if count is None:
            self.write("sum", ruling.told)
        else:
            self.write("sum", " ".join(filter(None, (count.written, _arrow(ruling.earned)))))
            self.write("text", count.change.sentence)
            self._heading("Why this count?")
            self._spots(ruling.spots)
            self._rules(ruling.count_rules)
        for inquiry in ruling.inquiries:
            self._heading(inquiry.title)
            self._reasons(inquiry.reasons)

    def _heading(self, said: str) -> None:
        self.skip(12)
        self.write("heading", said)

    def _spots(self, spots: Iterable[Spot]) -> None:
        for spot in spots:
            self.chips.append(Chip(self.y + 11, spot.end.counts))
            self.write("text", " ".join(reason.sentence for reason in spot.reasons), _CHIP)
            self.skip(5)

    def _reasons(self, reasons: Iterable[Reason]) -> None:
        reasons = tuple(reasons)
        for reason in reasons:
            self.write("text", reason.sentence)
        self._rules(rules_behind(reasons))

    def _rules(self, rules: Iterable[Rule]) -> None:
        """Each source once, below all that stands in it."""
        for source, sentences in _by_source(rules):
            self.skip(5)
            top = self.y
            for sentence in sentences:
                self.write("rule", sentence, 16)
            self.write("rule", f"— {source}", 16)
            self.bars.append(Bar(top + 2, self.y))


def _arrow(earned: str) -> str:
    return f"→ {earned}" if earned else ""


def _by_source(rules: Iterable[Rule]) -> Iterator[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for rule in rules:
        found.setdefault(rule.source, []).append(rule.sentence)
    yield from found.items()
