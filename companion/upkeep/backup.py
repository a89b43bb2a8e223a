"""A backup: all rows of a database in one file that SQLite and PostgreSQL both can restore.

It is compressed text: a line with its version, then for each kind of row its columns and a line a
row. The last line has the number of rows.
"""

import gzip
import json
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, MetaData, func, inspect, select
from sqlalchemy.exc import OperationalError
from sqlmodel import SQLModel

from companion.db.database import Database, plain_errors
from companion.db.errors import DatabaseTrouble, UnknownVersion
from companion.db.private_files import create
from companion.db.table_models import TableRow
from companion.i18n import message
from companion.upkeep.backup_lines import insert_rows, read_lines
from companion.upkeep.soundness import check

_FORMAT = 1
_REVISION = "alembic_version"
_VERSION = re.compile("[0-9]{4}")
_AT_ONCE = 1000
#: The version has a line of its own; a race is over by then; and what is made from the records can
#: be made again.
_NOT_BACKED_UP = frozenset({_REVISION, "race", "racer", "kept_figures"})


def back_up(database: Database, file: Path, now: datetime) -> int:
    """Write all rows as they are at one moment; returns the number of tables.

    Raises `DatabaseTrouble`, or `OSError` if the file can't be written.
    """
    # Under another name until it is complete; it holds the secrets of links.
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    handle = create(draft)
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

    Rows of an older version are updated. Raises `DatabaseTrouble` if there are tables that may not
    be replaced, or if the file is damaged or makes no sense. Then nothing is changed.
    """
    with plain_errors(), database.reading() as session:
        _refuse_if_kept(session.connection(), replaces=replaces)
    # First where it can do no harm: nobody knows who wrote the file.
    with (
        TemporaryDirectory() as folder,
        closing(Database(f"sqlite:///{folder}/restored.db", "MEMORY")) as scratch,
    ):
        with _describe_damage(file):
            _read(scratch, file)
            check(scratch)
        with plain_errors(), scratch.snapshot() as source, database.transaction() as target:
            _refuse_if_kept(target, replaces=replaces)
            _everything_in(target).drop_all(target)
            database.migrate_on(target)
            _copy(source, target)
            return _number_of_tables(target)


def _write(connection: Connection, now: datetime, write: Callable[[Any], object]) -> None:
    kept = _everything_in(connection)
    if _REVISION not in kept.tables:
        raise DatabaseTrouble(message("backup.no-tables"))
    revision = connection.execute(select(kept.tables[_REVISION].c.version_num)).scalar_one()
    write({"companion-backup": _FORMAT, "revision": revision, "made-at": now.isoformat()})
    number = 0
    for table in kept.sorted_tables:
        if table.name in _NOT_BACKED_UP:
            continue
        write({"table": table.name, "columns": table.columns.keys()})
        for row in connection.execute(select(table).execution_options(yield_per=_AT_ONCE)):
            write([_stored(value) for value in row])
            number += 1
    write({"rows": number})


def _refuse_if_kept(connection: Connection, *, replaces: bool) -> None:
    if not replaces and _number_of_tables(connection):
        raise DatabaseTrouble(message("backup.tables-already"))


def _read(scratch: Database, file: Path) -> None:
    """Bring the rows of a file to the present version in an empty database."""
    lines = read_lines(file)
    revision = _parse_revision(file, next(lines, None))
    with scratch.transaction() as connection:
        scratch.migrate_on(connection, revision)
        kept = _everything_in(connection).tables
        insert_rows(connection, {name: kept[name] for name in kept if name != _REVISION}, lines)
        scratch.migrate_on(connection)


def _copy(source: Connection, target: Connection) -> None:
    for table in SQLModel.metadata.sorted_tables:
        # The author of the file may have added some.
        if table.name in _NOT_BACKED_UP:
            continue
        rows = source.execute(select(table).execution_options(yield_per=_AT_ONCE)).mappings()
        for some in rows.partitions():
            target.execute(table.insert(), [dict(row) for row in some])


def _stored(value: Any) -> Any:
    """A value as the file holds it: times in UTC, whichever database they come from."""
    if not isinstance(value, datetime):
        return value
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC).isoformat()


def _parse_revision(file: Path, first: Any) -> str:
    if not isinstance(first, dict) or "companion-backup" not in first:
        raise DatabaseTrouble(message("backup.no-backup", file=file))
    if first["companion-backup"] != _FORMAT:
        raise DatabaseTrouble(message("backup.newer", file=file))
    if not _VERSION.fullmatch(first["revision"]):
        raise ValueError("no version")
    return str(first["revision"])


@contextmanager
def _describe_damage(file: Path) -> Iterator[None]:
    """Turn the errors of a damaged file into a sentence."""
    try:
        yield
    except gzip.BadGzipFile as error:
        is_backup = not str(error).startswith("Not a gzipped file")
        problem = "damaged" if is_backup else "no-backup"
        raise DatabaseTrouble(message(f"backup.{problem}", file=file)) from None
    except UnknownVersion as error:
        raise UnknownVersion(message("backup.newer", file=file)) from error
    except (DatabaseTrouble, OperationalError, OSError, ImportError):
        # The database or this program failed, not the file; or it was reported already.
        raise
    except Exception as error:
        # The file may have been made to do harm.
        raise DatabaseTrouble(message("backup.damaged", file=file)) from error


def _everything_in(connection: Connection) -> MetaData:
    """Everything in the database, as it is there and not as this version would have it."""
    found = MetaData()
    found.reflect(connection)
    return found


def _number_of_tables(connection: Connection) -> int:
    if not inspect(connection).has_table("game_table"):
        return 0
    return connection.execute(select(func.count()).select_from(TableRow)).scalar_one()
