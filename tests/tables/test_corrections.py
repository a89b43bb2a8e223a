"""Corrections: any entry changed, put in or struck out, and what follows recomputed."""

import pytest

from companion.rules.errors import Refusal, WrongLeader
from companion.tables.errors import NoSuchEntry, RecordBroken
from companion.tables.table_service import TableService
from tests.tables.scribe import (
    amend,
    correct,
    corrected,
    delete,
    deleted,
    enter,
    everything,
    insert,
    inserted,
    number_of,
    opened,
    record,
    said,
    seen,
    stamp,
    undo,
)

SHORT = "game: race-horse\nrule: tiles-each = 2"
FIRST = ("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ben: left 1-0 0-0")
SECOND = ("lead: Ana", "Ana: 3-1", "Ben: draws 1", "Ben: 4-3 on 3-1", "Ana: 6-1 on 3-1")
THIRD = ("Ben: left 6-6 5-5", "lead: Ana", "Ana: 5-0")


def test_all_that_follows_a_correction_is_counted_anew(table_service: TableService) -> None:
    table_id = opened(table_service, *FIRST, *SECOND, *THIRD, header=SHORT)
    assert table_service.look(table_id).game.scores == (9, 1)
    state = correct(table_service, table_id, "Ben: left 1-0 0-0", "Ben: left 6-6 5-5")
    assert state.refused is None
    assert state.game.scores == (9 + 4, 1)
    assert state.hand_number == 3
    assert state.start.scores == (8 + 4, 1)


