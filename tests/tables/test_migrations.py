"""Migrations: an empty database gets exactly the tables that the rows describe."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect
from sqlmodel import SQLModel, select

from companion.clubs.club_service import ClubService
from companion.db import club_models, league_models, learner_models, race_models, table_models
from companion.db.club_models import (
    ClubLink,
    ClubLinkRow,
    ClubMemberRow,
    ClubPlayerRow,
    ClubRole,
)
from companion.db.database import Database
from companion.db.league_models import EntrantRow, FixtureRow, MatchCardRow, SeasonRow
from companion.db.learner_models import ClassMemberRow
from companion.db.rebuild_tables import belonging_to
from companion.tables.table_service import TableService
from tests.tables.scribe import opened, record
from tests.thorough import is_thorough

#: Where rows are described: only what was imported is compared.
ROWS = (table_models, club_models, league_models, learner_models, race_models)
#: What belonged to a club in version 0001: as it was, or as the models say if it is the same still.
OF_A_CLUB = {
    "club": """
        id VARCHAR(32) NOT NULL PRIMARY KEY, opened_at TIMESTAMP WITH TIME ZONE NOT NULL,
        name VARCHAR(48) NOT NULL, zone VARCHAR(64) NOT NULL, shows_ratings BOOLEAN NOT NULL
    """,
    "club_link": """
        secret VARCHAR(48) NOT NULL PRIMARY KEY,
        club_id VARCHAR(32) NOT NULL REFERENCES club (id) ON DELETE CASCADE,
        leads_to VARCHAR(8) NOT NULL CHECK (leads_to IN ('watch', 'keep', 'calendar')),
        CONSTRAINT club_link_of_a_kind UNIQUE (club_id, leads_to)
    """,
    "club_member": """
        club_id VARCHAR(32) NOT NULL REFERENCES club (id) ON DELETE CASCADE,
        device VARCHAR(32) NOT NULL, role VARCHAR(8) NOT NULL CHECK (role IN ('keeps', 'watches')),
        name VARCHAR(48) NOT NULL, since TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY (club_id, device)
    """,
    **dict.fromkeys(("club_player", "club_table", "competition")),
    "entrant": """
        competition_id VARCHAR(32) NOT NULL REFERENCES competition (id) ON DELETE CASCADE,
        number INTEGER NOT NULL, kept TEXT NOT NULL, PRIMARY KEY (competition_id, number)
    """,
    **dict.fromkeys(("fixture", "match_table", "season")),
    "match_card": """
        competition_id VARCHAR(32) NOT NULL, fixture INTEGER NOT NULL,
        fingerprint VARCHAR(64) NOT NULL, proposed_by VARCHAR(32) NOT NULL,
        proposed_at TIMESTAMP WITH TIME ZONE NOT NULL, proposed_for INTEGER NOT NULL,
        secret VARCHAR(48) NOT NULL, accepted_by VARCHAR(32) NOT NULL,
        accepted_at TIMESTAMP WITH TIME ZONE, PRIMARY KEY (competition_id, fixture),
        FOREIGN KEY (competition_id, fixture) REFERENCES fixture (competition_id, number)
            ON DELETE CASCADE, CHECK (proposed_for IN (0, 1))
    """,
}
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
        *("learner", "attempt", "class", "class_member", "sprint", "race", "racer"),
        *("club", "club_link", "club_member", "club_player", "club_removed", "club_table"),
        *("kept_figures", "club_event"),
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


def test_migrating_again_changes_nothing(bare_url: str, database: Database) -> None:
    table_service = TableService(database)
    table_id = opened(table_service, "lead: Ana", "Ana: 6-4")
    database.migrate()
    again = Database(bare_url)
    again.migrate()
    assert record(TableService(again), table_id) == ["lead: Ana", "Ana: 6-4"]
    assert differences(again) == []
    again.close()


def as_before(database: Database) -> None:
    """Make a database as version 0001 left it, with rows in what belongs to a club."""
    with database.transaction() as connection:
        database.migrate_on(connection, "0001")
        for table in reversed(belonging_to("club")):
            table.drop(connection)
        for name, written in OF_A_CLUB.items():
            if written is None:
                SQLModel.metadata.tables[name].create(connection)
            else:
                connection.exec_driver_sql(f"CREATE TABLE {name} ({written})")
        connection.exec_driver_sql("CREATE INDEX club_member_by_device ON club_member (device)")
        connection.exec_driver_sql("DROP TABLE class")
        for column in ("name", "said"):
            connection.exec_driver_sql(f"ALTER TABLE class_member DROP COLUMN {column}")
        for row in ROWS_BEFORE:
            connection.exec_driver_sql(f"INSERT INTO {row}")


#: When everything happened.
AT = "'2026-11-20 20:00:00.000000'"
ROWS_BEFORE = (
    f"club VALUES ('anchor', {AT}, 'The Anchor', 'UTC', true)",
    f"club VALUES ('empty', {AT}, 'Nobody is here', 'UTC', false)",
    "club_link VALUES ('secret-1', 'anchor', 'watch'), ('secret-2', 'anchor', 'keep')",
    "club_link VALUES ('secret-3', 'anchor', 'calendar')",
    f"club_member VALUES ('anchor', 'bens', 'keeps', 'Ben', {AT})",
    f"club_member VALUES ('anchor', 'anas', 'keeps', 'Ana', {AT})",
    "club_member VALUES ('anchor', 'cyds', 'watches', '', '2026-01-01 20:00:00.000000')",
    "club_player (club_id, number, name, nicknames, colour) VALUES ('anchor', 1, 'Ana', '[]', 0)",
    f"competition VALUES ('league', 'anchor', {AT}, 'a league')",
    "entrant VALUES ('league', 1, 'Reds'), ('league', 2, 'Blues')",
    "fixture VALUES ('league', 7, 3, 'a match', 1, 1, 2, null)",
    f"match_card VALUES ('league', 7, 'as it was', 'anas', {AT}, 0, 's', 'bens', {AT})",
    f"season VALUES ('winter', 'anchor', {AT}, 'a season')",
    "learner (id, name, name_key, code, schedule) VALUES ('cyds', 'Cyd', 'cyd', 'AAAAAA', '{}')",
    f"class_member VALUES ('a-class', 1, 'cyds', {AT})",
)


def test_a_club_and_a_class_of_before_keep_all_that_they_have(bare_database: Database) -> None:
    as_before(bare_database)
    bare_database.migrate()
    assert differences(bare_database) == []
    with bare_database.reading() as session:
        links = session.exec(select(ClubLinkRow.secret, ClubLinkRow.leads_to))
        assert {*links} == {
            *(("secret-1", ClubLink.WATCHER), ("secret-2", ClubLink.MANAGER)),
            ("secret-3", ClubLink.CALENDAR),
        }
        assert session.get_one(MatchCardRow, ("league", 7)).settled_mark == "as it was"
        fixture = session.get_one(FixtureRow, ("league", 7))
        assert (fixture.revision, fixture.kept, fixture.away) == (3, "a match", 2)
        for row, count in ((EntrantRow, 2), (SeasonRow, 1), (ClubPlayerRow, 1)):
            assert len(session.exec(select(row)).all()) == count
        member = session.get_one(ClassMemberRow, ("a-class", 1))
        assert (member.learner_id, member.name, member.said) == ("cyds", "Cyd", None)
    service = ClubService(bare_database)
    club = service.look("anchor")
    assert {each.device: each.role for each in club.members} == {
        **dict.fromkeys(("anas", "bens"), ClubRole.MANAGER),
        "cyds": ClubRole.WATCHER,
    }
    assert (club.founder, club.shows_ratings) == ("anas", True)
    assert service.look("empty").founder == ""
    # What belongs to a club still goes with it.
    service.close("anchor")
    service.now = lambda: datetime.now(UTC) + timedelta(days=8)
    service.close_due()
    with bare_database.reading() as session:
        for row in (ClubLinkRow, ClubMemberRow, ClubPlayerRow, FixtureRow, EntrantRow):
            assert session.exec(select(row)).all() == []


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
