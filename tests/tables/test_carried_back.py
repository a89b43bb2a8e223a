"""A table carried back with more entries, or with others: what is entered, and what is replaced."""

import pytest

from companion.db.table_models import TableRow
from companion.tables.change_history import story
from companion.tables.hand_over import HandOverService
from companion.tables.record_diff import Relation
from companion.tables.request_stamp import StaleTap
from companion.tables.table_service import TableService
from tests.tables.carrying import (
    ANA,
    BEN,
    FIRST,
    HANDS,
    HEADER,
    MORE,
    OTHER,
    SHORT,
    consenting,
    count_of_tables,
    found,
    handed_over,
    meets,
    opened,
    origin_of,
    tap,
    told,
)
from tests.tables.scribe import (
    delete,
    enter,
    everything,
    log,
    record,
    refused,
    seen,
    undo,
)

# ---- More there --------------------------------------------------------------------------------


def test_what_goes_on_from_here_is_entered_here(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    bens = carrying.open(handed_over(carrying, table_id), BEN, [])
    enter(carrying.tables, bens, *MORE)
    brought = handed_over(carrying, bens)
    assert meets(carrying, brought) == (table_id, Relation.GOES_ON, 0, 2)
    carrying.go_on(table_id, brought, tap(carrying, table_id))
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]
    rows = log(carrying.tables, table_id)[-2:]
    assert [(kind, device) for _, _, kind, _, device, *_ in rows] == [("entered", ANA)] * 2
    assert seen(TableService(carrying.tables.database).look(table_id))["version"] == 6
    assert undo(carrying.tables, table_id, times=2).version == 8
    assert record(carrying.tables, table_id) == [*FIRST]


def test_it_looks_as_if_the_missing_entries_had_been_entered_by_hand(
    carrying: HandOverService,
) -> None:
    by_hand = opened(carrying, *HANDS, *HANDS[:2], header=SHORT)
    at_once = opened(carrying, *HANDS[:2], header=SHORT)
    carrying.go_on(at_once, told(*HANDS, *HANDS[:2], header=SHORT), tap(carrying, at_once))
    fresh = TableService(carrying.tables.database)
    states = [seen(fresh.look(table_id)) for table_id in (by_hand, at_once)]
    for state in states:
        del state["id"], state["opened_at"]
    assert states[0] == states[1]
    assert states[0]["hand_number"] == 3


def test_a_game_that_was_won_elsewhere_is_won_here(carrying: HandOverService) -> None:
    header = f"{HEADER}\nrule: tiles-each = 1\ntarget: 3"
    table_id = opened(carrying, *HANDS[:2], header=header)
    carrying.go_on(table_id, told(*HANDS[:3], header=header), tap(carrying, table_id))
    assert carrying.tables.look(table_id).game.winner is None
    brought = told(*HANDS[:3], "lead: Ana", "Ana: 6-4", header=header)
    carrying.go_on(table_id, brought, tap(carrying, table_id, "won"))
    assert carrying.tables.look(table_id).game.winner == 0
    with carrying.tables.database.reading() as session:
        row = session.get(TableRow, table_id)
        assert row is not None and row.winner == 0


def test_it_is_entered_where_changes_further_back_need_consent(
    carrying: HandOverService,
) -> None:
    table_id = consenting(carrying, *FIRST)
    carrying.go_on(table_id, told(*FIRST, *MORE), tap(carrying, table_id))
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]


def test_the_same_tap_sent_twice_enters_it_once(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    tapped, brought = tap(carrying, table_id), told(*FIRST, *MORE)
    for _ in range(2):
        carrying.go_on(table_id, brought, tapped)
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]
    # Another tap, when it is all there already.
    carrying.go_on(table_id, brought, tap(carrying, table_id, "again"))
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]


def test_who_did_not_see_what_was_entered_meanwhile_enters_nothing(
    carrying: HandOverService,
) -> None:
    table_id = opened(carrying, *FIRST)
    tapped = tap(carrying, table_id)
    enter(carrying.tables, table_id, "Ben: 6-2 on 6-4")
    before = everything(carrying.tables, table_id)
    for replaces in (False, True):
        with refused("refused.stale"):
            carrying.go_on(table_id, told(*FIRST, *MORE), tapped, replaces=replaces)
    assert everything(carrying.tables, table_id) == before


# ---- More here ---------------------------------------------------------------------------------


