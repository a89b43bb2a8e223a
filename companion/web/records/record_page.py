"""The record of a table: its entries as they are listed, its text, and how the game ended."""

from collections.abc import Iterator
from typing import Any

from companion.i18n import Signed, message
from companion.record.replay import cut_into_hands, replay, write_record
from companion.record.statements import HandLed
from companion.referee.explain.entry_text import describe_entry
from companion.referee.proof.renege import Finding, finding_of_hand, findings
from companion.referee.verdict_json import VerdictJson, verdict_of_record
from companion.tables.latest_records import ReplayedRecord
from companion.tables.table_state import TableState
from companion.web.ui import hand_entries
from companion.web.ui.hand_entries import EntryLine, HandStory
from companion.web.ui.paging import PagePart, cut_between, part_of

#: The entries of a part, some twenty hands: a season on one page is more than a phone can hold.
_MOST_LISTED = 400
#: The hands that are listed with what they came to.
_MOST_HANDS = 60
#: Of those that wait behind one that no longer holds, as many are told.
_MOST_WAITING = 60


def record_page(
    state: TableState, written: ReplayedRecord, at: int | None, part: int | None = None
) -> dict[str, Any]:
    """The page of a record, its last part if none is asked for; `at` is the entry just changed."""
    game, seating = written.game, written.start.seating
    unheard = enumerate(written.unheard[: _MOST_WAITING + 1], len(written.entries) + 1)
    shown = _part(written, at, part)
    return {
        "state": state,
        "written": written,
        "part": shown,
        # Each hand with its entries as they are listed, and whether it is open.
        "hands": list(_hands(written, shown.places, at)),
        # The first entry that no longer holds, with those that wait behind it, and how many do.
        "unheard": [
            hand_entries.line_of(number, *waiting, seating, game.rules)
            for number, waiting in unheard
        ],
        "waiting": len(written.unheard) - 1,
        # Whether points can be agreed on now.
        "can_rule": written.refused is None and game.hand is not None and not game.is_over,
        "undo_label": hand_entries.describe_undo(state),
        "redo_label": hand_entries.describe_redo(state),
        # What is taken back only if another phone accepts it.
        "bound": hand_entries.describe_bound(state),
        "at": at,
    }


def _part(written: ReplayedRecord, at: int | None, wanted: int | None) -> PagePart:
    """The part that is asked for, or in which the entry just changed is."""
    cuts = cut_between(cut_into_hands(written.entries), _MOST_LISTED)
    if wanted is None and at is not None:
        found = (place for place, entry in enumerate(written.entries) if entry.line == at)
        place = next(found, -1)
        wanted = next((number for number, each in enumerate(cuts, 1) if place in each), None)
    return part_of(cuts, wanted)


def _hands(
    written: ReplayedRecord, places: range, at: int | None
) -> Iterator[tuple[HandStory, tuple[EntryLine, ...], bool]]:
    """The hands of a part; open are the last one and those that are looked at."""
    for number, whole in enumerate(cut_into_hands(written.entries), 1):
        here = range(max(whole.start, places.start), min(whole.stop, places.stop))
        if not here:
            continue
        story = hand_entries.hand_at(written.start, written.entries, number, whole)
        finding = finding_of_hand(hand_entries.numbered(story.entries, whole.start + 1))
        lines = tuple(_lines(written, here, finding))
        is_looked_at = any(line.finding or line.seq == at for line in lines)
        yield story, lines, is_looked_at or here.stop == places.stop


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
    """The record as text; what no longer holds is kept as comments."""
    text = write_record(written.header, (entry.with_host for entry in written.entries))
    if written.refused is None:
        return text
    mend = message("record.to-be-mended", refusal=written.refused.refusal.message)
    comments = [mend, *(statement for _, statement in written.unheard)]
    return text + "".join(["\n", *(f"# {comment}\n" for comment in comments)])


def describe_verdict(text: str) -> VerdictJson:
    """The verdict of a record, and as `record` its text, so that it can be brought in again."""
    transcript = replay(text)
    found = findings(transcript.entries)
    return verdict_of_record(transcript, found) | {"record": text}
