"""Taps: an old one is refused, the same one counts once, of two that race one is saved."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.tables.errors import NothingToUndo, StaleTap
from companion.tables.sitting import Tap
from tests.tables.scribe import (
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
    tap,
    undo,
)


def test_a_tap_on_an_old_view_is_refused_and_changes_nothing(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    before = everything(desk, table_id)
    old = Tap(2, "an old tap")
    for change in (
        lambda: desk.enter(table_id, said("Ana: 1-0"), old),
        lambda: desk.undo(table_id, old),
        lambda: desk.redo(table_id, old),
        lambda: desk.amend(table_id, corrected(2, "Ana: 6-4"), old),
        lambda: desk.amend(table_id, inserted(3, "Ben: draws 1"), old),
        lambda: desk.amend(table_id, deleted(3), old),
        lambda: desk.rename(table_id, ("Eve", "Ben"), old),
    ):
        with pytest.raises(StaleTap):
            change()
    assert everything(desk, table_id) == before


@pytest.mark.parametrize("version", [-1, 3, 2**31])
def test_a_view_that_never_was_is_an_old_one(desk: Desk, version: int) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    with pytest.raises(StaleTap):
        desk.enter(table_id, said("Ben: 3-1"), Tap(version, "key"))


def test_an_old_tap_is_stale_even_where_its_statement_would_be_refused(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    with pytest.raises(StaleTap):
        desk.enter(table_id, said("Ana: 6-4"), Tap(1, "key"))


def test_a_tap_sent_again_after_a_lost_answer_counts_once(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    draws = Tap(2, "Ben draws")
    first = desk.enter(table_id, said("Ben: draws 1"), draws)
    assert desk.enter(table_id, said("Ben: draws 1"), draws) == first
    enter(desk, table_id, "Ben: 3-1")
    # However late it comes, and whoever tapped meanwhile.
    assert desk.enter(table_id, said("Ben: draws 1"), draws).version == 4
    assert desk.changes(table_id)[-1].seq == 4


def test_every_change_sent_again_counts_once(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3", "Ben: 3-1", "Ana: 1-0")
    for change in (
        lambda tap: desk.undo(table_id, tap),
        lambda tap: desk.redo(table_id, tap),
        lambda tap: desk.amend(table_id, corrected(2, "Ana: 4-3"), tap),
        lambda tap: desk.amend(table_id, inserted(3, "Ben: draws 1"), tap),
        lambda tap: desk.amend(table_id, deleted(4), tap),
        lambda tap: desk.rename(table_id, ("Eve", "Ben"), tap),
    ):
        made = tap(desk, table_id)
        version = change(made).version
        assert version == made.seen + 1
        assert change(made).version == version
        assert len(desk.changes(table_id)) == version


def test_a_tap_is_known_again_also_where_its_phone_has_looked_since(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    first = desk.enter(table_id, said("Ben: draws 1"), Tap(2, "Ben draws"))
    before = everything(desk, table_id)
    for seen_since in (-1, 2, 3, 4):
        assert desk.enter(table_id, said("Ben: draws 1"), Tap(seen_since, "Ben draws")) == first
    assert desk.undo(table_id, Tap(3, "Ben draws")) == first
    assert everything(desk, table_id) == before


def test_two_tables_do_not_share_keys(desk: Desk) -> None:
    first, second = opened(desk), opened(desk)
    for table_id in (first, second):
        desk.enter(table_id, said("lead: Ana"), Tap(0, "first lead"))
    assert record(desk, first) == record(desk, second) == ["lead: Ana"]


# Races


def race(database: Database, table_id: str, lines: tuple[str, ...], seen: int) -> list[str]:
    """Desks of their own that enter at the same moment what they saw at one version."""
    gun = Barrier(len(lines))

    def run(number: int, line: str) -> str:
        desk = Desk(database)
        desk.look(table_id)
        gun.wait()
        try:
            desk.enter(table_id, said(line), Tap(seen, f"runner {number}"))
        except StaleTap:
            return "stale"
        return "saved"

    with ThreadPoolExecutor(len(lines)) as runners:
        return sorted(runners.map(run, range(len(lines)), lines))


def test_of_two_taps_from_the_same_view_one_is_saved_and_one_is_stale(
    desk: Desk, database: Database
) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    lines = ("Ben: 3-1", "Ben: draws 2")
    assert race(database, table_id, lines, seen=2) == ["saved", "stale"]
    assert desk.look(table_id).version == len(desk.changes(table_id)) == 3


def test_of_two_processes_that_tap_from_the_same_view_one_is_saved(
    url: str, desk: Desk, database: Database
) -> None:
    # A database of its own shares no lock of Python's, as another process shares none.
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    gun = Barrier(4)

    def run(number: int) -> str:
        own = Database(url)
        try:
            gun.wait()
            Desk(own).enter(table_id, said("Ben: draws 1"), Tap(2, f"runner {number}"))
        except StaleTap:
            return "stale"
        finally:
            own.close()
        return "saved"

    with ThreadPoolExecutor(4) as runners:
        assert sorted(runners.map(run, range(4))) == ["saved", "stale", "stale", "stale"]
    assert desk.look(table_id).version == 3


def test_the_same_tap_sent_twice_at_once_counts_once(desk: Desk, database: Database) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    gun = Barrier(2)

    def run(_number: int) -> int:
        gun.wait()
        draws = Tap(2, "Ben draws")
        return Desk(database).enter(table_id, said("Ben: draws 1"), draws).version

    with ThreadPoolExecutor(2) as runners:
        assert [*runners.map(run, range(2))] == [3, 3]
    assert len(desk.changes(table_id)) == 3


def test_one_key_raced_from_eight_threads_counts_once(
    url: str, desk: Desk, database: Database
) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3")
    gun = Barrier(8)
    # Half of them share no lock of Python's, as other processes share none.
    own = [database, *(Database(url) for _ in range(4))]

    def run(number: int) -> int:
        gun.wait()
        draws = Tap(2 + number % 2, "Ben draws")
        try:
            return Desk(own[number % 5]).enter(table_id, said("Ben: draws 1"), draws).version
        except StaleTap:
            return 3  # It saw a version that was not yet there.

    with ThreadPoolExecutor(8) as runners:
        assert [*runners.map(run, range(8))] == [3] * 8
    for database in own[1:]:
        database.close()
    assert [str(row.statement) for row in desk.changes(table_id)][2:] == ["2: draws 1"]


def test_many_phones_enter_one_game_and_every_tap_is_counted_once(
    desk: Desk, database: Database
) -> None:
    table_id = opened(desk, "lead: Ana")

    def run(number: int) -> None:
        own = Desk(database)
        for point in range(5):
            while True:
                sitting = own.look(table_id)
                try:
                    ruling = said(f"ruling: {'Ana' if number % 2 else 'Ben'} +1")
                    own.enter(table_id, ruling, Tap(sitting.version, f"{number}.{point}"))
                    break
                except StaleTap:
                    continue

    with ThreadPoolExecutor(4) as phones:
        list(phones.map(run, range(4)))
    assert desk.look(table_id).game.scores == (10, 10)
    assert desk.look(table_id).version == 21


def test_who_looks_while_others_enter_sees_a_table_that_was(desk: Desk, database: Database) -> None:
    table_id = opened(desk, "lead: Ana")
    views = []

    def watch() -> None:
        while not views or views[-1].version < 31:
            views.append(Desk(database).look(table_id))

    with ThreadPoolExecutor(1) as watcher:
        watching = watcher.submit(watch)
        for _ in range(30):
            enter(desk, table_id, "ruling: Ana +1")
        watching.result(timeout=30)
    for view in views:
        assert view.version == len(view.entries) == view.game.scores[0] + 1


def test_a_desk_sees_what_others_undid_and_corrected(desk: Desk, database: Database) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    other = Desk(database)
    assert seen(other.look(table_id)) == seen(desk.look(table_id))
    undo(other, table_id)
    assert seen(desk.look(table_id)) == seen(other.look(table_id))
    correct(desk, table_id, "Ana: 6-3", "Ana: 6-4")
    assert seen(other.look(table_id)) == seen(desk.look(table_id))
    with pytest.raises(NothingToUndo):
        other.redo(table_id, tap(other, table_id))
