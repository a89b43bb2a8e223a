"""The database: SQLite in one file by default, or whatever `DATABASE_URL` names."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneIsFree
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from companion.db.errors import DatabaseAway, DatabaseTrouble, UnknownVersion
from companion.db.sqlite import DatabaseFile, WriterLock, prepare
from companion.i18n import Text, message

_MIGRATIONS = Path(__file__).with_name("migrations")
#: The latest version of a database: the number that its migration's file begins with.
LATEST = max(file.name for file in (_MIGRATIONS / "versions").glob("*.py")).partition("_")[0]
#: Any number that all our processes agree on.
_MIGRATION_LOCK = 61_250
_POSTGRESQL = "postgresql+psycopg"
_EXAMPLE = f"{_POSTGRESQL}://companion@localhost/companion"


class Database:
    """An engine, and the two ways to use it: reading and writing."""

    def __init__(self, url: str, journal: str = "WAL") -> None:
        """Open nothing yet; raises `DatabaseTrouble` for an address that leads nowhere.

        `journal` is how SQLite notes what it is about to change, by SQLite's own word.
        """
        self.engine = _engine(url, journal)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._writer = self.engine.execution_options(writes=True)
        self._reader = self.engine
        #: SQLite's file; None for PostgreSQL, and in memory.
        self.place: DatabaseFile | None = None
        self._one_writer = WriterLock(_file_of(self.engine.url))
        self._in_line: Callable[[], AbstractContextManager[None]] = self._one_writer.held
        if not self.is_sqlite:
            # A table and its changes are read at one moment; SQLite does so by itself.
            self._reader = self.engine.execution_options(isolation_level="REPEATABLE READ")
            # PostgreSQL's writers wait only for the row of their table.
            self._in_line = nullcontext
        elif file := _file_of(self.engine.url):
            self.place = DatabaseFile(file)
            self.place.watch(self.engine)

    @contextmanager
    def snapshot(self) -> Iterator[sa.Connection]:
        """A connection only for queries, all of one moment; raises `DatabaseAway`."""
        with _named_if_away(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """A transaction: committed at the end of the block, rolled back by an exception.

        Raises `DatabaseAway`; then it is not known whether the block was saved.
        """
        with _named_if_away(), self._in_line(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session only for queries; raises `DatabaseAway`."""
        with self.snapshot() as connection, Session(connection) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session in a `transaction`, flushed before its end."""
        with self.transaction() as connection, Session(connection) as session:
            yield session
            session.flush()

    @contextmanager
    def own_connection(self) -> Iterator[Any]:
        """A driver's own connection, separate from all others, closed at the end of the block."""
        pooled = self.engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()
        try:
            yield connection
        finally:
            # By the driver: the pool would roll back first, at a server that may be away.
            connection.close()

    @property
    def driver_error(self) -> type[Exception]:
        """The errors that such a connection raises."""
        error: type[Exception] = self.engine.dialect.loaded_dbapi.Error
        return error

    def migrate(self) -> None:
        """Bring the database up to date, one process at a time; raises `DatabaseTrouble`."""
        # In line: the first to open a new SQLite file changes how it is journaled, and others who
        # open it at that moment are turned away instead of waiting.
        with plain_errors(), self._in_line(), self._writer.begin() as connection:
            self.migrate_on(connection)
        if self.place is not None:
            self.place.close_to_others()

    def migrate_on(self, connection: sa.Connection, revision: str = "head") -> None:
        """The same within a transaction, up to a revision."""
        if not self.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
        if revision != "head" or _version_of(connection) != LATEST:
            _upgrade(connection, revision)

    def wait_in_line(self, connection: sa.Connection, name: str) -> None:
        """Within a transaction, wait for every other one that gave this name, until it ends."""
        # SQLite's writers come one at a time anyway.
        if not self.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(name))))

    def answer(self) -> None:
        """Read one row; raises what the driver raises if there is none to read."""
        with self.engine.connect() as connection:
            connection.exec_driver_sql("SELECT version_num FROM alembic_version").one()

    def close(self) -> None:
        """Close all connections: those in use, when they are given back."""
        self.engine.dispose()
        self._one_writer.close()


class _DisposablePool(sa.QueuePool):
    """A pool that keeps no connection once it has been disposed of.

    A plain pool only closes the ones at rest. One that a thread was just using comes back to rest,
    where nobody will ever use or close it.
    """

    _is_disposed = False

    def dispose(self) -> None:
        self._is_disposed = True
        super().dispose()

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        super()._do_return_conn(record)
        # Only now: a disposal in between has closed it already, or is seen here.
        if self._is_disposed:
            super().dispose()


def _version_of(connection: sa.Connection) -> str | None:
    """The version of a database; None for an empty one."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _upgrade(connection: sa.Connection, revision: str) -> None:
    """Migrate within a transaction; raises `DatabaseTrouble` for an unknown version."""
    # Imported here: it takes longer than a start, and a start hardly ever needs it.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise UnknownVersion(message("database.other-version", error=error)) from error


def _engine(url: str, journal: str) -> sa.Engine:
    address = _address(url)
    # A row may hold the secret of a link, and errors are logged: so never log the values.
    options: dict[str, Any] = {"hide_parameters": True, "poolclass": _DisposablePool}
    if address.get_backend_name() == "sqlite":
        if _file_of(address) is None:
            # One in memory belongs to its thread, and ends with its connection.
            del options["poolclass"]
        engine = sa.create_engine(address, **options)
        prepare(engine, journal)
        return engine
    try:
        # Connections that the server dropped, when it restarted, are noticed before their use.
        return sa.create_engine(address, pool_size=10, pool_pre_ping=True, **options)
    except ModuleNotFoundError as missing:
        raise DatabaseTrouble(message("database.no-driver", name=missing.name)) from None


def _file_of(address: sa.URL) -> str | None:
    """SQLite's file; None for a database in memory."""
    return address.database if address.database not in ("", ":memory:") else None


def _address(url: str) -> sa.URL:
    """The address in the form that the engine needs, however a club's host writes it."""
    try:
        address = sa.make_url(url)
    except ArgumentError:
        # Not shown: it may hold a password.
        raise DatabaseTrouble(message("database.no-address", example=_EXAMPLE)) from None
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername=_POSTGRESQL)
    if address.get_backend_name() == "sqlite":
        return address
    if address.drivername != _POSTGRESQL:
        other = message("database.unknown", name=address.drivername, example=_EXAMPLE)
        raise DatabaseTrouble(other)
    # If the server doesn't answer, we know within seconds, even on a dead line (in milliseconds).
    patience = {"connect_timeout": "5", "tcp_user_timeout": "5000"}
    return address.set(query={**patience, **address.query})


@contextmanager
def _named_if_away() -> Iterator[None]:
    """Separate errors that pass by themselves from errors in a statement."""
    try:
        yield
    except (OperationalError, InterfaceError, NoneIsFree, sqlite3.OperationalError) as error:
        raise DatabaseAway(_why_not(error)) from error


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn an error of a driver or a migration into a sentence."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise DatabaseTrouble(_why_not(error)) from error


def _why_not(error: Exception) -> Text:
    reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
    return message("database.unusable", reason=reason)
