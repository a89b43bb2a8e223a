"""Migrations: an empty database gets exactly the tables that the rows describe."""

import subprocess
import sys
from hashlib import sha256

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import SQLModel

from companion.db import club_models, league_models, learner_models, race_models, table_models
from companion.db.database import Database
from companion.tables.table_service import TableService
from tests.tables.scribe import opened, record
from tests.thorough import is_thorough

#: Where rows are described: only what was imported is compared.
ROWS = (table_models, club_models, league_models, learner_models, race_models)
#: The tables of 1.0.0.
RELEASED = "6b221b60fa519210e86195dd813c0a683b6546eaac2842d557d06c89cf8cf25a"
FREEZE = "write the tables of 1.0.0 down in 0001_baseline.py, as it says; then this test goes"
MIGRATES = """
import sys
from companion.db.database import Database
print("ready", flush=True)
sys.stdin.readline()
Database(sys.argv[1]).migrate()
"""


@pytest.fixture
def database(bare_database: Database) -> Database:
    """A database that was brought to the present version from nothing."""
    bare_database.migrate()
    return bare_database


def differences(database: Database) -> list[object]:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        return [*compare_metadata(context, SQLModel.metadata)]


def test_an_empty_database_gets_the_tables_that_the_rows_describe(database: Database) -> None:
    assert differences(database) == []
    assert {*inspect(database.engine).get_table_names()} == {
        *("game_table", "change", "hand_start", "link", "member", "proposal", "alembic_version"),
        *("learner", "attempt", "class_member", "sprint", "race", "racer"),
        *("club", "club_link", "club_member", "club_player", "club_table"),
        "kept_figures",
        *("competition", "entrant", "fixture", "match_table", "match_card", "season"),
    }


def test_the_rows_say_which_keys_are_unique_and_what_is_indexed(database: Database) -> None:
    inspector = inspect(database.engine)
    assert [key["column_names"] for key in inspector.get_unique_constraints("change")] == [
        ["table_id", "key"]
    ]
    for table, index in (
        ("change", "change_by_place"),
        ("game_table", "table_by_origin"),
        ("race", "race_by_age"),
    ):
        assert index in {found["name"] for found in inspector.get_indexes(table)}


def test_the_first_version_is_as_it_was_released() -> None:
    """The baseline makes what the models say: one that changes them first writes it down there."""
    made = [
        str(made.compile(dialect=sqlite.dialect()))
        for table in SQLModel.metadata.sorted_tables
        for made in (
            CreateTable(table),
            *map(CreateIndex, sorted(table.indexes, key=lambda each: str(each.name))),
        )
    ]
    assert sha256("".join(made).encode()).hexdigest() == RELEASED, FREEZE


def test_migrating_again_changes_nothing(bare_url: str, database: Database) -> None:
    table_service = TableService(database)
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    database.migrate()
    again = Database(bare_url)
    again.migrate()
    assert record(TableService(again), table_id) == ["lead: Ana", "Ana: 6-4"]
    assert differences(again) == []
    again.close()


#: So many start at once.
PROCESSES = 3 if is_thorough() else 2


@pytest.mark.parametrize("attempt", range(10 if is_thorough() else 1))
def test_processes_that_start_at_the_same_moment_all_migrate(bare_url: str, attempt: int) -> None:
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATES, bare_url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(PROCESSES)
    ]
    try:
        for process in starting:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in starting:
            assert process.stdin is not None
            process.stdin.write("now\n")
            process.stdin.flush()
        told = [process.communicate(timeout=60)[1] for process in starting]
        assert [process.returncode for process in starting] == [0] * PROCESSES, "\n".join(told)
    finally:
        for process in starting:
            process.kill()
            process.wait()
    database = Database(bare_url)
    assert differences(database) == []
    database.close()
