"""What SQLite needs besides an engine: a file that is watched, and writers that wait in line."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from companion.db import private_files

try:
    import fcntl
except ImportError:  # Windows locks no folder; threads wait in line there too.
    fcntl = None  # type: ignore[assignment]

_FILE = "file"


class DatabaseFile:
    """The file at the address of a database; one that was moved is not used any more.

    An open file can still be read and written after it is moved, and even after it is deleted. So
    taps would be acknowledged and lost.
    """

    def __init__(self, file: str) -> None:
        self._file = Path(file).absolute()
        self._was_here = False

    def now(self) -> tuple[int, int] | None:
        """The identity of that file; None if there is no file to see."""
        try:
            seen = self._file.stat()
        except OSError:
            return None
        return seen.st_dev, seen.st_ino

    def watch(self, engine: Engine) -> None:
        """Make every use of a connection check the file that it was opened for."""
        event.listen(engine, "do_connect", self._expect)
        event.listen(engine, "connect", self._remember)
        event.listen(engine, "checkout", self._compare)

    def close_to_others(self) -> None:
        """Let only its owner read the file, or what SQLite puts beside it."""
        for ending in ("", "-wal", "-shm"):
            private_files.close_to_others(Path(f"{self._file}{ending}"))

    def _expect(self, *_connecting: Any) -> None:
        if self.now() is not None:
            return
        # Otherwise SQLite would make an empty one.
        if self._was_here:
            raise sqlite3.OperationalError("unable to open database file")
        # Made here, since SQLite lets everyone read; what it puts beside it has the file's rights.
        with suppress(OSError):
            os.close(private_files.create(self._file.resolve()))

    def _remember(self, _connection: object, record: ConnectionPoolEntry) -> None:
        record.info[_FILE] = found = self.now()
        self._was_here = found is not None

    def _compare(self, _connection: object, record: ConnectionPoolEntry, _user: object) -> None:
        if self.now() != record.info[_FILE]:
            # The pool then opens the file that is there now.
            raise DisconnectionError("the file was moved")


class WriterLock:
    """A lock that a file's writers wait for in line, in whichever thread or process they are.

    Without it they race for SQLite's own lock and sleep longer and longer in its retry loop. That
    is ten times as slow among threads, and worse among processes. It is a lock on the file's
    folder, which ends with the process that holds it.
    """

    def __init__(self, file: str | None) -> None:
        """Open nothing yet; a database in memory has no file."""
        self._folder = Path(file).absolute().parent if file else None
        self._threads = threading.Lock()
        self._handle: int | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold it within the block."""
        with self._threads:
            if fcntl is None or self._folder is None or not self._folder.is_dir():
                yield
                return
            if self._handle is None:
                self._handle = os.open(self._folder, os.O_RDONLY)
            fcntl.flock(self._handle, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """Release the folder."""
        with self._threads:
            if self._handle is not None:
                os.close(self._handle)
            self._handle = None


def prepare(engine: Engine, journal: str) -> None:
    """Set up each connection, and begin each transaction in the right way."""
    event.listen(engine, "connect", partial(_configure, journal))
    event.listen(engine, "begin", _begin)


def _configure(journal: str, connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself, and too late: see _begin.
    connection.isolation_level = None
    for setting in ("busy_timeout = 5000", f"journal_mode = {journal}", "synchronous = FULL"):
        connection.execute(f"PRAGMA {setting}")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    # A transaction that reads and then writes must hold the write lock from its start.
    writes = connection.get_execution_options().get("writes", False)
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
