"""The record of a table: its entries as a list, and its text."""

from collections.abc import Iterator

from companion.i18n import Signed, message
from companion.record.replay import cut_into_hands, replay, write_record
from companion.record.statements import HandLed
from companion.referee.explain.entry_text import describe_entry
from companion.referee.proof.renege import Finding, finding_of_hand, findings
from companion.referee.verdict_json import VerdictJson, verdict_of_record
from companion.tables.table_state import ReplayedRecord
from companion.web.ui import hand_entries
from companion.web.ui.hand_entries import EntryLine, HandStory
from companion.web.ui.paging import PagePart, cut_between, part_of

#: The entries of a part, some twenty hands: a season on one page is more than a phone can hold.
_MOST_LISTED = 400
#: Of the entries behind one that doesn't fit any more, how many are shown.
_MOST_WAITING = 60


def part_of_record(written: ReplayedRecord, at: int | None, wanted: int | None) -> PagePart:
    """The part asked for, or the one with the entry `at`, or the last one."""
    cuts = cut_between(cut_into_hands(written.entries), _MOST_LISTED)
    if wanted is None and at is not None:
        found = (place for place, entry in enumerate(written.entries) if entry.line == at)
        place = next(found, -1)
        wanted = next((number for number, each in enumerate(cuts, 1) if place in each), None)
    return part_of(cuts, wanted)


def list_unheard(written: ReplayedRecord) -> list[EntryLine]:
    """The first entry that doesn't fit any more, with those that wait behind it."""
    waiting = enumerate(written.unheard[: _MOST_WAITING + 1], len(written.entries) + 1)
    by = written.start.seating, written.game.rules
    return [hand_entries.line_of(number, *each, *by) for number, each in waiting]


def list_hands(
    written: ReplayedRecord, places: range, at: int | None
) -> Iterator[tuple[HandStory, tuple[EntryLine, ...], bool]]:
    """The hands of a part with their entries; open are those asked for, or else the last one."""
    for number, whole in enumerate(cut_into_hands(written.entries), 1):
        here = range(max(whole.start, places.start), min(whole.stop, places.stop))
        if not here:
            continue
        story = hand_entries.hand_at(written.start, written.entries, number, whole)
        finding = finding_of_hand(hand_entries.numbered(story.entries, whole.start + 1))
        lines = tuple(_lines(written, here, finding))
        is_looked_at = any(line.finding or line.seq == at for line in lines)
        yield story, lines, is_looked_at or (at is None and here.stop == places.stop)


def _lines(written: ReplayedRecord, places: range, found: Finding | None) -> Iterator[EntryLine]:
    entries = written.entries
    for at in places:
        entry, before = entries[at], entries[at - 1].game if at else written.start
        gained = [now - then for now, then in zip(entry.game.scores, before.scores, strict=True)]
        is_lead = isinstance(entry.statement, HandLed)
        seating, rules = entry.game.seating, entry.game.rules
        yield hand_entries.line_of(at + 1, entry.line, entry.with_host, seating, rules)._replace(
            verdict=None if is_lead else describe_entry(entry),
            gains=tuple((side, Signed(points)) for side, points in enumerate(gained) if points),
            scores=entry.game.scores,
            finding=found.by_entry if found is not None and found.line == at + 1 else None,
        )


def export_of(written: ReplayedRecord) -> str:
    """The record as text; what doesn't fit any more is kept as comments."""
    text = write_record(written.header, (entry.with_host for entry in written.entries))
    if written.refused is None:
        return text
    mend = message("record.to-be-mended", refusal=written.refused.refusal.message)
    comments = [mend, *(statement for _, statement in written.unheard)]
    return text + "".join(["\n", *(f"# {comment}\n" for comment in comments)])


def describe_verdict(text: str) -> VerdictJson:
    """The verdict of a record, and as `record` its text, so that it can be imported again."""
    transcript = replay(text)
    return verdict_of_record(transcript, findings(transcript.entries)) | {"record": text}
