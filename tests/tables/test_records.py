"""Whole records are kept for whoever asks next, as many entries as a process may hold."""

from cachetools import LRUCache

from companion.record.header import read_header
from companion.tables.table_service import TableService
from companion.tables.table_state import ReplayedRecord, room_of
from tests.tables.scribe import enter, opened, said


def record_of(entries: int) -> ReplayedRecord:
    """A record of so many statements, none of which was heard."""
    lines = tuple((seq, said("ruling: Ana +1")) for seq in range(1, entries + 1))
    header = read_header("game: race-horse\nplayers: Ana, Ben")
    return ReplayedRecord(header, header.start(), (), None, lines)


def test_no_more_entries_are_kept_than_a_process_may_hold() -> None:
    records: LRUCache[str, ReplayedRecord] = LRUCache(11, room_of)
    for name in ("one", "two"):
        records[name] = record_of(4)
    # The first was asked for since.
    assert records.get("one") is not None
    records["three"] = record_of(4)
    assert {*records} == {"one", "three"}


def test_a_record_that_was_kept_is_the_one_that_stands(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    read = table_service.read(table_id)
    assert table_service.read(table_id) is read
    enter(table_service, table_id, "Ana: 4-4")
    assert len(table_service.read(table_id).entries) == 3
    assert table_service.count_changes(table_id) == 0
