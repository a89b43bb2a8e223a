"""The database: SQLite in one file by default, whatever `DATABASE_URL` names otherwise."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlmodel import Session

_MIGRATIONS = Path(__file__).with_name("migrations")
#: Any number that all our processes agree on.
_MIGRATION_LOCK = 61_250


class Database:
    """An engine, and the two ways to use it: reading and writing."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._writer = self.engine.execution_options(writes=True)
        # A table and its changes are read at one moment; SQLite does so by itself.
        self._reader = (
            self.engine
            if self._is_sqlite
            else self.engine.execution_options(isolation_level="REPEATABLE READ")
        )
        # Threads that race for SQLite's write lock sleep in its retry loop; waiting
        # for each other here is ten times as quick at the slow end.
        self._one_writer = threading.Lock()

    @property
    def _is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for queries alone."""
        with Session(self._reader) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction: committed at the end of the block, rolled back by an exception."""
        with self._one_writer, Session(self._writer) as session, session.begin():
            yield session

    def migrate(self) -> None:
        """Bring the database to the present version; several processes may try at once."""
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS))
        with self._writer.begin() as connection:
            if not self._is_sqlite:
                connection.execute(select(func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def _engine(url: str) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself, and too late: see _begin_sqlite.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 5000")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads and then writes must hold the write lock from its start.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
