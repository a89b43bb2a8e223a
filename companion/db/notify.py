"""Notices: how a process learns that a table changed, whichever process changed it.

SQLite is asked every few milliseconds whether anyone wrote, which costs it next to nothing.
PostgreSQL sends a message with the name of the table.
"""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from threading import Event
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from companion.db.database import Database
from companion.db.errors import DatabaseTrouble
from companion.db.sqlite import DatabaseFile
from companion.db.table_models import TableRow

CHANNEL = "companion_table"
_SECONDS_BETWEEN_POLLS = 0.01
#: How long a connection may be silent before it is tested.
_SECONDS_OF_SILENCE = 1.0
_SECONDS_TO_RECOVER = 1.0

_log = logging.getLogger(__name__)


class Revision(NamedTuple):
    """It changes with everything that anyone sees at a table; the greater one is the later."""

    version: int
    #: Counts what phones may do there.
    access: int = 0

    def __str__(self) -> str:
        return f"{self.version}.{self.access}"


#: Something was saved: at these tables, or at any table if none is named.
Notice = frozenset[str]


def announce(connection: Connection, table_id: str) -> None:
    """Count a change beside the record, so that every phone at the table learns of it."""
    of_table = update(TableRow).where(col(TableRow.id) == table_id)
    connection.execute(of_table.values(access=TableRow.access + 1))
    tell(connection, table_id)


def tell(connection: Connection, table_id: str) -> None:
    """Let all processes know that the table changed, once this transaction is saved."""
    # SQLite is polled.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, table_id)))


def listen(
    database: Database,
    heard: Callable[[Notice | None], None],
    lost: Callable[[], None],
    stopped: Event,
) -> None:
    """Give every notice from now on, the first one at once, until `stopped`.

    `heard` gets None if nothing was saved and the database still answers. If the connection broke,
    or `heard` failed because of the database, the next notice names no table. Nobody knows what was
    missed. Only if that fails too is it `lost`.
    """
    hear = partial(_poll, database.place) if database.is_sqlite else _listen
    has_failed = False
    while not stopped.is_set():
        try:
            with database.own_connection() as connection:
                for notice in hear(connection, stopped):
                    heard(notice)
                    has_failed = False
        except (DatabaseTrouble, SQLAlchemyError, database.driver_error) as error:
            _log.warning("no notices from the database: %s", type(error).__name__)
            if has_failed:
                lost()
                stopped.wait(_SECONDS_TO_RECOVER)
            has_failed = True


def _poll(place: DatabaseFile | None, connection: Any, stopped: Event) -> Iterator[Notice | None]:
    """SQLite: a number that changes with whatever another connection commits."""
    seen = None
    file = place and place.now()
    while not stopped.is_set():
        # A connection to a file that was moved would listen forever.
        if place and place.now() != file:
            return
        now = connection.execute("PRAGMA data_version").fetchone()
        yield Notice() if now != seen else None
        seen = now
        stopped.wait(_SECONDS_BETWEEN_POLLS)


def _listen(connection: Any, stopped: Event) -> Iterator[Notice | None]:
    """PostgreSQL: a message for each transaction that changed a table."""
    connection.autocommit = True
    connection.execute(f"LISTEN {CHANNEL}")
    yield Notice()
    while not stopped.is_set():
        messages = list(connection.notifies(timeout=_SECONDS_OF_SILENCE, stop_after=1))
        if messages:
            yield Notice(message.payload for message in messages)
        else:
            # A connection that died quietly would listen forever.
            connection.execute("SELECT 1")
            yield None
