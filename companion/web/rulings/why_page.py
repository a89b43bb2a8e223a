"""What the page of a reason shows, as ready values: an entry, its layout as it was, and why."""

from dataclasses import dataclass
from functools import cached_property

from companion.record.replay import Entry, laid_by
from companion.record.statements import Statement
from companion.referee.book import Book
from companion.referee.explain import explain
from companion.referee.why_not import why_not
from companion.rules.game import Game
from companion.rules.layout import Layout, Placement
from companion.tables.company import Company
from companion.tables.desk import Written
from companion.web.records.hand_story import Line, line_of
from companion.web.rulings.question import Question
from companion.web.rulings.ruling import Ruling
from companion.web.scene import Scene, scene_of


@dataclass(frozen=True)
class WhyPage:
    """Everything that the page of one entry shows."""

    written: Written
    company: Company
    #: The index of the entry in the record; one behind the last for the one that is refused.
    at: int

    @cached_property
    def line(self) -> Line:
        """The entry as it is listed."""
        if self.at == len(self.written.entries):
            seq, statement = self.written.unheard[0]
        else:
            seq, statement = self.entry.line, self.entry.with_host
        return line_of(self.at + 1, seq, statement, self.written.start.seating)

    @property
    def entry(self) -> Entry:
        """The entry that is asked about."""
        return self.written.entries[self.at]

    @property
    def before(self) -> Game:
        """The game before it."""
        return self.written.entries[self.at - 1].game if self.at else self.written.start

    @property
    def title(self) -> str:
        """The question: `Why 15?`"""
        count = self.ruling.explanation and self.ruling.explanation.count
        return "Why not?" if self.ruling.why_not else f"Why {count.total}?" if count else "Why?"

    @property
    def subject(self) -> str:
        """The entry, as the record says it."""
        return str(self._said[1])

    @property
    def under(self) -> str:
        """The game and the house rules that matter to a layout."""
        return self.question.under

    @cached_property
    def question(self) -> Question:
        """The layout as it lay, to be asked about by anybody."""
        asked = Question.by_rules_of(self.written.header)
        return asked.laying(laid_by(self.written.entries[: self.at + 1]))

    @cached_property
    def ruling(self) -> Ruling:
        """The referee's answer."""
        book = Book.of(self.written.header)
        laid = laid_by(self.written.entries[: self.at + 1])
        if self.at == len(self.written.entries):
            assert self.written.refused is not None
            refusal = self.written.refused.refusal
            reasons = why_not(book, self.before, self.written.unheard[0][1], refusal)
            layout = self.before.hand.layout if self.before.hand else None
            return Ruling(book.rules, why_not=reasons, scene=_scene(layout, laid))
        layout = self.entry.game.hand.layout if self.entry.game.hand else None
        explanation = explain(book, self.before, self.entry)
        return Ruling(book.rules, explanation, scene=_scene(layout, laid))

    @property
    def earlier(self) -> int | None:
        """The entry before it."""
        return self.written.entries[self.at - 1].line if self.at else None

    @property
    def later(self) -> int | None:
        """The entry after it, if that one was heard."""
        after = self.at + 1
        return self.written.entries[after].line if after < len(self.written.entries) else None

    @property
    def _said(self) -> tuple[int, Statement]:
        if self.at == len(self.written.entries):
            return self.written.unheard[0]
        return self.entry.line, self.entry.with_host


def why_page(written: Written, company: Company, seq: int) -> WhyPage | None:
    """The page of entry `seq`; None where nothing is known of it."""
    if written.refused is not None and written.refused.line == seq:
        return WhyPage(written, company, len(written.entries))
    found = (at for at, entry in enumerate(written.entries) if entry.line == seq)
    at = next(found, None)
    return None if at is None else WhyPage(written, company, at)


def last_scoring(written: Written, side: int) -> int | None:
    """The last entry by which a side's score changed; None where there is none."""
    befores = (written.start, *(entry.game for entry in written.entries))
    gained = [
        entry.line
        for before, entry in zip(befores, written.entries, strict=False)
        if entry.game.scores[side] != before.scores[side]
    ]
    return gained[-1] if gained else None


def _scene(layout: Layout | None, laid: tuple[Placement, ...]) -> Scene | None:
    return scene_of(layout, laid) if layout is not None and layout.tiles else None
