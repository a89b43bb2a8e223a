"""What the page of the record shows, as ready values: its hands with their entries."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.record.replay import replay
from companion.record.statements import HandLed
from companion.referee.reneges import findings
from companion.referee.verdicts import Verdict, verdict_of_record
from companion.referee.words import describe_entry
from companion.tables.members import Members
from companion.tables.service import ReplayedRecord
from companion.tables.state import TableState
from companion.web.pages.record.record_form import EntryForm
from companion.web.pages.shared.hands import HandStory, Line, hands_of, line_of
from companion.web.pages.shared.last_change import describe_redo, describe_undo
from companion.words import Signed, Text, message

#: Of a record with more hands than this, only those that are looked at are listed in full.
_MOST_HANDS_LISTED = 60


class ListedHand(NamedTuple):
    """A hand with its entries as they are listed; without them where it is not looked at."""

    story: HandStory
    lines: tuple[Line, ...]
    is_open: bool
    can_be_reviewed: bool


class RecordPage(NamedTuple):
    """Everything that the page shows."""

    state: TableState
    written: ReplayedRecord
    keeps: bool
    hands: tuple[ListedHand, ...]
    #: The first entry that no longer holds, with all that wait behind it.
    unheard: tuple[Line, ...]
    #: Whether points can be agreed on now.
    can_rule: bool
    #: A ruling that was refused, as it was typed.
    ruling: EntryForm | None
    #: How often the record was changed besides entering, and what waits for another phone.
    changes: int
    proposals: int
    undo_label: Text | None
    redo_label: Text | None
    problem: Text | str
    #: The entry just changed.
    at: int | None


def record_page(
    state: TableState,
    written: ReplayedRecord,
    members: Members,
    changes: int,
    proposals: int,
    *,
    problem: Text | str = "",
    at: int | None = None,
    ruling: EntryForm | None = None,
) -> RecordPage:
    """The page of a record."""
    game = written.game
    is_open = written.refused is None and game.hand is not None and not game.is_over
    return RecordPage(
        state,
        written,
        members.keeps,
        _hands(written, at, can_be_reviewed=not state.is_pegs_only),
        _unheard(written),
        members.keeps and is_open,
        ruling,
        changes,
        proposals,
        describe_undo(state),
        describe_redo(state),
        problem,
        at,
    )


def _hands(
    written: ReplayedRecord, at: int | None, *, can_be_reviewed: bool
) -> tuple[ListedHand, ...]:
    """The record hand by hand; open are the last one and those that are looked at."""
    found = _findings(written)
    stories = list(hands_of(written.start, written.entries))
    listed: list[ListedHand] = []
    number = 1
    for story in stories:
        is_open = story is stories[-1] or any(
            here in found or entry.line == at for here, entry in enumerate(story.entries, number)
        )
        # A season at one table would be a page that no phone can hold.
        is_listed = is_open or len(stories) <= _MOST_HANDS_LISTED
        lines = tuple(_lines(story, number, found)) if is_listed else ()
        has_review = can_be_reviewed and story.result is not None
        listed.append(ListedHand(story, lines, is_open, has_review))
        number += len(story.entries)
    return tuple(listed)


def _findings(written: ReplayedRecord) -> dict[int, Text | str]:
    """What the referee can prove, by the number of the entry that proves it."""
    numbered = (entry._replace(line=number) for number, entry in enumerate(written.entries, 1))
    found = findings(numbered)
    return {each.line: each.by_entry for each in found}


def _lines(story: HandStory, number: int, found: Mapping[int, Text | str]) -> Iterator[Line]:
    before = story.before
    for at, entry in enumerate(story.entries, number):
        gained = [now - then for now, then in zip(entry.game.scores, before.scores, strict=True)]
        is_lead = isinstance(entry.statement, HandLed)
        yield replace(
            line_of(at, entry.line, entry.with_host, entry.game.seating),
            verdict="" if is_lead else describe_entry(entry),
            gains=tuple((side, Signed(points)) for side, points in enumerate(gained) if points),
            scores=entry.game.scores,
            finding=found.get(at, ""),
        )
        before = entry.game


def _unheard(written: ReplayedRecord) -> tuple[Line, ...]:
    seating = written.start.seating
    return tuple(
        line_of(number, seq, statement, seating)
        for number, (seq, statement) in enumerate(written.unheard, len(written.entries) + 1)
    )


def export_of(written: ReplayedRecord) -> str:
    """The record as text; what no longer holds is kept as comments."""
    lines = [str(written.header)]
    for entry in written.entries:
        if isinstance(entry.statement, HandLed):
            lines.append("")
        lines.append(str(entry.with_host))
    if written.refused is not None:
        refusal = written.refused.refusal.message
        lines.extend(["", f"# {message('record.to-be-mended', refusal=refusal)}"])
        lines.extend(f"# {statement}" for _, statement in written.unheard)
    return "\n".join(lines) + "\n"


def describe_verdict(text: str) -> Verdict:
    """The verdict of a record, and as `record` its text, so that it can be brought in again."""
    transcript = replay(text)
    found = findings(transcript.entries)
    return verdict_of_record(transcript, found) | {"record": text}
