"""A table carried along and back: the same is known again."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.record.record_link import unpack
from companion.tables.errors import OnlyKeepers
from companion.tables.hand_over import HandOverService
from companion.tables.record_diff import Relation
from companion.tables.table_access import AccessService
from tests.tables.carrying import (
    ANA,
    BEN,
    FIRST,
    HEADER,
    MORE,
    OTHER,
    ZOE,
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
    correct,
    delete,
    record,
)

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
