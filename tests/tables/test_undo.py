"""Undo and redo: any change taken back and made again, last first."""

from collections.abc import Callable

import pytest

from companion.tables.desk import Desk
from companion.tables.errors import NothingToUndo
from companion.tables.rows import ChangeKind
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
    tap,
    undo,
)

SHORT = "game: race-horse\nrule: tiles-each = 2\ntarget: 6"
#: Two hands of two tiles each; the second ends the game.
GAME = (
    *("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ben: left 1-0 0-0"),
    *("lead: Ana", "Ana: 3-1", "Ben: draws 1", "Ben: 4-3 on 3-1", "Ana: 6-1 on 3-1"),
    "Ben: left 6-6 5-5",
)


def state(desk: Desk, table_id: str) -> dict[str, object]:
    """A table as it stands, apart from how many changes brought it there."""
    shown = seen(Desk(desk.database).look(table_id))
    return {key: value for key, value in shown.items() if key not in ("version", "undo", "redo")}


def test_undo_takes_the_last_entry_back_and_redo_makes_it_again(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-4")
    sitting = undo(desk, table_id)
    assert record(desk, table_id) == ["lead: Ana"]
    assert sitting.game.scores == (0, 0)
    assert sitting.version == 3
    assert sitting.redo is not None and str(sitting.redo.statement) == "Ana: 6-4"
    assert sitting.undo is not None and str(sitting.undo.statement) == "lead: Ana"
    sitting = redo(desk, table_id)
    assert record(desk, table_id) == ["lead: Ana", "Ana: 6-4"]
    assert sitting.game.scores == (2, 0)
    assert sitting.redo is None


def test_a_whole_game_is_taken_back_and_made_again_step_by_step(desk: Desk) -> None:
    table_id = opened(desk, header=SHORT)
    states = [state(desk, table_id)]
    for line in GAME:
        enter(desk, table_id, line)
        states.append(state(desk, table_id))
    assert desk.look(table_id).game.is_over
    for before in reversed(states[:-1]):
        undo(desk, table_id)
        assert state(desk, table_id) == before
    for after in states[1:]:
        redo(desk, table_id)
        assert state(desk, table_id) == after


def test_undo_goes_back_across_the_end_of_a_hand(desk: Desk) -> None:
    table_id = opened(desk, *GAME[:5], header=SHORT)
    assert desk.look(table_id).hand_number == 2
    sitting = undo(desk, table_id)
    assert sitting.hand_number == 1
    assert sitting.game.result is not None
    sitting = undo(desk, table_id)
    assert sitting.game.awaits_left


def test_undo_goes_back_across_the_end_of_the_game(desk: Desk) -> None:
    table_id = opened(desk, *GAME, header=SHORT)
    assert desk.look(table_id).game.winner == 0
    sitting = undo(desk, table_id)
    assert sitting.game.winner is None
    assert sitting.game.awaits_left
    assert redo(desk, table_id).game.winner == 0


def test_a_new_entry_clears_what_could_be_made_again(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-4", "Ana: 4-4")
    undo(desk, table_id, times=2)
    sitting = enter(desk, table_id, "Ana: 5-4")
    assert sitting.redo is None
    with pytest.raises(NothingToUndo):
        desk.redo(table_id, tap(desk, table_id))
    undo(desk, table_id)
    assert desk.look(table_id).redo is not None
    redo(desk, table_id)
    assert record(desk, table_id) == ["lead: Ana", "Ana: 5-4"]


def test_there_is_nothing_to_undo_at_a_new_table(desk: Desk) -> None:
    table_id = opened(desk)
    before = everything(desk, table_id)
    for change in (desk.undo, desk.redo):
        with pytest.raises(NothingToUndo):
            change(table_id, tap(desk, table_id))
    assert everything(desk, table_id) == before


def test_there_is_nothing_to_undo_when_all_was_undone(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana")
    undo(desk, table_id)
    with pytest.raises(NothingToUndo):
        desk.undo(table_id, tap(desk, table_id))
    assert redo(desk, table_id).hand_number == 1


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (ChangeKind.CORRECTED, lambda desk, id: correct(desk, id, "Ana: 6-4", "Ana: 4-1")),
        (ChangeKind.CORRECTED, lambda desk, id: correct(desk, id, "Ana: 6-4", "Ana: 6-5")),
        (ChangeKind.INSERTED, lambda desk, id: insert(desk, id, "Ana: 6-4", "ruling: Ben +1")),
        (ChangeKind.DELETED, lambda desk, id: delete(desk, id, "Ana: 4-4 on 6-4")),
        (ChangeKind.DELETED, lambda desk, id: delete(desk, id, "Ana: 6-4")),
        (ChangeKind.DELETED, lambda desk, id: delete(desk, id, "lead: Ana")),
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
    desk: Desk, kind: ChangeKind, change: Callable[[Desk, str], object]
) -> None:
    table_id = opened(desk, *GAME[:8], header=SHORT)
    before = state(desk, table_id), record(desk, table_id)
    change(desk, table_id)
    after = state(desk, table_id), record(desk, table_id)
    assert after[1] != before[1]
    done = desk.look(table_id).undo
    assert done is not None and done.kind is kind
    undo(desk, table_id)
    assert (state(desk, table_id), record(desk, table_id)) == before
    undone = desk.look(table_id).redo
    assert undone is not None and undone.kind is kind
    redo(desk, table_id)
    assert (state(desk, table_id), record(desk, table_id)) == after
