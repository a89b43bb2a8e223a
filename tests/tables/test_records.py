"""Whole records are kept for whoever asks next, as many entries as a process may hold."""

from companion.tables.latest_records import LatestRecords
from companion.tables.table_service import TableService
from tests.tables.scribe import enter, opened


def test_a_record_is_kept_until_its_table_moves_on() -> None:
    records = LatestRecords[str](most=10)
    records.put("one", 1, "as it was", 4)
    assert (records.get("one", 1), records.get("one", 2)) == ("as it was", None)
    records.put("one", 2, "as it is", 5)
    assert (records.get("one", 1), records.get("one", 2)) == (None, "as it is")


def test_no_more_entries_are_kept_than_a_process_may_hold() -> None:
    records = LatestRecords[str](most=10)
    for name in ("one", "two"):
        records.put(name, 1, name, 4)
    # The first was asked for since.
    assert records.get("one", 1) == "one"
    records.put("three", 1, "three", 4)
    assert [records.get(name, 1) for name in ("one", "two", "three")] == ["one", None, "three"]
    records.put("one", 2, "too long", 11)
    assert records.get("one", 2) is None and records.get("three", 1) == "three"


def test_a_record_that_was_kept_is_the_one_that_stands(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    read = table_service.read(table_id)
    assert table_service.read(table_id) is read
    enter(table_service, table_id, "Ana: 4-4")
    assert len(table_service.read(table_id).entries) == 3
    assert table_service.count_changes(table_id) == 0
