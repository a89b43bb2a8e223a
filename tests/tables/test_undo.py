"""Undo and redo: any change taken back and made again, last first."""

from collections.abc import Callable

import pytest

from companion.db.table_models import ChangeKind
from companion.tables.errors import NothingToUndo
from companion.tables.table_service import TableService
from tests.tables.scribe import (
    correct,
    delete,
    enter,
    everything,
    insert,
    opened,
    record,
    redo,
    seen,
    stamp,
    undo,
)

SHORT = "game: race-horse\nrule: tiles-each = 2\ntarget: 6"
#: Two hands of two tiles each; the second ends the game.
GAME = (
    *("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ben: left 1-0 0-0"),
    *("lead: Ana", "Ana: 3-1", "Ben: draws 1", "Ben: 4-3 on 3-1", "Ana: 6-1 on 3-1"),
    "Ben: left 6-6 5-5",
)


def state(table_service: TableService, table_id: str) -> dict[str, object]:
    """A table as it stands, apart from how many changes brought it there."""
    shown = seen(TableService(table_service.database).look(table_id))
    return {key: value for key, value in shown.items() if key not in ("version", "undo", "redo")}


def test_undo_takes_the_last_entry_back_and_redo_makes_it_again(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    state = undo(table_service, table_id)
    assert record(table_service, table_id) == ["lead: Ana"]
    assert state.game.scores == (0, 0)
    assert state.version == 3
    assert state.redo is not None and str(state.redo.statement) == "Ana: 6-4"
    assert state.undo is not None and str(state.undo.statement) == "lead: Ana"
    state = redo(table_service, table_id)
    assert record(table_service, table_id) == ["lead: Ana", "Ana: 6-4"]
    assert state.game.scores == (2, 0)
    assert state.redo is None


def test_a_whole_game_is_taken_back_and_made_again_step_by_step(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, header=SHORT)
    states = [state(table_service, table_id)]
    for line in GAME:
        enter(table_service, table_id, line)
        states.append(state(table_service, table_id))
    assert table_service.look(table_id).game.is_over
    for before in reversed(states[:-1]):
        undo(table_service, table_id)
        assert state(table_service, table_id) == before
    for after in states[1:]:
        redo(table_service, table_id)
        assert state(table_service, table_id) == after


def test_undo_goes_back_across_the_end_of_a_hand(table_service: TableService) -> None:
    table_id = opened(table_service, *GAME[:5], header=SHORT)
    assert table_service.look(table_id).hand_number == 2
    state = undo(table_service, table_id)
    assert state.hand_number == 1
    assert state.game.result is not None
    state = undo(table_service, table_id)
    assert state.game.awaits_left


def test_undo_goes_back_across_the_end_of_the_game(table_service: TableService) -> None:
    table_id = opened(table_service, *GAME, header=SHORT)
    assert table_service.look(table_id).game.winner == 0
    state = undo(table_service, table_id)
    assert state.game.winner is None
    assert state.game.awaits_left
    assert redo(table_service, table_id).game.winner == 0


def test_a_new_entry_clears_what_could_be_made_again(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4", "Ana: 4-4")
    undo(table_service, table_id, times=2)
    state = enter(table_service, table_id, "Ana: 5-4")
    assert state.redo is None
    with pytest.raises(NothingToUndo):
        table_service.redo(table_id, stamp(table_service, table_id))
    undo(table_service, table_id)
    assert table_service.look(table_id).redo is not None
    redo(table_service, table_id)
    assert record(table_service, table_id) == ["lead: Ana", "Ana: 5-4"]


def test_there_is_nothing_to_undo_at_a_new_table(table_service: TableService) -> None:
    table_id = opened(table_service)
    before = everything(table_service, table_id)
    for change in (table_service.undo, table_service.redo):
        with pytest.raises(NothingToUndo):
            change(table_id, stamp(table_service, table_id))
    assert everything(table_service, table_id) == before


def test_there_is_nothing_to_undo_when_all_was_undone(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana")
    undo(table_service, table_id)
    with pytest.raises(NothingToUndo):
        table_service.undo(table_id, stamp(table_service, table_id))
    assert redo(table_service, table_id).hand_number == 1


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (
            ChangeKind.CORRECTED,
            lambda table_service, id: correct(table_service, id, "Ana: 6-4", "Ana: 4-1"),
        ),
        (
            ChangeKind.CORRECTED,
            lambda table_service, id: correct(table_service, id, "Ana: 6-4", "Ana: 6-5"),
        ),
        (
            ChangeKind.INSERTED,
            lambda table_service, id: insert(table_service, id, "Ana: 6-4", "ruling: Ben +1"),
        ),
        (
            ChangeKind.DELETED,
            lambda table_service, id: delete(table_service, id, "Ana: 4-4 on 6-4"),
        ),
        (ChangeKind.DELETED, lambda table_service, id: delete(table_service, id, "Ana: 6-4")),
        (ChangeKind.DELETED, lambda table_service, id: delete(table_service, id, "lead: Ana")),
    ],
    ids=[
        "corrected",
        "corrected wrongly",
        "inserted",
        "deleted",
        "deleted wrongly",
        "lead deleted",
    ],
)
def test_a_change_of_the_record_is_taken_back_and_made_again(
    table_service: TableService, kind: ChangeKind, change: Callable[[TableService, str], object]
) -> None:
    table_id = opened(table_service, *GAME[:8], header=SHORT)
    before = state(table_service, table_id), record(table_service, table_id)
    change(table_service, table_id)
    after = state(table_service, table_id), record(table_service, table_id)
    assert after[1] != before[1]
    done = table_service.look(table_id).undo
    assert done is not None and done.kind is kind
    undo(table_service, table_id)
    assert (state(table_service, table_id), record(table_service, table_id)) == before
    undone = table_service.look(table_id).redo
    assert undone is not None and undone.kind is kind
    redo(table_service, table_id)
    assert (state(table_service, table_id), record(table_service, table_id)) == after