def test_a_correction_may_leave_a_later_entry_that_no_longer_holds(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 6-1 on 6-3", "Ana: 2-1 on 6-1")
    state = correct(table_service, table_id, "Ana: 6-3", "Ana: 6-2")
    assert state.refused is not None
    assert state.refused.line == number_of(table_service, table_id, "Ben: 6-1 on 6-3")
    assert state.refused.refusal.code == "no-match"
    assert [str(entry.statement) for entry in state.entries] == ["lead: Ana", "Ana: 6-2"]
    written = table_service.read(table_id)
    assert [str(statement) for _, statement in written.unheard] == [
        "Ben: 6-1 on 6-3",
        "Ana: 2-1 on 6-1",
    ]


def test_a_record_that_no_longer_holds_is_mended_entry_by_entry(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 6-1 on 6-3", "Ana: 2-1 on 6-1")
    correct(table_service, table_id, "Ana: 6-3", "Ana: 6-2")
    with pytest.raises(RecordBroken):
        table_service.enter(table_id, said("Ben: draws 1"), stamp(table_service, table_id))
    state = correct(table_service, table_id, "Ben: 6-1 on 6-3", "Ben: 6-1 on 6-2")
    assert state.refused is None
    assert len(state.entries) == 4
    enter(table_service, table_id, "Ben: draws 1")


def test_a_correction_that_does_not_hold_itself_is_refused_and_changes_nothing(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, *FIRST, *SECOND, header=SHORT)
    before = everything(table_service, table_id)
    with pytest.raises(Refusal):
        correct(table_service, table_id, "Ana: 4-4 on 6-4", "Ana: 5-5 on 6-4")
    with pytest.raises(Refusal):
        insert(table_service, table_id, "Ana: 4-4 on 6-4", "Ben: passes")
    assert everything(table_service, table_id) == before
    assert seen(table_service.look(table_id)) == before[0]


def test_a_lead_is_corrected(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana")
    state = correct(table_service, table_id, "lead: Ana", "lead: Ben")
    assert state.game.turn == 1
    assert state.hand_number == 1


def test_a_lead_that_the_rules_give_to_somebody_cannot_be_corrected(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, *FIRST, *SECOND, header=SHORT)
    before = everything(table_service, table_id)
    with pytest.raises(WrongLeader):
        correct(table_service, table_id, "lead: Ana", "lead: Ben")
    assert everything(table_service, table_id) == before


def test_a_correction_of_the_end_of_a_hand_gives_the_next_lead_to_another(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, *FIRST, *SECOND, *THIRD[:2], header=SHORT)
    # Without its last two entries Ana never dominoed in the second hand.
    state = correct(table_service, table_id, "Ana: 6-1 on 3-1", "Ana: draws 1")
    assert state.refused is not None
    assert state.refused.line == number_of(table_service, table_id, "Ben: left 6-6 5-5")
    assert state.hand_number == 2


def test_a_lead_struck_out_leaves_one_hand_of_two(table_service: TableService) -> None:
    table_id = opened(table_service, *FIRST, *SECOND, header=SHORT)
    state = delete(table_service, table_id, "lead: Ana")
    assert state.hand_number == 1
    assert state.refused is not None
    assert state.refused.line == number_of(table_service, table_id, "Ana: 3-1")
    assert record(table_service, table_id) == [*FIRST, *SECOND[1:]]
    assert undo(table_service, table_id).hand_number == 2


def test_a_lead_put_in_makes_two_hands_of_one(table_service: TableService) -> None:
    table_id = opened(table_service, *FIRST, *SECOND, *THIRD, header=SHORT)
    delete(table_service, table_id, "lead: Ana")
    undo(table_service, table_id)
    # The second hand's lead again, in the place where it was.
    second = table_service.read(table_id).entries[4].line
    delete_second = amend(table_service, table_id, deleted(second), stamp(table_service, table_id))
    assert delete_second.hand_number == 1
    state = insert(table_service, table_id, "Ana: 3-1", "lead: Ana")
    assert state.refused is None
    assert state.hand_number == 3
    assert state.game.scores == (9, 1)
    assert record(table_service, table_id) == [*FIRST, *SECOND, *THIRD]


def test_the_first_lead_struck_out_leaves_no_hand(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    state = delete(table_service, table_id, "lead: Ana")
    assert state.hand_number == 0
    assert state.game.awaits_lead
    assert state.refused is not None
    state = insert(table_service, table_id, "Ana: 6-4", "lead: Ana")
    assert (state.hand_number, state.refused) == (1, None)
    assert seen(TableService(table_service.database).look(table_id)) == seen(state)


def test_a_ruling_between_two_hands_is_corrected_like_any_other(
    table_service: TableService,
) -> None:
    lines = (*FIRST, "ruling: Ana +3", *SECOND)
    table_id = opened(table_service, *lines, header=SHORT)
    assert table_service.look(table_id).game.scores == (7, 1)
    assert correct(table_service, table_id, "ruling: Ana +3", "ruling: Ben +1").game.scores == (
        4,
        2,
    )
    assert delete(table_service, table_id, "ruling: Ben +1").game.scores == (4, 1)
    assert insert(table_service, table_id, "Ana: 3-1", "ruling: Ana -9").game.scores == (-5, 1)


def test_a_forgotten_draw_is_put_in_where_it_belongs(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 3-1", "Ana: 1-0")
    state = insert(table_service, table_id, "Ben: 3-1 on 6-3", "Ben: draws 2")
    assert state.game.hand is not None and state.game.hand.boneyard == 12
    assert record(table_service, table_id)[2:] == [
        "Ben: draws 2",
        "Ben: 3-1 on 6-3",
        "Ana: 1-0 on 3-1",
    ]


def test_what_is_put_in_again_and_again_before_an_entry_stays_in_order(
    table_service: TableService,
) -> None:
    table_id = opened(
        table_service, "lead: Ana", "Ana: 6-3", header="game: race-horse\ntarget: 9999"
    )
    rulings = [f"ruling: Ana +{points}" for points in range(1, 81)]
    for ruling in rulings:
        insert(table_service, table_id, "Ana: 6-3", ruling)
    assert record(table_service, table_id) == ["lead: Ana", *rulings, "Ana: 6-3"]


def test_an_entry_that_waits_behind_one_that_no_longer_holds_can_be_changed_too(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, *FIRST, *SECOND, *THIRD, header=SHORT)
    delete(table_service, table_id, "Ana: 4-4 on 6-4")
    assert table_service.look(table_id).refused is not None
    correct(table_service, table_id, "Ana: 5-0", "Ana: 5-1")
    insert(table_service, table_id, "Ana: 5-1", "ruling: Ben +1")
    delete(table_service, table_id, "Ana: 6-1 on 3-1")
    assert record(table_service, table_id)[-4:] == [
        *("Ben: left 6-6 5-5", "lead: Ana", "ruling: Ben +1", "Ana: 5-1"),
    ]
    assert undo(table_service, table_id, times=4).refused is None
    assert record(table_service, table_id) == [*FIRST, *SECOND, *THIRD]


@pytest.mark.parametrize("seq", [0, 3, 4, 99])
def test_only_an_entry_of_the_record_as_it_stands_can_be_changed(
    table_service: TableService, seq: int
) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", "Ben: 3-1")
    undo(table_service, table_id)  # The third change is taken back; the fourth took it back.
    before = everything(table_service, table_id)
    with pytest.raises(NoSuchEntry):
        amend(table_service, table_id, corrected(seq, "Ana: 6-4"), stamp(table_service, table_id))
    with pytest.raises(NoSuchEntry):
        amend(table_service, table_id, inserted(seq, "Ana: 6-4"), stamp(table_service, table_id))
    with pytest.raises(NoSuchEntry):
        amend(table_service, table_id, deleted(seq), stamp(table_service, table_id))
    assert everything(table_service, table_id) == before


def test_an_entry_that_was_corrected_is_no_entry_any_more(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3")
    correct(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    with pytest.raises(NoSuchEntry):
        amend(table_service, table_id, deleted(2), stamp(table_service, table_id))
    amend(table_service, table_id, deleted(3), stamp(table_service, table_id))
    assert record(table_service, table_id) == ["lead: Ana"]
