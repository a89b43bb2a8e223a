"""The page of a table that is brought: whose it is, and how it goes with what is here."""

from typing import Any

from companion.record.record_link import PackedTable, pack
from companion.record.replay import has_pegs_only, write_record
from companion.tables.record_diff import BroughtRecord, RecordDiff, Relation, led
from companion.web.ui.hand_entries import line_of
from companion.web.ui.table_cards import card_of


def take_page(brought: BroughtRecord, meeting: RecordDiff | None) -> dict[str, Any]:
    """What is brought, beside the same table where it is kept here."""
    header, entries = brought.header, brought.entries
    game = entries[-1].game if entries else header.start()
    told = (entry.with_host for entry in entries)
    return {
        "card": card_of(header, game, is_pegs_only=has_pegs_only(entries)),
        "hand": led(entries),
        # What is brought, as the forms of the page bring it once more.
        "letters": pack(PackedTable(write_record(header, told), brought.origin)),
        "meeting": meeting,
        # How it goes together with what is here; `new` where nothing is.
        "relation": meeting.relation if meeting else "new",
        "parting": _parting(meeting) if meeting and meeting.relation is Relation.PARTS else None,
    }


def _parting(meeting: RecordDiff) -> dict[str, Any]:
    """The first entry that differs: what stands here, and what was brought."""
    at, header = meeting.common, meeting.state.header
    by = header.seating, header.rules
    here, brought = meeting.here[at], meeting.brought[at]
    return {
        "hand": meeting.hand,
        "number": at + 1,
        # Each side with its entry, and how many more follow.
        "sides": [
            ("here", line_of(at + 1, here.seq, here.statement, *by), meeting.more_here - 1),
            (
                "brought",
                line_of(at + 1, brought.line, brought.with_host, *by),
                meeting.more_brought - 1,
            ),
        ],
    }