def test_what_falls_short_changes_nothing(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    brought = handed_over(carrying, table_id)
    enter(carrying.tables, table_id, *MORE)
    assert meets(carrying, brought) == (table_id, Relation.FALLS_SHORT, 2, 0)
    before = everything(carrying.tables, table_id)
    for number, replaces in enumerate((False, True)):
        tapped = tap(carrying, table_id, f"tap {number}")
        carrying.go_on(table_id, brought, tapped, replaces=replaces)
    assert everything(carrying.tables, table_id) == before


# ---- They part ---------------------------------------------------------------------------------


def test_where_they_part_is_the_first_entry_that_differs(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    meeting = found(carrying, told(*FIRST, *OTHER, origin=table_id))
    assert meeting is not None
    assert (meeting.relation, meeting.common, meeting.hand) == (Relation.PARTS, 4, 1)
    assert (meeting.more_here, meeting.more_brought) == (2, 3)
    assert str(meeting.here[4].statement) == MORE[0]


def test_records_that_part_are_the_same_table_only_by_where_it_was_opened(
    carrying: HandOverService,
) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    assert found(carrying, told(*FIRST, *OTHER), table_id) is None


def test_what_was_brought_replaces_what_is_here_from_there_on(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    brought, rows = told(*FIRST, *OTHER, origin=table_id), log(carrying.tables, table_id)
    with refused("refused.stale"):
        carrying.go_on(table_id, brought, tap(carrying, table_id))
    carrying.go_on(table_id, brought, tap(carrying, table_id), replaces=True)
    assert record(carrying.tables, table_id) == [*FIRST, *OTHER]
    after = log(carrying.tables, table_id)
    assert after[: len(rows)] == rows, "nothing is ever taken out of the log"
    assert [kind for _, _, kind, *_ in after[len(rows) :]] == ["deleted"] * 2 + ["entered"] * 3
    fresh = TableService(carrying.tables.database).look(table_id)
    assert fresh.refused is None and fresh.game == brought.entries[-1].game
    header, changes = fresh.header, carrying.tables.changes(table_id)
    assert [str(each.before) for each in story(header, changes)] == [*reversed(MORE)]


def test_it_can_be_taken_back_step_by_step(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    brought = told(*FIRST, *OTHER, origin=table_id)
    carrying.go_on(table_id, brought, tap(carrying, table_id), replaces=True)
    for _ in range(5):
        assert undo(carrying.tables, table_id).refused is None
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]


def test_whole_hands_are_replaced(carrying: HandOverService) -> None:
    by_hand = opened(carrying, *HANDS[:3], "lead: Ana", "Ana: 6-5", header=SHORT)
    table_id = opened(carrying, *HANDS, *HANDS, "lead: Ana", header=SHORT)
    brought = told(*HANDS[:3], "lead: Ana", "Ana: 6-5", header=SHORT, origin=table_id)
    carrying.go_on(table_id, brought, tap(carrying, table_id), replaces=True)
    fresh = TableService(carrying.tables.database)
    state = fresh.look(table_id)
    assert state.hand_number == 2 and state.refused is None
    assert state.start.scores == fresh.look(by_hand).start.scores
    assert state.now.backs == fresh.look(by_hand).now.backs
    enter(carrying.tables, table_id, "Ben: left 6-4", *HANDS)
    enter(carrying.tables, by_hand, "Ben: left 6-4", *HANDS)
    fresh = TableService(carrying.tables.database)
    assert fresh.look(table_id).game == fresh.look(by_hand).game


def test_records_that_part_at_the_first_lead_are_replaced_from_there(
    carrying: HandOverService,
) -> None:
    table_id = opened(carrying, "lead: Ben", "Ben: 5-5")
    brought = told(*FIRST, origin=table_id)
    meeting = found(carrying, brought)
    assert meeting is not None and (meeting.common, meeting.hand) == (0, 1)
    carrying.go_on(table_id, brought, tap(carrying, table_id), replaces=True)
    assert record(carrying.tables, table_id) == [*FIRST]


def test_what_no_longer_holds_here_is_replaced_by_what_does(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    delete(carrying.tables, table_id, "Ana: 4-4 on 6-4")
    brought = told(*FIRST, *MORE, origin=table_id)
    assert meets(carrying, brought) == (table_id, Relation.PARTS, 3, 4)
    carrying.go_on(table_id, brought, tap(carrying, table_id), replaces=True)
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]
    assert carrying.tables.look(table_id).refused is None


def test_where_changes_need_consent_nothing_is_replaced(carrying: HandOverService) -> None:
    table_id = consenting(carrying, *FIRST, *MORE)
    before = everything(carrying.tables, table_id)
    brought = told(*FIRST, *OTHER, origin=table_id)
    with refused("refused.ask-first"):
        carrying.go_on(table_id, brought, tap(carrying, table_id), replaces=True)
    assert everything(carrying.tables, table_id) == before


def test_both_are_kept_the_one_brought_as_a_table_of_its_own(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST, *MORE)
    brought = told(*FIRST, *OTHER, origin=table_id)
    with pytest.raises(StaleTap):
        carrying.open(brought, ANA, [table_id])
    apart = carrying.open(brought, ANA, [table_id], is_apart=True)
    assert apart != table_id and origin_of(carrying, apart) is None
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]
    assert record(carrying.tables, apart) == [*FIRST, *OTHER]
    # The same form once more, and the same link.
    assert carrying.open(brought, ANA, [apart, table_id], is_apart=True) == apart
    assert meets(carrying, brought, apart, table_id)[:2] == (apart, Relation.SAME)
    assert count_of_tables(carrying) == 2
