"""Addresses of databases, and what is said where there is none to be had."""

from pathlib import Path

import pytest
from sqlalchemy import text

from companion.db.database import Database
from companion.db.errors import DatabaseAway, DatabaseTrouble
from companion.i18n import Message, Text, message
from tests.tables.scribe import refused

EXAMPLE = "postgresql+psycopg://companion@localhost/companion"


def trouble_with(url: str) -> Text:
    """Why a database cannot be used, which never shows a password."""
    with pytest.raises(DatabaseTrouble) as raised:
        Database(url).migrate()
    said = str(raised.value.message)
    assert "secret" not in said and "\n" not in said
    return raised.value.message


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_may_be_written_as_its_hosts_write_it(scheme: str) -> None:
    engine = Database(f"{scheme}://ana:secret@db.invalid/club?sslmode=require").engine
    assert engine.dialect.name == "postgresql"
    assert engine.driver == "psycopg"
    assert engine.url.query["sslmode"] == "require"


def test_an_address_that_is_none_is_told_without_showing_it() -> None:
    told = trouble_with("postgresql//ana:secret@db/club")
    assert told == message("database.no-address", example=EXAMPLE)


def test_another_kind_of_database_is_refused() -> None:
    told = trouble_with("mysql://ana:secret@db/club")
    assert told == message("database.unknown", name="mysql", example=EXAMPLE)


def test_a_missing_driver_is_told_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_driver(*_arguments: object, **_options: object) -> None:
        raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg")

    monkeypatch.setattr("sqlalchemy.create_engine", without_driver)
    told = trouble_with("postgresql://db/club")
    assert told == message("database.no-driver", name="psycopg")


def test_a_server_that_is_not_there_is_told_in_a_sentence() -> None:
    told = trouble_with("postgresql://ana:secret@127.0.0.1:1/club")
    assert isinstance(told, Message) and told.id == "database.unusable"
    assert told["reason"].startswith("connection")


def test_a_file_that_cannot_be_opened_is_told_in_a_sentence(tmp_path: Path) -> None:
    told = trouble_with(f"sqlite:///{tmp_path}/nowhere/tables.db")
    assert told == message("database.unusable", reason="unable to open database file")


def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    file.write_text("game: race-horse\n" * 100)
    told = trouble_with(f"sqlite:///{file}")
    assert told == message("database.unusable", reason="file is not a database")


def test_a_database_of_a_newer_version_is_left_alone(bare_database: Database) -> None:
    bare_database.migrate()
    with bare_database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with refused("database.other-version"):
        bare_database.migrate()


def test_a_migrated_database_answers(database: Database) -> None:
    database.answer()


def test_a_database_without_tables_does_not_answer(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/tables.db")
    with pytest.raises(Exception, match="alembic_version"):
        database.answer()
    database.close()


def test_an_error_is_told_without_the_values_of_its_row(database: Database) -> None:
    with (
        database.writing() as session,
        pytest.raises(Exception, match="nowhere") as raised,
    ):
        session.execute(text("INSERT INTO nowhere VALUES (:secret)"), {"secret": "open sesame"})
    assert "open sesame" not in str(raised.value)


def test_who_uses_a_connection_while_the_database_is_closed_leaves_none_open(
    database: Database,
) -> None:
    with database.reading() as session:
        in_use = session.connection().connection.driver_connection
        database.close()
        session.execute(text("SELECT version_num FROM alembic_version")).one()
    assert in_use is not None
    with pytest.raises(database.driver_error):
        in_use.execute("SELECT 1")
    # It can be opened again.
    database.answer()


def test_a_connection_of_ones_own_is_closed_whatever_became_of_it(database: Database) -> None:
    with pytest.raises(database.driver_error), database.own_connection() as connection:
        connection.execute("SELECT nothing FROM nowhere")
    with pytest.raises(database.driver_error):
        connection.execute("SELECT 1")


def test_a_file_that_was_moved_is_used_no_longer_and_no_other_is_made(tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "tables.db", tmp_path / "elsewhere.db"
    database = Database(f"sqlite:///{file}")
    database.migrate()
    file.rename(elsewhere)
    for way in (database.reading, database.writing):
        with pytest.raises(DatabaseAway, match="unable to open"), way() as session:
            session.execute(text("SELECT 1"))
    assert not file.exists()
    elsewhere.rename(file)
    database.answer()
    database.close()


def test_a_file_that_was_replaced_is_the_one_that_is_used(tmp_path: Path) -> None:
    database, other = (Database(f"sqlite:///{tmp_path}/{name}.db") for name in ("one", "other"))
    for each in (database, other):
        each.migrate()
    with other.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    other.close()
    for part in tmp_path.glob("one.db*"):
        part.rename(f"{part}.old")
    (tmp_path / "other.db").rename(tmp_path / "one.db")
    with database.reading() as session:
        version = session.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    assert version == "9999"
    database.close()
