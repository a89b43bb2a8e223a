"""What the page of a reason shows: an entry, its layout as it was, and why."""

from typing import NamedTuple

from companion.record.replay import laid_by
from companion.referee.book import Book
from companion.referee.rulings import why, why_not
from companion.tables.service import ReplayedRecord
from companion.web.pages.referee.answer import Answer, answer_of
from companion.web.pages.shared.hands import Line, line_of
from companion.web.pages.shared.position import Question


class WhyPage(NamedTuple):
    """Everything that the page of one entry shows."""

    answer: Answer
    #: The entry as it is listed.
    line: Line
    #: The changes behind the entries before and after it, where there are such.
    earlier: int | None
    later: int | None


def why_page(written: ReplayedRecord, seq: int) -> WhyPage | None:
    """The page of entry `seq`; None where nothing is known of it."""
    seqs = [entry.line for entry in written.entries]
    if written.refused is not None and written.refused.line == seq:
        return _page(written, len(seqs))
    return _page(written, seqs.index(seq)) if seq in seqs else None


def last_scoring(written: ReplayedRecord, side: int) -> int | None:
    """The last entry by which a side's score changed; None where there is none."""
    befores = (written.start, *(entry.game for entry in written.entries))
    gained = [
        entry.line
        for before, entry in zip(befores, written.entries, strict=False)
        if entry.game.scores[side] != before.scores[side]
    ]
    return gained[-1] if gained else None


def _page(written: ReplayedRecord, at: int) -> WhyPage:
    """The page of the entry at that place; one behind the last for the one that is refused."""
    entries, book = written.entries, Book.of(written.header)
    laid = laid_by(entries[: at + 1])
    before = entries[at - 1].game if at else written.start
    if at == len(entries):
        assert written.refused is not None
        seq, statement = written.unheard[0]
        ruling = why_not(book, before, statement, written.refused.refusal, laid)
    else:
        entry = entries[at]
        seq, statement = entry.line, entry.with_host
        ruling = why(book, before, entry, laid)
    question = Question.by_rules_of(written.header).laying(laid)
    return WhyPage(
        answer_of(ruling, question.under, statement, question=question, name=f"why-{at + 1}"),
        line_of(at + 1, seq, statement, written.start.seating),
        entries[at - 1].line if at else None,
        entries[at + 1].line if at + 1 < len(entries) else None,
    )
