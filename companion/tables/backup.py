"""A backup: all rows of a database in one file that SQLite and PostgreSQL both can restore.

It is compressed text: a line that says what it is, then for each kind of row a line with
its columns and a line a row, and a last one that tells how many there were.
"""

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, DateTime, MetaData, func, inspect, select
from sqlalchemy.exc import OperationalError, StatementError

from companion.tables.database import Database, plain_errors
from companion.tables.errors import DatabaseTrouble, UnknownVersion
from companion.tables.rows import TABLES
from companion.words import message

_FORMAT = 1
_REVISION = "alembic_version"
_AT_ONCE = 1000


def back_up(database: Database, file: Path, now: datetime) -> int:
    """Write all rows as they are at one moment; returns the number of tables.

    Raises `DatabaseTrouble`, or `OSError` where the file cannot be written.
    """
    # Under another name until it is whole; it holds the secrets of links.
    draft = file.with_name(f"{file.name}.part")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as raw:
            with (
                gzip.open(raw, "wt", encoding="utf-8") as lines,
                plain_errors(),
                database.reading() as session,
            ):
                connection = session.connection()
                _write(connection, now, lambda line: lines.write(f"{json.dumps(line)}\n"))
                tables = _number_of_tables(connection)
            raw.flush()
            os.fsync(raw.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return tables


def restore(database: Database, file: Path, *, replaces: bool = False) -> int:
    """Put all rows of a backup into a database; returns the number of tables.

    Rows of an older version are brought to the present one. Raises `DatabaseTrouble` where
    there are tables already and they are not to be replaced, or where the file is damaged;
    then nothing is changed.
    """
    with plain_errors(), database.writing() as session:
        connection = session.connection()
        if not replaces and _number_of_tables(connection):
            raise DatabaseTrouble(message("backup.tables-already"))
        with _describe_damage(file), gzip.open(file, "rt", encoding="utf-8") as lines:
            read = map(json.loads, lines)
            revision = _parse_revision(file, next(read, None))
            _everything_in(connection).drop_all(connection)
            database.migrate_on(connection, revision)
            _read(connection, read)
            database.migrate_on(connection)
        return _number_of_tables(connection)


def _write(connection: Connection, now: datetime, write: Callable[[Any], object]) -> None:
    kept = _everything_in(connection)
    if _REVISION not in kept.tables:
        raise DatabaseTrouble(message("backup.no-tables"))
    revision = connection.execute(select(kept.tables[_REVISION].c.version_num)).scalar_one()
    write({"companion-backup": _FORMAT, "revision": revision, "made-at": now.isoformat()})
    number = 0
    for table in kept.sorted_tables:
        if table.name == _REVISION:
            continue
        write({"table": table.name, "columns": table.columns.keys()})
        for row in connection.execute(select(table).execution_options(yield_per=_AT_ONCE)):
            write([_stored(value) for value in row])
            number += 1
    write({"rows": number})


def _read(connection: Connection, lines: Iterator[Any]) -> None:
    """Insert the rows that the lines tell; raises `ValueError` where they break off."""
    kept = _everything_in(connection)
    rows: list[dict[str, Any]] = []
    table, columns, number = None, [], 0
    for line in lines:
        if isinstance(line, list) and table is not None:
            named = zip(columns, line, strict=True)
            rows.append({name: _restored(value, table.c[name].type) for name, value in named})
            number += 1
        if table is not None and rows and (isinstance(line, dict) or len(rows) == _AT_ONCE):
            connection.execute(table.insert(), rows)
            rows = []
        if isinstance(line, dict) and "rows" in line:
            # To the very end of the file, where its checksum is.
            if line["rows"] == number and next(lines, None) is None:
                return
            break
        if isinstance(line, dict):
            table, columns = kept.tables[line["table"]], line["columns"]
    raise ValueError("it breaks off")


def _stored(value: Any) -> Any:
    """A value as the file holds it: times in UTC, whichever database they come from."""
    if not isinstance(value, datetime):
        return value
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC).isoformat()


def _restored(value: Any, kind: Any) -> Any:
    return datetime.fromisoformat(value) if value and isinstance(kind, DateTime) else value


def _parse_revision(file: Path, first: Any) -> str:
    if not isinstance(first, dict) or "companion-backup" not in first:
        raise DatabaseTrouble(message("backup.no-backup", file=file))
    if first["companion-backup"] != _FORMAT:
        raise DatabaseTrouble(message("backup.newer", file=file))
    return str(first["revision"])


@contextmanager
def _describe_damage(file: Path) -> Iterator[None]:
    """Turn whatever a damaged file leads to into a sentence."""
    try:
        yield
    except gzip.BadGzipFile as error:
        is_backup = not str(error).startswith("Not a gzipped file")
        problem = "damaged" if is_backup else "no-backup"
        raise DatabaseTrouble(message(f"backup.{problem}", file=file)) from None
    except UnknownVersion as error:
        raise UnknownVersion(message("backup.newer", file=file)) from error
    except OperationalError:
        # The database failed, not the file.
        raise
    except (ValueError, LookupError, TypeError, EOFError, zlib.error, StatementError) as error:
        raise DatabaseTrouble(message("backup.damaged", file=file)) from error


def _everything_in(connection: Connection) -> MetaData:
    """All that the database holds, as it is there and not as this version would have it."""
    found = MetaData()
    found.reflect(connection)
    return found


def _number_of_tables(connection: Connection) -> int:
    if not inspect(connection).has_table(TABLES.name):
        return 0
    return connection.execute(select(func.count()).select_from(TABLES)).scalar_one()
