"""Tidying: what nobody needs any longer is shown first, then deleted; all else stays."""

from datetime import UTC, datetime, timedelta

from companion.coach.challenges.timed_run import Result
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.db.database import Database
from companion.learners.learner_service import LearnerService
from companion.learners.sprint_service import SprintCourse, keep_run
from companion.tables.table_access import CODE_LASTS, AccessService
from companion.tables.table_service import TableService
from companion.upkeep import cleanup
from companion.upkeep.backup import _everything_in
from tests.tables.scribe import enter, opened

LONG_AGO, NOW = datetime(2025, 1, 31, tzinfo=UTC), datetime(2026, 11, 22, tzinfo=UTC)
BEFORE = NOW - timedelta(days=365)
KEY = QuestionKey(DrillKind.COUNT, Skill.DOUBLES, "race-horse", 1, 1)


def rows(database: Database) -> dict[str, int]:
    """How many there are of each kind, of which there are any."""
    with database.snapshot() as connection:
        kept = _everything_in(connection).sorted_tables
        found = {each.name: len(connection.execute(each.select()).all()) for each in kept}
    return {name: number for name, number in found.items() if number and name != "alembic_version"}


def test_a_table_that_nobody_changed_for_long_goes_with_all_that_belongs_to_it(
    database: Database,
) -> None:
    old = TableService(database, now=lambda: LONG_AGO)
    untouched = opened(old, "lead: Ana", "Ana: 6-4")
    AccessService(database, now=lambda: LONG_AGO).links(untouched)
    AccessService(database, now=lambda: LONG_AGO).ask(untouched, "Zoe's phone", "Zoe")
    before = rows(database)
    assert cleanup.find_leftovers(database, BEFORE, NOW).tables == (untouched,)
    assert rows(database) == before
    assert cleanup.tidy(database, BEFORE, NOW).tables == (untouched,)
    assert rows(database) == {}


def test_one_that_was_changed_since_stays(database: Database) -> None:
    touched = opened(TableService(database, now=lambda: LONG_AGO), "lead: Ana")
    enter(TableService(database, now=lambda: NOW), touched, "Ana: 6-4")
    before = rows(database)
    assert cleanup.tidy(database, BEFORE, NOW) == cleanup.Leftovers((), 0, 0, 0)
    assert rows(database) == before


def test_one_that_is_changed_at_that_moment_stays(database: Database) -> None:
    touched = opened(TableService(database, now=lambda: LONG_AGO), "lead: Ana")
    found = cleanup.find_leftovers(database, BEFORE, NOW)
    enter(TableService(database, now=lambda: NOW), touched, "Ana: 6-4")
    assert found.tables == (touched,)
    assert not cleanup._is_removed(database, touched, BEFORE)
    assert TableService(database).look(touched).version == 2


def test_codes_that_work_no_more_go_alone(database: Database) -> None:
    table_id = opened(TableService(database), "lead: Ana")
    links = AccessService(database, now=lambda: NOW - CODE_LASTS).links(table_id)
    assert cleanup.tidy(database, BEFORE, NOW) == cleanup.Leftovers((), 1, 0, 0)
    assert rows(database)["link"] == len(links) - 1
    assert TableService(database).look(table_id).version == 1


def test_practice_without_a_name_goes_and_a_picked_name_stays(database: Database) -> None:
    old = LearnerService(database, now=lambda: LONG_AGO)
    for name in (None, "Ana"):
        old.answer(old.start(name).id, KEY, is_right=True)
    storm = SprintCourse("storm", "race-horse")
    keep_run(old, old.start().id, "a", storm, Result())
    recent = LearnerService(database, now=lambda: NOW)
    keep_run(recent, recent.start().id, "b", storm, Result())
    recent.answer(recent.start().id, KEY, is_right=True)
    recent.start()
    assert cleanup.find_leftovers(database, BEFORE, NOW).learners == 2
    assert cleanup.tidy(database, BEFORE, NOW) == cleanup.Leftovers((), 0, 2, 0)
    assert rows(database) == {"learner": 4, "attempt": 2, "sprint": 1}
