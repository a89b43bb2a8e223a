"""A table carried along and back: the same is known again, and what is more is entered."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.db.table_models import LeadsTo, TableRow
from companion.record.header import read_header
from companion.record.record_link import unpack
from companion.record.replay import replay
from companion.tables.change_history import story
from companion.tables.errors import OnlyKeepers
from companion.tables.hand_over import HandOverService
from companion.tables.record_diff import BroughtRecord, RecordDiff, Relation
from companion.tables.request_stamp import RequestStamp, StaleTap
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import (
    correct,
    delete,
    enter,
    everything,
    log,
    record,
    refused,
    seen,
    switch,
    undo,
)

ANA, BEN, ZOE = "anas-phone", "bens-phone", "zoes-phone"
HEADER = "game: race-horse\nplayers: Ana, Ben"
FIRST = ("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ana: 4-1 on 4-4")
MORE = ("Ben: draws 2", "Ben: 6-1 on 6-4")
OTHER = ("Ben: 6-2 on 6-4", "Ana: 2-2 on 6-2", "Ana: 2-1 on 2-2")
SHORT = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 1\ntarget: 100"
HANDS = ("lead: Ana", "Ana: 6-3", "Ben: left 6-5") * 2


@pytest.fixture
def carrying(table_service: TableService) -> HandOverService:
    return HandOverService(table_service)


def opened(carrying: HandOverService, *lines: str, header: str = HEADER, keeper: str = ANA) -> str:
    table_id = carrying.tables.open(read_header(header), keeper=keeper)
    enter(carrying.tables, table_id, *lines)
    return table_id


def told(*lines: str, header: str = HEADER, origin: str = "") -> BroughtRecord:
    """A record as somebody brings it."""
    transcript = replay("\n".join([header, *lines]))
    assert transcript.refused is None and transcript.header is not None
    return BroughtRecord(transcript.header, transcript.entries, origin)


def handed_over(carrying: HandOverService, table_id: str) -> BroughtRecord:
    """A table as it arrives elsewhere."""
    carried = unpack(carrying.pack(table_id))
    return told(carried.record, header="", origin=carried.origin)


def found(
    carrying: HandOverService, brought: BroughtRecord, *known: str, device: str = ANA
) -> RecordDiff | None:
    return carrying.find(brought, device, known)


def meets(
    carrying: HandOverService, brought: BroughtRecord, *known: str, device: str = ANA
) -> tuple[str, Relation, int, int]:
    """The table that it is, how they go together, and how many entries more are here and there."""
    meeting = found(carrying, brought, *known, device=device)
    assert meeting is not None
    return meeting.state.id, meeting.relation, meeting.more_here, meeting.more_brought


def tap(
    carrying: HandOverService, table_id: str, key: str = "on", device: str = ANA
) -> RequestStamp:
    version = carrying.tables.look(table_id).version
    return RequestStamp(version, key, device, is_keepers=True)


def count_of_tables(carrying: HandOverService) -> int:
    return sum(1 for _ in carrying.tables.listing())


def origin_of(carrying: HandOverService, table_id: str) -> str | None:
    with carrying.tables.database.reading() as session:
        row = session.get(TableRow, table_id)
        assert row is not None
        return row.origin


# ---- Handing over ------------------------------------------------------------------------------


def test_a_table_is_handed_over_with_its_record_and_where_it_was_opened(
    carrying: HandOverService,
) -> None:
    table_id = opened(carrying, *FIRST)
    carried = unpack(carrying.pack(table_id))
    assert carried.origin == table_id
    assert carried.record == "\n".join([HEADER, "", *FIRST, ""])


def test_whoever_hands_it_on_says_where_it_was_opened_first(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    bens = carrying.open(handed_over(carrying, table_id), BEN, [])
    dees = carrying.open(handed_over(carrying, bens), "dees-phone", [])
    assert bens != table_id and dees != bens
    assert unpack(carrying.pack(dees)).origin == table_id
    assert (origin_of(carrying, table_id), origin_of(carrying, dees)) == (None, table_id)


def test_what_no_longer_holds_stays_behind(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    delete(carrying.tables, table_id, "Ana: 4-4 on 6-4")
    assert unpack(carrying.pack(table_id)).record.endswith("\nlead: Ana\nAna: 6-4\n")


def test_who_takes_it_keeps_score_there_and_nobody_else(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    bens = carrying.open(handed_over(carrying, table_id), BEN, [])
    assert carrying.tables.look(bens).seen_by(BEN).keeps
    assert not carrying.tables.look(bens).seen_by(ANA).may_watch
    assert not carrying.tables.look(table_id).seen_by(BEN).may_watch
    assert record(carrying.tables, bens) == record(carrying.tables, table_id)


# ---- The same ----------------------------------------------------------------------------------


def test_a_table_that_comes_back_as_it_is_is_the_same(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    brought = handed_over(carrying, table_id)
    # Its id alone leads there, also where the phone forgot its list.
    assert meets(carrying, brought) == (table_id, Relation.SAME, 0, 0)
    assert carrying.open(brought, ANA, []) == table_id
    assert count_of_tables(carrying) == 1


def test_a_bare_table_is_the_same_by_where_it_was_opened_alone(carrying: HandOverService) -> None:
    table_id = opened(carrying)
    assert meets(carrying, handed_over(carrying, table_id)) == (table_id, Relation.SAME, 0, 0)
    assert found(carrying, told(), table_id) is None
    assert found(carrying, told(origin="elsewhere"), table_id) is None


def test_a_record_of_unknown_origin_is_the_same_where_people_and_entries_are(
    carrying: HandOverService,
) -> None:
    table_id = opened(carrying, *FIRST)
    assert meets(carrying, told(*FIRST), table_id) == (table_id, Relation.SAME, 0, 0)
    assert found(carrying, told(*FIRST)) is None, "the phone does not know that table"


def test_a_host_that_was_left_out_makes_no_difference(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    correct(carrying.tables, table_id, "Ana: 4-1 on 4-4", "Ana: 4-2")
    brought = handed_over(carrying, table_id)
    assert str(brought.entries[-1].statement) == "Ana: 4-2 on 4-4"
    assert meets(carrying, brought) == (table_id, Relation.SAME, 0, 0)


def test_people_renamed_meanwhile_are_the_same_people(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    brought = handed_over(carrying, table_id)
    carrying.tables.rename(table_id, ("Annie", "Ben"), tap(carrying, table_id))
    assert meets(carrying, brought) == (table_id, Relation.SAME, 0, 0)
    more = told(*FIRST, *MORE, origin=table_id)
    carrying.go_on(table_id, more, tap(carrying, table_id, "more"))
    assert record(carrying.tables, table_id)[3:] == ["Annie: 4-1 on 4-4", *MORE]


@pytest.mark.parametrize(
    "header",
    [
        "game: race-horse\nplayers: Ana, Cyd",
        "game: race-horse\nplayers: Ana, Ben\ntarget: 100",
        "game: race-horse\nplayers: Ana, Ben\nrule: spinners = none",
        "game: racehorse-1990\nplayers: Ana, Ben",
    ],
)
def test_other_people_or_another_game_are_another_table(
    carrying: HandOverService, header: str
) -> None:
    table_id = opened(carrying, "lead: Ana", "Ana: 6-4")
    brought = told("lead: Ana", "Ana: 6-4", header=header)
    assert found(carrying, brought, table_id) is None


def test_what_plays_by_another_rule_is_never_the_same(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    other = told(*FIRST, header=f"{HEADER}\ntarget: 100", origin=table_id)
    assert found(carrying, other, table_id) is None


def test_of_several_the_one_that_has_the_same_entries_is_it(carrying: HandOverService) -> None:
    parts = opened(carrying, *FIRST, *OTHER)
    same = opened(carrying, *FIRST, *MORE)
    begins = opened(carrying, *FIRST)
    brought = told(*FIRST, *MORE, origin=parts)
    assert meets(carrying, brought, parts, same, begins)[:2] == (same, Relation.SAME)
    brought = told(*FIRST, *MORE, "Ana: draws 1", origin=parts)
    assert meets(carrying, brought, parts, same, begins)[:2] == (parts, Relation.PARTS)
    brought = told(*FIRST, *MORE, "Ana: draws 1")
    assert meets(carrying, brought, parts, same, begins)[:2] == (same, Relation.GOES_ON)


# ---- A stranger learns nothing -----------------------------------------------------------------


def test_a_stranger_who_brings_the_same_record_learns_nothing(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    brought = handed_over(carrying, table_id)
    assert found(carrying, brought, table_id, device=ZOE) is None
    assert found(carrying, brought, table_id, device="") is None
    zoes = carrying.open(brought, ZOE, [table_id])
    assert zoes != table_id
    with pytest.raises(OnlyKeepers):
        carrying.go_on(table_id, told(*FIRST, *MORE), tap(carrying, table_id, device=ZOE))


def test_who_only_watches_a_table_opens_another(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    AccessService(carrying.tables.database).ask(table_id, BEN, "Ben")
    assert carrying.open(handed_over(carrying, table_id), BEN, [table_id]) != table_id


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
        del state["id"]
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
    assert state.back_scores == fresh.look(by_hand).back_scores
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


def consenting(carrying: HandOverService, *lines: str) -> str:
    """A table at which another phone has to accept a change further back."""
    table_id = opened(carrying, *lines)
    access = AccessService(carrying.tables.database)
    access.keep(access.links(table_id)[LeadsTo.KEEP], BEN, "Ben")
    switch(carrying.tables, table_id, TableOptions(consent=True))
    return table_id


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


# ---- Twice at once -----------------------------------------------------------------------------


def test_a_form_sent_twice_at_once_opens_one_table(carrying: HandOverService) -> None:
    brought = told(*FIRST, origin="elsewhere")
    with ThreadPoolExecutor(4) as phones:
        ids = {*phones.map(lambda _: carrying.open(brought, ANA, []), range(4))}
    assert len(ids) == 1 and count_of_tables(carrying) == 1


def test_the_same_tap_sent_twice_at_once_enters_it_once(carrying: HandOverService) -> None:
    table_id = opened(carrying, *FIRST)
    brought, tapped = told(*FIRST, *MORE), tap(carrying, table_id)
    with ThreadPoolExecutor(4) as phones:
        [*phones.map(lambda _: carrying.go_on(table_id, brought, tapped), range(4))]
    assert record(carrying.tables, table_id) == [*FIRST, *MORE]
