"""`companion backup`, `companion restore` and `companion tables`: looking after what is kept."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.output import reason, tell_problem
from companion.words import Text, message

if TYPE_CHECKING:
    from companion.tables.database import Database
    from companion.tables.service import TableService

_Command = Callable[[argparse.Namespace], int]


def add_commands(commands: Any) -> None:
    """Add `backup`, `restore` and `tables`."""
    backup = commands.add_parser("backup", help=_help("backup"))
    backup.add_argument("file", metavar="FILE", type=Path)
    backup.set_defaults(run=_backup)
    restore = commands.add_parser("restore", help=_help("restore"))
    restore.add_argument("file", metavar="FILE", type=Path)
    restore.add_argument("--replace", action="store_true", help=_help("replace"))
    restore.set_defaults(run=_restore)
    tables = commands.add_parser("tables", help=_help("tables"))
    tables.set_defaults(run=_list)
    subcommands = tables.add_subparsers(title=_help("commands"), metavar="COMMAND")
    subcommands.add_parser("list", help=_help("list"))
    export = subcommands.add_parser("export", help=_help("export"))
    export.add_argument("id", metavar="ID")
    export.add_argument("file", metavar="FILE", nargs="?", type=Path, help=_help("file"))
    export.add_argument("--json", action="store_true", help=_help("json"))
    export.set_defaults(run=_export)
    link = subcommands.add_parser("link", help=_help("link"))
    link.add_argument("id", metavar="ID")
    where = link.add_argument_group(_help("where"))
    where.add_argument("--host", default="0.0.0.0", help=_help("host"))
    where.add_argument("--port", type=int, default=8000, help=_help("port"))
    where.add_argument("--public-url", default="", metavar="URL", help=_help("public-url"))
    link.set_defaults(run=_link)
    delete = subcommands.add_parser("delete", help=_help("delete"))
    which = delete.add_mutually_exclusive_group(required=True)
    which.add_argument("id", metavar="ID", nargs="?")
    which.add_argument("--finished-before", metavar="DATE", type=_day, help=_help("date"))
    delete.add_argument("--yes", action="store_true", help=_help("yes"))
    delete.set_defaults(run=_delete)


def _explaining(command: _Command) -> _Command:
    """A command that says in a sentence why the database, the backup or a file is of no use."""

    @wraps(command)
    def explaining(options: argparse.Namespace) -> int:
        from companion.tables.errors import DatabaseTrouble, NoSuchTable

        try:
            return command(options)
        except DatabaseTrouble as trouble:
            tell_problem(trouble.message)
        except NoSuchTable as error:
            tell_problem(message("storage.no-table", id=error))
        except BrokenPipeError:
            raise
        except OSError as error:
            tell_problem(f"{error.filename}: {reason(error)}" if error.filename else reason(error))
        return 2

    return explaining


@_explaining
def _backup(options: argparse.Namespace) -> int:
    from companion.tables.backup import back_up

    with _database() as database:
        number = back_up(database, options.file, datetime.now(UTC))
    print(message("storage.backed-up", file=options.file, tables=_tables(number)))
    return 0


@_explaining
def _restore(options: argparse.Namespace) -> int:
    from companion.tables.backup import restore

    with _database() as database:
        number = restore(database, options.file, replaces=options.replace)
    print(message("storage.restored", tables=_tables(number)))
    return 0


@_explaining
def _list(_options: argparse.Namespace) -> int:
    from companion.tables.listing import all_tables

    with _table_service() as table_service:
        for table in all_tables(table_service):
            scores = ", ".join(f"{side} {score}" for side, score in table.scores.items())
            ended = str(message(f"storage.{'finished' if table.is_finished else 'on'}"))
            when = f"{table.changed_at:%Y-%m-%d %H:%M}"
            entries = message("storage.entries", count=table.entries)
            print(f"{table.id}  {when}  {ended:8}  {table.game}  {scores}  ({entries})")
    return 0


@_explaining
def _export(options: argparse.Namespace) -> int:
    from companion.web.pages.record.record_page import describe_verdict, export_of

    with _table_service() as table_service:
        text = export_of(table_service.read(options.id))
    if options.json:
        text = f"{json.dumps(describe_verdict(text), ensure_ascii=False)}\n"
    if options.file is None:
        sys.stdout.write(text)
    else:
        options.file.write_text(text, encoding="utf-8")
    return 0


@_explaining
def _link(options: argparse.Namespace) -> int:
    from companion.tables.access import AccessService
    from companion.tables.rows import LeadsTo
    from companion.web.serving.machine import address_of, print_qr

    with _table_service() as table_service:
        secret = AccessService(table_service.database).links(table_service.look(options.id).id)[
            LeadsTo.KEEP
        ]
    address = address_of(options.host, options.port, options.public_url)
    link = f"{address.rstrip('/')}/j/{secret}"
    print(link, flush=True)
    # A script reads the line alone; a person has a phone to point at it.
    if sys.stdout.isatty():
        print_qr(link)
    return 0


@_explaining
def _delete(options: argparse.Namespace) -> int:
    from companion.tables.listing import finished_before

    with _table_service() as table_service:
        if options.id is None:
            doomed = finished_before(table_service, options.finished_before)
        else:
            doomed = [table_service.look(options.id).id]
        if doomed and not options.yes and not _agreed(len(doomed)):
            tell_problem(message("storage.nothing-deleted"))
            return 1
        for table_id in doomed:
            table_service.remove(table_id)
    print(message("storage.deleted", tables=_tables(len(doomed))))
    return 0


def _agreed(number: int) -> bool:
    question = message("storage.delete", tables=_tables(number), yes=message("storage.yes"))
    try:
        return input(f"{question} ").strip().lower() == str(message("storage.yes"))
    except EOFError:
        return False


def _tables(number: int) -> Text:
    return message("storage.tables", count=number)


def _help(name: str) -> str:
    return str(message(f"storage.help.{name}"))


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise argparse.ArgumentTypeError(message("storage.no-date", text=text)) from None


@contextmanager
def _database() -> Iterator["Database"]:
    """The database that `companion serve` would use."""
    from companion.tables.database import Database
    from companion.web.serving.machine import database_url

    database = Database(database_url())
    try:
        yield database
    finally:
        database.close()


@contextmanager
def _table_service() -> Iterator["TableService"]:
    """The tables at that database, brought to the present version as the server does."""
    from companion.tables.service import TableService

    with _database() as database:
        database.migrate()
        yield TableService(database)
