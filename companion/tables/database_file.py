"""The database file: a SQLite file that was moved, deleted or replaced is used no longer.

Whoever has a file open goes on reading and writing it wherever it is moved to, and even once
it is deleted: taps would be acknowledged and lost.
"""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

_FILE = "file"


class DatabaseFile:
    """Which file lies at the address of a database."""

    def __init__(self, file: str) -> None:
        """Look for nothing yet."""
        self._file = Path(file).absolute()
        self._was_here = False

    def now(self) -> tuple[int, int] | None:
        """What tells that file from any other; None where none can be seen."""
        try:
            seen = self._file.stat()
        except OSError:
            return None
        return seen.st_dev, seen.st_ino

    def watch(self, engine: Engine) -> None:
        """Let every use of a connection find the file that it was opened for."""
        event.listen(engine, "do_connect", self._expect)
        event.listen(engine, "connect", self._remember)
        event.listen(engine, "checkout", self._compare)

    def _expect(self, *_connecting: Any) -> None:
        # SQLite would make an empty one in its stead.
        if self._was_here and self.now() is None:
            raise sqlite3.OperationalError("unable to open database file")

    def _remember(self, _connection: object, record: ConnectionPoolEntry) -> None:
        record.info[_FILE] = found = self.now()
        self._was_here = found is not None

    def _compare(self, _connection: object, record: ConnectionPoolEntry, _user: object) -> None:
        if self.now() != record.info[_FILE]:
            # The pool then opens what lies there now.
            raise DisconnectionError("the file was moved")
