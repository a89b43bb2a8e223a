"""Tables that can't be read any more: noticed, and as much of them saved as there is."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from shutil import copyfile

from sqlmodel import SQLModel, select

from companion.db.database import LATEST, Database
from companion.db.errors import DatabaseTrouble, UnknownVersion
from companion.db.table_models import TableRow
from companion.i18n import message
from companion.tables.table_service import TableService
from companion.tables.table_writer import delete_rows
from companion.upkeep.soundness import check

_TABLES = SQLModel.metadata.sorted_tables
_COLUMNS = (
    "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
)


def open_whole(database: Database) -> None:
    """Bring a database up to date that SQLite can read all of.

    Raises `UnknownVersion` if a newer app wrote it, and `DatabaseTrouble` if it is damaged.
    """
    try:
        with database.own_connection() as file:
            (version,) = file.execute("SELECT version_num FROM alembic_version").fetchone()
            told = file.execute("PRAGMA quick_check(1)").fetchone()[0]
        database.migrate()
        with database.own_connection() as file:
            columns = {*file.execute(_COLUMNS)}
    except UnknownVersion:
        if version.isdecimal() and version > LATEST:
            raise
    # SQLite may stumble over anything.
    except Exception as error:
        raise DatabaseTrouble(message("database.unusable", reason=str(error))) from error
    else:
        ours = {(each.table.name, each.name) for rows in _TABLES for each in rows.c}
        if told == "ok" and ours <= columns:
            return
    raise DatabaseTrouble(message("database.unusable", reason="damaged"))


def rescue(damaged: Path, empty: Path) -> Database:
    """What can still be read of a damaged file and makes sense, as a database beside it."""
    file, part = damaged.with_name("rescued.db"), damaged.with_name("rescued.part")
    if not file.exists():
        copyfile(empty, part)
        with closing(sqlite3.connect(damaged)) as source, closing(sqlite3.connect(part)) as target:
            _copy_rows(source, target)
            target.commit()
        with closing(Database(f"sqlite:///{part}", "MEMORY")) as rescued:
            _drop_nonsense(rescued)
        part.rename(file)
    return Database(f"sqlite:///{file}", "MEMORY")


def _copy_rows(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    for table in _TABLES:
        names = ", ".join(f'"{each.name}"' for each in table.c)
        marks = ", ".join("?" for _ in table.c)
        into = f'INSERT OR IGNORE INTO "{table.name}" ({names}) VALUES ({marks})'
        for row in _rows(source, f'SELECT {names} FROM "{table.name}"'):
            target.execute(into, row)
    # What belongs to something that is lost, and what belongs to that.
    while lost := target.execute("PRAGMA foreign_key_check").fetchall():
        for name, row_id, *_ in lost:
            target.execute(f'DELETE FROM "{name}" WHERE rowid = ?', (row_id,))


def _rows(source: sqlite3.Connection, query: str) -> Iterator[tuple[object, ...]]:
    # From both ends, each up to what can't be read.
    for direction in ("ASC", "DESC"):
        try:
            yield from source.execute(f"{query} ORDER BY rowid {direction}")
        except sqlite3.Error:
            continue
        return


def _drop_nonsense(database: Database) -> None:
    """Keep only what a saved file may hold: tables alone if need be, or nothing."""
    service = TableService(database)
    with database.reading() as session:
        versions = session.exec(select(TableRow.id, TableRow.version)).all()
    for table_id, version in versions:
        if not _is_whole(service, table_id, version):
            with database.transaction() as connection:
                delete_rows(connection, table_id)
    of_tables = {each.name for each in _TABLES if "table_id" in each.c}
    for kept in ({each.name for each in _TABLES}, {"game_table", *of_tables}, set[str]()):
        with database.transaction() as connection:
            for rows in reversed(_TABLES):
                if rows.name not in kept:
                    connection.execute(rows.delete())
        with suppress(Exception):
            return check(database)


def _is_whole(service: TableService, table_id: str, version: int) -> bool:
    with suppress(Exception):
        service.read(table_id)
        return [row.seq for row in service.changes(table_id)] == [*range(1, version + 1)]
    return False
