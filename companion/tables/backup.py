"""A backup: all rows of a database in one file that SQLite and PostgreSQL both can restore.

It is compressed text: a line that says what it is, then for each kind of row a line with
its columns and a line a row, and a last one that tells how many there were.
"""

import gzip
import json
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic.util import CommandError
from sqlalchemy import Connection, DateTime, LargeBinary, MetaData, Table, func, inspect, select
from sqlalchemy.exc import OperationalError, StatementError

from companion.tables.database import Database, told_plainly
from companion.tables.errors import BackupTrouble, DatabaseTrouble

_FORMAT = 1
_REVISION = "alembic_version"
_TABLES = "game_table"
_AT_ONCE = 1000
_DAMAGED = "is damaged, so nothing was restored."


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
                told_plainly(),
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

    Rows of an older version are brought to the present one. Raises `BackupTrouble`
    where there are tables already and they are not to be replaced, or where the file
    is damaged; then nothing is changed.
    """
    with told_plainly(), database.writing() as session:
        connection = session.connection()
        if not replaces and _number_of_tables(connection):
            raise BackupTrouble(
                "There are tables in this database already. To delete them all "
                "and put those of the backup in their place, add --replace."
            )
        with _damage_told(file), gzip.open(file, "rt", encoding="utf-8") as lines:
            read = map(json.loads, lines)
            revision = _revision_said(file, next(read, None))
            _everything_in(connection).drop_all(connection)
            database.migrate_on(connection, revision)
            _read(connection, read)
            database.migrate_on(connection)
        return _number_of_tables(connection)


def _write(connection: Connection, now: datetime, write: Callable[[Any], object]) -> None:
    kept = _everything_in(connection)
    if _REVISION not in kept.tables:
        raise DatabaseTrouble("There are no tables in this database yet.")
    revision = connection.execute(select(kept.tables[_REVISION].c.version_num)).scalar_one()
    write({"companion-backup": _FORMAT, "revision": revision, "made-at": now.isoformat()})
    number = 0
    for table in kept.sorted_tables:
        if table.name == _REVISION:
            continue
        write({"table": table.name, "columns": table.columns.keys()})
        for row in connection.execute(select(table).execution_options(yield_per=_AT_ONCE)):
            write([_told(value) for value in row])
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
            rows.append({name: _meant(value, table.c[name].type) for name, value in named})
            number += 1
        if table is not None and (isinstance(line, dict) or len(rows) == _AT_ONCE):
            _insert(connection, table, rows)
        if isinstance(line, dict) and "rows" in line:
            # To the very end of the file, where its checksum is.
            if line["rows"] == number and next(lines, None) is None:
                return
            break
        if isinstance(line, dict):
            table, columns = kept.tables[line["table"]], line["columns"]
    raise ValueError("it breaks off")


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(table.insert(), rows)
    rows.clear()


def _told(value: Any) -> Any:
    """A value as the file holds it: times in UTC, whichever database they come from."""
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    return b64encode(value).decode() if isinstance(value, bytes) else value


def _meant(value: Any, kind: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, DateTime):
        return datetime.fromisoformat(value)
    return b64decode(value) if isinstance(kind, LargeBinary) else value


def _revision_said(file: Path, first: Any) -> str:
    if not isinstance(first, dict) or "companion-backup" not in first:
        raise BackupTrouble(f"{file} is no backup of Companion.")
    if first["companion-backup"] != _FORMAT:
        raise BackupTrouble(f"{file} was made by a newer Companion: update this one first.")
    return str(first["revision"])


@contextmanager
def _damage_told(file: Path) -> Iterator[None]:
    """Turn whatever a damaged file leads to into a sentence."""
    try:
        yield
    except gzip.BadGzipFile as error:
        is_another = str(error).startswith("Not a gzipped file")
        what = "is no backup of Companion." if is_another else _DAMAGED
        raise BackupTrouble(f"{file} {what}") from None
    except CommandError as error:
        raise BackupTrouble(
            f"{file} was made by a newer Companion ({error}): update this one first."
        ) from error
    except OperationalError:
        # The database failed, not the file.
        raise
    except (ValueError, LookupError, TypeError, EOFError, zlib.error, StatementError) as error:
        raise BackupTrouble(f"{file} {_DAMAGED}") from error


def _everything_in(connection: Connection) -> MetaData:
    """All that the database holds, as it is there and not as this version would have it."""
    found = MetaData()
    found.reflect(connection)
    return found


def _number_of_tables(connection: Connection) -> int:
    if not inspect(connection).has_table(_TABLES):
        return 0
    table = Table(_TABLES, MetaData(), autoload_with=connection)
    return connection.execute(select(func.count()).select_from(table)).scalar_one()
