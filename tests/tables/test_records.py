"""Whole records are kept for whoever asks next, as many entries as a process may hold."""

from companion.record.header import read_header
from companion.tables.table_service import TableService
from companion.tables.table_state import LatestRecords, ReplayedRecord
from tests.tables.scribe import enter, opened, said


def record_of(entries: int) -> ReplayedRecord:
    """A record of so many statements, none of which was heard."""
    lines = tuple((seq, said("ruling: Ana +1")) for seq in range(1, entries + 1))
    header = read_header("game: race-horse\nplayers: Ana, Ben")
    return ReplayedRecord(header, header.start(), (), None, lines)


def test_a_record_is_kept_until_its_table_moves_on() -> None:
    records, before, after = LatestRecords(most=20), record_of(4), record_of(5)
    records.put("one", 1, before)
    assert (records.get("one", 1), records.get("one", 2)) == (before, None)
    records.put("one", 2, after)
    assert records.get("one", 2) is after


def test_no_more_entries_are_kept_than_a_process_may_hold() -> None:
    records = LatestRecords(most=11)
    for name in ("one", "two"):
        records.put(name, 1, record_of(4))
    # The first was asked for since.
    assert records.get("one", 1) is not None
    records.put("three", 1, record_of(4))
    assert [records.get(name, 1) is not None for name in ("one", "two", "three")] == [
        True,
        False,
        True,
    ]


def test_a_record_that_was_kept_is_the_one_that_stands(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    read = table_service.read(table_id)
    assert table_service.read(table_id) is read
    enter(table_service, table_id, "Ana: 4-4")
    assert len(table_service.read(table_id).entries) == 3
    assert table_service.count_changes(table_id) == 0
