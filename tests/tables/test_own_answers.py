"""Answers to own mistakes, and which counts somebody was asked for at a table."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.db.database import Database
from companion.learners.errors import NoSuchLearner
from companion.learners.learner_service import LearnerService
from companion.learners.mistake_answers import MistakeKey, is_own_question, own_answers, remember
from companion.record.header import read_header
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import correct, enter, number_of, switch

MISTAKE = MistakeKey("a-table_1", 2, 17)
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
ANA_COUNTS = TableOptions(counting=frozenset({0}))
HEADER = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 5"
HAND = ("lead: Ana", "Ana: 6-4", "Ana: 4-3", "Ben: 6-6")


@pytest.fixture
def learners(database: Database) -> LearnerService:
    return LearnerService(database)


def test_a_mistake_counts_once_a_day(database: Database, learners: LearnerService) -> None:
    ana = learners.start("Ana").id
    remember(database, ana, MISTAKE, NOON, is_right=False)
    remember(database, ana, MISTAKE, NOON + timedelta(hours=1), is_right=True)
    remember(database, ana, MISTAKE, NOON + timedelta(days=1), is_right=True)
    assert own_answers(database, ana) == {
        "a-table_1.2.17": [(NOON, False), (NOON + timedelta(days=1), True)]
    }


def test_they_are_no_answers_to_drills_and_go_where_the_learner_goes(
    database: Database, learners: LearnerService
) -> None:
    ana = learners.start("Ana").id
    remember(database, ana, MISTAKE, NOON, is_right=True)
    assert learners.attempts(ana) == ()
    moved = learners.shut_out(ana).id
    assert list(own_answers(database, moved)) == [str(MISTAKE)] and own_answers(database, ana) == {}
    learners.reset(moved)
    assert own_answers(database, moved) == {}


def test_who_is_forgotten_answers_nothing(database: Database) -> None:
    with pytest.raises(NoSuchLearner):
        remember(database, "nobody", MISTAKE, NOON, is_right=True)


@pytest.mark.parametrize("text", ["own", "own.a.1", "own.a b.1.2.3", "count.doubles.x.1.2"])
def test_a_row_that_names_no_mistake_is_none(text: str) -> None:
    assert not is_own_question(text)
    assert is_own_question(f"own.{MISTAKE}.739000")


def opened(table_service: TableService, options: TableOptions) -> str:
    return table_service.open(read_header(HEADER), table_options=options)


def asked_at(table_service: TableService, table_id: str) -> list[str]:
    """The lines at which somebody was asked, as the record has them."""
    lines = table_service.lines_asked(table_id)
    entries = table_service.read(table_id).entries
    return [str(entry.statement) for entry in entries if entry.line in lines]


def test_who_counts_first_from_the_beginning_is_asked_each_time(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, ANA_COUNTS)
    enter(table_service, table_id, *HAND)
    assert asked_at(table_service, table_id) == ["Ana: 6-4", "Ana: 4-3 on 6-4"]


def test_nobody_was_asked_before_it_was_switched_on_nor_after_it_was_switched_off(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, TableOptions())
    enter(table_service, table_id, *HAND[:2])
    switch(table_service, table_id, ANA_COUNTS)
    enter(table_service, table_id, HAND[2])
    switch(table_service, table_id, TableOptions())
    enter(table_service, table_id, HAND[3])
    assert asked_at(table_service, table_id) == ["Ana: 4-3 on 6-4"]


def test_a_tile_put_right_later_and_a_record_brought_in_were_not_asked_for(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, ANA_COUNTS)
    enter(table_service, table_id, *HAND)
    correct(table_service, table_id, "Ana: 4-3 on 6-4", "Ana: 4-2 on 6-4")
    assert asked_at(table_service, table_id) == ["Ana: 6-4"]
    assert number_of(table_service, table_id, "Ana: 4-2 on 6-4") == 5
    entries = table_service.read(table_id).entries
    brought = table_service.open(read_header(HEADER), entries, table_options=ANA_COUNTS)
    assert asked_at(table_service, brought) == []
