"""Everything of one database brought into another: what is new comes, what is further stays."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.coach.challenges.timed_run import Result
from companion.coach.drills.question_key import QuestionKey
from companion.db.database import Database
from companion.learners.learner_service import LearnerService
from companion.learners.sprint_service import SprintCourse, best_run, keep_run
from companion.record.replay import replay
from companion.record.statements import read_statement
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from companion.upkeep.merge_databases import merge, span, titles

ANAS, BENS = "Ana's phone", "Ben's phone"
RECORD = "game: race-horse\nplayers: Ana, Ben\n\nlead: Ana\nAna: 6-4\n"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{tmp_path}/here.db")) as database:
        database.migrate()
        yield database


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{tmp_path}/there.db")) as database:
        database.migrate()
        yield database


def test_a_table_that_is_not_here_comes_with_who_keeps_score(
    here: Database, there: Database
) -> None:
    table_id = opened(there)
    merged = merge(here, there, keeper=BENS, before=ANAS)
    assert merged.tables == (table_id,)
    service = TableService(here)
    assert service.look(table_id).version == 2
    assert service.visit(table_id, BENS).keeps
    assert service.visit(table_id, ANAS).keeps


def test_brought_twice_it_is_one_table(here: Database, there: Database) -> None:
    opened(there)
    merge(here, there, keeper=ANAS, before=ANAS)
    assert merge(here, there, keeper=ANAS, before=ANAS).tables == ()
    assert len(titles(here)) == 1


def test_of_a_table_in_both_the_one_that_goes_on_stays(here: Database, there: Database) -> None:
    table_id = opened(there)
    merge(here, there, keeper=ANAS, before=ANAS)
    enter(there, table_id, "Ana: 4-4", seen=2)
    assert merge(here, there, keeper=ANAS, before=ANAS).tables == (table_id,)
    assert TableService(here).look(table_id).version == 3
    enter(here, table_id, "Ana: 4-1 on 4-4", seen=3)
    assert merge(here, there, keeper=ANAS, before=ANAS).tables == ()
    assert TableService(here).look(table_id).version == 4


def test_where_both_went_on_by_themselves_both_stay(here: Database, there: Database) -> None:
    table_id = opened(there)
    merge(here, there, keeper=ANAS, before=ANAS)
    enter(here, table_id, "Ana: 4-4", seen=2)
    enter(there, table_id, "Ana: 6-6", seen=2)
    enter(there, table_id, "Ana: 6-5 on 6-6", seen=3)
    merged = merge(here, there, keeper=ANAS, before=ANAS)
    assert merged.tables == () and len(merged.beside) == 1
    service = TableService(here)
    assert str(service.look(table_id).entries[-1].statement) == "Ana: 4-4 on 6-4"
    (beside,) = merged.beside
    assert str(service.look(beside).entries[-1].statement) == "Ana: 6-5 on 6-6"
    assert service.visit(beside, ANAS).keeps
    # Brought once more, it is there already.
    assert merge(here, there, keeper=ANAS, before=ANAS).beside == ()


def test_a_learner_comes_with_all_answers_and_another_of_that_name_stays(
    here: Database, there: Database
) -> None:
    brought, own = LearnerService(there).start("Ana"), LearnerService(here).start("ana")
    key = QuestionKey.parse("spinners.doubles.race-horse.1.13")
    LearnerService(there).answer(brought.id, key, is_right=True)
    assert merge(here, there, keeper="", before="").learners == (brought.id,)
    assert LearnerService(here).of(own.id).name == "ana"
    assert LearnerService(here).of(brought.id).name == ""


def test_a_learner_who_only_ran_against_the_clock_knows_more_than_before(
    here: Database, there: Database
) -> None:
    ana, course = LearnerService(there).start("Ana").id, SprintCourse("storm", "muggins")
    merge(here, there, keeper="", before="")
    learners_here, learners_there = LearnerService(here), LearnerService(there)
    keep_run(learners_there, ana, "first", course, Result(7, 7, 7, 60_000))
    assert merge(here, there, keeper="", before="").learners == (ana,)
    assert best_run(learners_here, ana, course) == best_run(learners_there, ana, course)
    assert merge(here, there, keeper="", before="").learners == ()


def test_a_database_tells_from_when_to_when_it_was_used(here: Database) -> None:
    assert span(here) is None
    began = datetime.now(UTC)
    opened(here)
    told = span(here)
    assert told is not None and began <= told[0] <= told[1]


def opened(database: Database) -> str:
    transcript = replay(RECORD)
    assert transcript.header is not None
    return TableService(database).open(transcript.header, transcript.entries, keeper=ANAS)


def enter(database: Database, table_id: str, statement: str, seen: int) -> None:
    stamp = RequestStamp(seen, f"{statement} after {seen}", ANAS)
    TableService(database).enter(table_id, read_statement(statement), stamp)
