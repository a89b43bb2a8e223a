"""`companion serve`, and the commands for its data: `backup`, `restore` and `tables`."""

import argparse
import json
import sys
from datetime import UTC, datetime, timedelta

from companion.cli.command_database import open_database, open_tables
from companion.cli.terminal import print_link, print_problem
from companion.db.table_models import LeadsTo
from companion.i18n import Text, message
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.upkeep import cleanup
from companion.upkeep.backup import back_up
from companion.upkeep.backup import restore as restore_backup


def serve(options: argparse.Namespace) -> int:
    """Serve the tables until stopped."""
    from companion.web.serving import server

    is_club = options.workers is not None or options.behind_proxy is not None
    return server.serve(
        server.Setup(
            host="127.0.0.1" if options.local else options.host,
            port=options.port,
            workers=options.workers or 1,
            threads=options.threads,
            is_behind_proxy=options.behind_proxy is not None,
            proxies=options.behind_proxy or (),
            public_url=options.public_url,
            # A kitchen wants a quiet terminal, a club wants to know.
            logs_requests=is_club if options.log is None else options.log,
            pocket=options.pocket,
            shows_qr=not options.no_qr,
        )
    )


def backup(options: argparse.Namespace) -> None:
    """Write all tables to one file."""
    with open_database() as database:
        number = back_up(database, options.file, datetime.now(UTC))
    print(message("storage.backed-up", file=options.file, tables=_tables(number)))


def restore(options: argparse.Namespace) -> None:
    """Restore the tables of a backup."""
    with open_database() as database:
        number = restore_backup(database, options.file, replaces=options.replace)
    print(message("storage.restored", tables=_tables(number)))


def list_tables(_options: argparse.Namespace) -> None:
    """Print a line for each table."""
    with open_tables() as table_service:
        _print_tables(table_service)


def tidy(options: argparse.Namespace) -> None:
    """Print what nobody needs any more; delete it with `--really`."""
    now = datetime.now(UTC)
    before = now - timedelta(days=options.untouched_for)
    with open_tables() as table_service:
        database = table_service.database
        if options.really:
            done, left = "storage.tidied", cleanup.tidy(database, before, now)
        else:
            _print_tables(table_service, before)
            done, left = "storage.would-tidy", cleanup.find_leftovers(database, before, now)
    codes = message("storage.codes", count=left.codes)
    learners = message("storage.learners", count=left.learners)
    races = message("storage.races", count=left.races)
    tables = _tables(len(left.tables))
    print(message(done, tables=tables, codes=codes, learners=learners, races=races))


def _print_tables(table_service: TableService, before: datetime | None = None) -> None:
    for table, number, changed_at in table_service.listing(before):
        scores = ", ".join(f"{side} {score}" for side, score in table.game.named_scores.items())
        ended = message(f"storage.{'finished' if table.game.is_over else 'on'}")
        when = f"{changed_at:%Y-%m-%d %H:%M}"
        entries = message("storage.entries", count=number)
        print(f"{table.id}  {when}  {ended:8}  {table.header.game}  {scores}  ({entries})")


def export(options: argparse.Namespace) -> None:
    """Print or write the record of a table, or its verdict."""
    from companion.web.records.record_page import describe_verdict, export_of

    with open_tables() as table_service:
        text = export_of(table_service.read(options.id))
        if options.json:
            text = f"{json.dumps(describe_verdict(text), ensure_ascii=False)}\n"
        if options.file is None:
            sys.stdout.write(text)
        else:
            options.file.write_text(text, encoding="utf-8")


def link(options: argparse.Namespace) -> None:
    """Print the link by which a phone keeps score at a table."""
    with open_tables() as table_service:
        links = AccessService(table_service.database).links(table_service.look(options.id).id)
    print_link(options, f"/j/{links[LeadsTo.KEEP]}")


def delete(options: argparse.Namespace) -> int:
    """Delete a table, or those finished before a day, after asking; 1 if the answer is no."""
    with open_tables() as table_service:
        if options.id is None:
            table_ids = table_service.finished_before(options.finished_before)
        else:
            table_ids = [table_service.look(options.id).id]
        if table_ids and not options.yes and not _agreed(len(table_ids)):
            print_problem(message("storage.nothing-deleted"))
            return 1
        for table_id in table_ids:
            table_service.remove(table_id)
    print(message("storage.deleted", tables=_tables(len(table_ids))))
    return 0


def _agreed(number: int) -> bool:
    yes = str(message("storage.yes"))
    try:
        answer = input(f"{message('storage.delete', tables=_tables(number), yes=yes)} ")
    except EOFError:
        return False
    return answer.strip().lower() == yes


def _tables(number: int) -> Text:
    return message("storage.tables", count=number)
