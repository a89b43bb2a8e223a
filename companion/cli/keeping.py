"""`companion backup`, `companion restore` and `companion tables`: looking after what is kept."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.telling import reason, tell_problem

if TYPE_CHECKING:
    from companion.tables.database import Database
    from companion.tables.desk import Desk

_Command = Callable[[argparse.Namespace], int]


def add_commands(commands: Any) -> None:
    """Add `backup`, `restore` and `tables`."""
    backup = commands.add_parser("backup", help="write all tables into a file, also while serving")
    backup.add_argument("file", metavar="FILE", type=Path)
    backup.set_defaults(run=_backup)
    restore = commands.add_parser("restore", help="put the tables of a backup into the database")
    restore.add_argument("file", metavar="FILE", type=Path)
    restore.add_argument("--replace", action="store_true", help="delete all tables there are")
    restore.set_defaults(run=_restore)
    tables = commands.add_parser("tables", help="list, export and delete tables, or let a phone in")
    tables.set_defaults(run=_list)
    deeds = tables.add_subparsers(title="commands", metavar="COMMAND")
    deeds.add_parser("list", help="every table, the one changed last first (this is the default)")
    export = deeds.add_parser("export", help="write the record of a table")
    export.add_argument("id", metavar="ID")
    export.add_argument(
        "file", metavar="FILE", nargs="?", type=Path, help="standard output if none"
    )
    export.add_argument("--json", action="store_true", help="with the verdict of every line")
    export.set_defaults(run=_export)
    link = deeds.add_parser("link", help="print the link by which a phone keeps score at a table")
    link.add_argument("id", metavar="ID")
    where = link.add_argument_group("where phones find the server, as it was started")
    where.add_argument("--host", default="0.0.0.0", help="address that it listens on")
    where.add_argument("--port", type=int, default=8000, help="port that it listens on (8000)")
    where.add_argument("--public-url", default="", metavar="URL", help="its name, if it has one")
    link.set_defaults(run=_link)
    delete = deeds.add_parser("delete", help="delete a table for good, or all that ended long ago")
    which = delete.add_mutually_exclusive_group(required=True)
    which.add_argument("id", metavar="ID", nargs="?")
    which.add_argument(
        "--finished-before", metavar="DATE", type=_day, help="for example 2026-01-31"
    )
    delete.add_argument("--yes", action="store_true", help="do not ask")
    delete.set_defaults(run=_delete)


def _told_plainly(command: _Command) -> _Command:
    """A command that tells in a sentence why the database, the backup or a file is of no use."""

    @wraps(command)
    def told(options: argparse.Namespace) -> int:
        from companion.tables.errors import DatabaseTrouble, NoSuchTable

        try:
            return command(options)
        except DatabaseTrouble as trouble:
            tell_problem(trouble.sentence)
        except NoSuchTable as error:
            tell_problem(f"there is no table {error}.")
        except BrokenPipeError:
            raise
        except OSError as error:
            tell_problem(f"{error.filename or 'the file'}: {reason(error)}")
        return 2

    return told


@_told_plainly
def _backup(options: argparse.Namespace) -> int:
    from companion.tables.backup import back_up

    with _database() as database:
        number = back_up(database, options.file, datetime.now(UTC))
    print(f"{options.file} holds {_tables(number)}.")
    return 0


@_told_plainly
def _restore(options: argparse.Namespace) -> int:
    from companion.tables.backup import restore

    with _database() as database:
        number = restore(database, options.file, replaces=options.replace)
    print(f"Restored {_tables(number)}.")
    return 0


@_told_plainly
def _list(_options: argparse.Namespace) -> int:
    from companion.tables.shelf import all_tables

    with _desk() as desk:
        for table in all_tables(desk):
            scores = ", ".join(f"{side} {score}" for side, score in table.scores.items())
            ended = "finished" if table.is_finished else "on"
            when = f"{table.changed_at:%Y-%m-%d %H:%M}"
            entries = f"{table.entries} {'entry' if table.entries == 1 else 'entries'}"
            print(f"{table.id}  {when}  {ended:8}  {table.game}  {scores}  ({entries})")
    return 0


@_told_plainly
def _export(options: argparse.Namespace) -> int:
    from companion.web.records.record_page import export_of, verdict_told

    with _desk() as desk:
        text = export_of(desk.read(options.id))
    if options.json:
        text = f"{json.dumps(verdict_told(text), ensure_ascii=False)}\n"
    if options.file is None:
        sys.stdout.write(text)
    else:
        options.file.write_text(text, encoding="utf-8")
    return 0


@_told_plainly
def _link(options: argparse.Namespace) -> int:
    from companion.tables.door import Door
    from companion.tables.rows import LeadsTo
    from companion.web.serving.greeting import address_of, print_qr

    with _desk() as desk:
        secret = Door(desk.database).links(desk.look(options.id).id)[LeadsTo.KEEP]
    address = address_of(options.host, options.port, options.public_url)
    link = f"{address.rstrip('/')}/j/{secret}"
    print(link, flush=True)
    # A script reads the line alone; a person has a phone to point at it.
    if sys.stdout.isatty():
        print_qr(link)
    return 0


@_told_plainly
def _delete(options: argparse.Namespace) -> int:
    from companion.tables.shelf import finished_before

    with _desk() as desk:
        if options.id is None:
            doomed = finished_before(desk, options.finished_before)
        else:
            doomed = [desk.look(options.id).id]
        if doomed and not options.yes and not _agreed(f"Delete {_tables(len(doomed))} for good?"):
            tell_problem("nothing was deleted.")
            return 1
        for table_id in doomed:
            desk.remove(table_id)
    print(f"Deleted {_tables(len(doomed))}.")
    return 0


def _agreed(question: str) -> bool:
    try:
        return input(f"{question} Type yes: ").strip().lower() == "yes"
    except EOFError:
        return False


def _tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number:,} tables"


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a date like 2026-01-31, not {text}") from None


@contextmanager
def _database() -> Iterator["Database"]:
    """The database that `companion serve` would use."""
    from companion.tables.database import Database
    from companion.web.serving.data_folder import database_url

    database = Database(os.environ.get("DATABASE_URL") or database_url())
    try:
        yield database
    finally:
        database.close()


@contextmanager
def _desk() -> Iterator["Desk"]:
    """The desk at that database, brought to the present version as the server does."""
    from companion.tables.desk import Desk

    with _database() as database:
        database.migrate()
        yield Desk(database)
