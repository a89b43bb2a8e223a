"""A ruling on one sheet: the layout, the answer and the rules."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from companion.pictures.shape import Box
from companion.referee.explanation import Spot
from companion.referee.reason import Reason, Rule
from companion.web.rulings.ruling import Ruling, rules_behind
from companion.web.rulings.sheet import Block, Chip, Pen, Sheet

_CHIP = 52
_BAR = 16


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


def ruling_sheet(ruled: Ruled, foot: Iterable[str]) -> Sheet:
    """The sheet of an answer, with where and when it was given at its foot."""
    ruling = ruled.ruling
    assert ruling is not None
    pen = Pen()
    pen.head(ruled.title, subject=ruled.subject, under=ruled.under)
    if ruling.scene is not None:
        pen.skip(12)
        pen.felt(ruling.scene)
    _answer(pen, ruling)
    return pen.sheet(foot)


def write_rules(pen: Pen, rules: Iterable[Rule]) -> None:
    """Rules behind an answer: each source once, below all that stands in it."""
    for source, sentences in _by_source(rules):
        pen.skip(5)
        top = pen.y
        for sentence in sentences:
            pen.write("rule", sentence, _BAR)
        pen.write("rule", f"— {source}", _BAR)
        pen.draw(Block("bar", Box(pen.left, top + 2, pen.left + 3, pen.y)))


def _answer(pen: Pen, ruling: Ruling) -> None:
    pen.skip(10)
    count = ruling.explanation.count if ruling.explanation else None
    if count is None:
        pen.write("sum", ruling.told)
    else:
        earned = f"→ {ruling.earned}" if ruling.earned else ""
        pen.write("sum", f"{count.written} {earned}")
        pen.write("text", count.change.sentence)
        pen.heading("Why this count?")
        _spots(pen, ruling.spots)
        write_rules(pen, ruling.count_rules)
    for inquiry in ruling.inquiries:
        pen.heading(inquiry.title)
        _reasons(pen, inquiry.reasons)


def _spots(pen: Pen, spots: Iterable[Spot]) -> None:
    for spot in spots:
        pen.draw(Chip(pen.left, pen.y + 11, spot.end.counts))
        pen.write("text", " ".join(reason.sentence for reason in spot.reasons), _CHIP)
        pen.skip(5)


def _reasons(pen: Pen, reasons: Iterable[Reason]) -> None:
    reasons = tuple(reasons)
    for reason in reasons:
        pen.write("text", reason.sentence)
    write_rules(pen, rules_behind(reasons))


def _by_source(rules: Iterable[Rule]) -> Iterator[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for rule in rules:
        found.setdefault(rule.source, []).append(rule.sentence)
    yield from found.items()
