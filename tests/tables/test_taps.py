"""Taps: an old one is refused, the same one counts once, of two that race one is saved."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from companion.db.database import Database
from companion.tables.errors import NothingToUndo
from companion.tables.request_stamp import RequestStamp, StaleTap
from companion.tables.table_service import TableService
from tests.tables.scribe import (
    amend,
    correct,
    corrected,
    deleted,
    enter,
    everything,
    inserted,
    opened,
    record,
    said,
    seen,
    stamp,
    undo,
)


def test_a_tap_on_an_old_view_is_refused_and_changes_nothing(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    before = everything(table_service, table_id)
    old = RequestStamp(2, "an old tap")
    for change in (
        lambda: table_service.enter(table_id, said("Ana: 1-0"), old),
        lambda: table_service.undo(table_id, old),
        lambda: table_service.redo(table_id, old),
        lambda: amend(table_service, table_id, corrected(2, "Ana: 6-4"), old),
        lambda: amend(table_service, table_id, inserted(3, "Ben: draws 1"), old),
        lambda: amend(table_service, table_id, deleted(3), old),
        lambda: table_service.rename(table_id, ("Eve", "Ben"), old),
    ):
        with pytest.raises(StaleTap):
            change()
    assert everything(table_service, table_id) == before


@pytest.mark.parametrize("version", [-1, 3, 2**31])
def test_a_view_that_never_was_is_an_old_one(table_service: TableService, version: int) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    with pytest.raises(StaleTap):
        table_service.enter(table_id, said("Ben: 3-1"), RequestStamp(version, "key"))


def test_an_old_tap_is_stale_even_where_its_statement_would_be_refused(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    with pytest.raises(StaleTap):
        table_service.enter(table_id, said("Ana: 6-4"), RequestStamp(1, "key"))


def test_a_tap_sent_again_after_a_lost_answer_counts_once(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    draws = RequestStamp(2, "Ben draws")
    first = table_service.enter(table_id, said("Ben: draws 1"), draws)
    assert table_service.enter(table_id, said("Ben: draws 1"), draws) == first
    enter(table_service, table_id, "Ben: 3-1")
    # However late it comes, and whoever tapped meanwhile.
    assert table_service.enter(table_id, said("Ben: draws 1"), draws).version == 4
    assert table_service.changes(table_id)[-1].seq == 4


def test_every_change_sent_again_counts_once(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 3-1", "Ana: 1-0")
    for change in (
        lambda stamp: table_service.undo(table_id, stamp),
        lambda stamp: table_service.redo(table_id, stamp),
        lambda stamp: amend(table_service, table_id, corrected(2, "Ana: 4-3"), stamp),
        lambda stamp: amend(table_service, table_id, inserted(3, "Ben: draws 1"), stamp),
        lambda stamp: amend(table_service, table_id, deleted(4), stamp),
        lambda stamp: table_service.rename(table_id, ("Eve", "Ben"), stamp),
    ):
        made = stamp(table_service, table_id)
        version = change(made).version
        assert version == made.seen + 1
        assert change(made).version == version
        assert len(table_service.changes(table_id)) == version


def test_a_tap_is_known_again_also_where_its_phone_has_looked_since(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    first = table_service.enter(table_id, said("Ben: draws 1"), RequestStamp(2, "Ben draws"))
    before = everything(table_service, table_id)
    for seen_since in (-1, 2, 3, 4):
        assert (
            table_service.enter(
                table_id, said("Ben: draws 1"), RequestStamp(seen_since, "Ben draws")
            )
            == first
        )
    assert table_service.undo(table_id, RequestStamp(3, "Ben draws")) == first
    assert everything(table_service, table_id) == before


def test_two_tables_do_not_share_keys(table_service: TableService) -> None:
    first, second = opened(table_service), opened(table_service)
    for table_id in (first, second):
        table_service.enter(table_id, said("lead: Ana"), RequestStamp(0, "first lead"))
    assert record(table_service, first) == record(table_service, second) == ["lead: Ana"]


# Races


def race(database: Database, table_id: str, lines: tuple[str, ...], seen: int) -> list[str]:
    """Services of their own that enter at the same moment what they saw at one version."""
    gun = Barrier(len(lines))

    def run(number: int, line: str) -> str:
        table_service = TableService(database)
        table_service.look(table_id)
        gun.wait()
        try:
            table_service.enter(table_id, said(line), RequestStamp(seen, f"runner {number}"))
        except StaleTap:
            return "stale"
        return "saved"

    with ThreadPoolExecutor(len(lines)) as runners:
        return sorted(runners.map(run, range(len(lines)), lines))


def test_of_two_taps_from_the_same_view_one_is_saved_and_one_is_stale(
    table_service: TableService, database: Database
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    lines = ("Ben: 3-1", "Ben: draws 2")
    assert race(database, table_id, lines, seen=2) == ["saved", "stale"]
    assert table_service.look(table_id).version == len(table_service.changes(table_id)) == 3


def test_of_two_processes_that_tap_from_the_same_view_one_is_saved(
    url: str, table_service: TableService, database: Database
) -> None:
    # A database of its own shares no lock of Python's, as another process shares none.
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    gun = Barrier(4)

    def run(number: int) -> str:
        own = Database(url)
        try:
            gun.wait()
            TableService(own).enter(
                table_id, said("Ben: draws 1"), RequestStamp(2, f"runner {number}")
            )
        except StaleTap:
            return "stale"
        finally:
            own.close()
        return "saved"

    with ThreadPoolExecutor(4) as runners:
        assert sorted(runners.map(run, range(4))) == ["saved", "stale", "stale", "stale"]
    assert table_service.look(table_id).version == 3


def test_the_same_tap_sent_twice_at_once_counts_once(
    table_service: TableService, database: Database
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    gun = Barrier(2)

    def run(_number: int) -> int:
        gun.wait()
        draws = RequestStamp(2, "Ben draws")
        return TableService(database).enter(table_id, said("Ben: draws 1"), draws).version

    with ThreadPoolExecutor(2) as runners:
        assert [*runners.map(run, range(2))] == [3, 3]
    assert len(table_service.changes(table_id)) == 3


def test_one_key_raced_from_eight_threads_counts_once(
    url: str, table_service: TableService, database: Database
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    gun = Barrier(8)
    # Half of them share no lock of Python's, as other processes share none.
    own = [database, *(Database(url) for _ in range(4))]

    def run(number: int) -> int:
        gun.wait()
        draws = RequestStamp(2 + number % 2, "Ben draws")
        try:
            return (
                TableService(own[number % 5]).enter(table_id, said("Ben: draws 1"), draws).version
            )
        except StaleTap:
            return 3  # It saw a version that was not yet there.

    with ThreadPoolExecutor(8) as runners:
        assert [*runners.map(run, range(8))] == [3] * 8
    for database in own[1:]:
        database.close()
    assert [str(row.statement) for row in table_service.changes(table_id)][2:] == ["2: draws 1"]


def test_many_phones_enter_one_game_and_every_tap_is_counted_once(
    table_service: TableService, database: Database
) -> None:
    table_id = opened(table_service, "lead: Ana")

    def run(number: int) -> None:
        own = TableService(database)
        for point in range(5):
            while True:
                state = own.look(table_id)
                try:
                    ruling = said(f"ruling: {'Ana' if number % 2 else 'Ben'} +1")
                    own.enter(table_id, ruling, RequestStamp(state.version, f"{number}.{point}"))
                    break
                except StaleTap:
                    continue

    with ThreadPoolExecutor(4) as phones:
        list(phones.map(run, range(4)))
    assert table_service.look(table_id).game.scores == (10, 10)
    assert table_service.look(table_id).version == 21


def test_who_looks_while_others_enter_sees_a_table_that_was(
    table_service: TableService, database: Database
) -> None:
    table_id = opened(table_service, "lead: Ana")
    views = []

    def watch() -> None:
        while not views or views[-1].version < 31:
            views.append(TableService(database).look(table_id))

    with ThreadPoolExecutor(1) as watcher:
        watching = watcher.submit(watch)
        for _ in range(30):
            enter(table_service, table_id, "ruling: Ana +1")
        watching.result(timeout=120)
    for view in views:
        assert view.version == len(view.entries) == view.game.scores[0] + 1


def test_a_desk_sees_what_others_undid_and_corrected(
    table_service: TableService, database: Database
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    other = TableService(database)
    assert seen(other.look(table_id)) == seen(table_service.look(table_id))
    undo(other, table_id)
    assert seen(table_service.look(table_id)) == seen(other.look(table_id))
    correct(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    assert seen(other.look(table_id)) == seen(table_service.look(table_id))
    with pytest.raises(NothingToUndo):
        other.redo(table_id, stamp(other, table_id))
