"""The record of a table: its hands with their entries as they are listed, and its text."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.record.replay import replay
from companion.record.statements import HandLed
from companion.referee.reneges import findings
from companion.referee.verdicts import Verdict, verdict_of_record
from companion.referee.words import describe_entry
from companion.tables.service import ReplayedRecord
from companion.tables.state import TableState
from companion.web.pages.shared import hands
from companion.web.pages.shared.hands import HandStory, Line
from companion.words import Signed, Text, message

#: Of a record with more hands than this, only those that are looked at are listed in full.
_MOST_HANDS_LISTED = 60


def record_page(state: TableState, written: ReplayedRecord, at: int | None) -> dict[str, Any]:
    """The page of a record; `at` is the entry just changed."""
    game, seating = written.game, written.start.seating
    unheard = enumerate(written.unheard, len(written.entries) + 1)
    return {
        "state": state,
        "written": written,
        # Each hand with its entries as they are listed, and whether it is open.
        "hands": list(_hands(written, at)),
        # The first entry that no longer holds, with all that wait behind it.
        "unheard": [hands.line_of(number, *waiting, seating) for number, waiting in unheard],
        # Whether points can be agreed on now.
        "can_rule": written.refused is None and game.hand is not None and not game.is_over,
        "undo_label": hands.describe_undo(state),
        "redo_label": hands.describe_redo(state),
        "at": at,
    }


def _hands(
    written: ReplayedRecord, at: int | None
) -> Iterator[tuple[HandStory, tuple[Line, ...], bool]]:
    """The record hand by hand; open are the last one and those that are looked at."""
    found = {
        finding.line: finding.by_entry for finding in findings(hands.numbered(written.entries))
    }
    stories = list(hands.hands_of(written.start, written.entries))
    number = 1
    for story in stories:
        is_open = story is stories[-1] or any(
            here in found or entry.line == at for here, entry in enumerate(story.entries, number)
        )
        # A season at one table would be a page that no phone can hold.
        is_listed = is_open or len(stories) <= _MOST_HANDS_LISTED
        yield story, tuple(_lines(story, number, found)) if is_listed else (), is_open
        number += len(story.entries)


def _lines(story: HandStory, number: int, found: Mapping[int, Text]) -> Iterator[Line]:
    before = story.before
    for at, entry in enumerate(story.entries, number):
        gained = [now - then for now, then in zip(entry.game.scores, before.scores, strict=True)]
        is_lead = isinstance(entry.statement, HandLed)
        yield hands.line_of(at, entry.line, entry.with_host, entry.game.seating)._replace(
            verdict=None if is_lead else describe_entry(entry),
            gains=tuple((side, Signed(points)) for side, points in enumerate(gained) if points),
            scores=entry.game.scores,
            finding=found.get(at),
        )
        before = entry.game


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
