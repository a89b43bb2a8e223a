"""Open the database for a command; what goes wrong becomes a `Problem`."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from companion.cli.terminal import Problem, reason
from companion.db.database import Database
from companion.db.errors import DatabaseTrouble
from companion.i18n import message
from companion.tables.errors import NoSuchTable
from companion.tables.table_service import TableService
from companion.web.machine import database_url


@contextmanager
def open_database() -> Iterator[Database]:
    """The database of `companion serve`; raises `Problem` for errors of it or of files."""
    try:
        with closing(Database(database_url())) as database:
            yield database
    except DatabaseTrouble as trouble:
        raise Problem(trouble.message) from trouble
    except NoSuchTable as error:
        raise Problem(message("storage.no-table", id=error)) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        why = reason(error)
        raise Problem(f"{error.filename}: {why}" if error.filename else why) from error


@contextmanager
def open_tables() -> Iterator[TableService]:
    """The tables of that database, after its migrations."""
    with open_database() as database:
        database.migrate()
        yield TableService(database)
