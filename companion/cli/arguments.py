"""All commands with their options; `run` names the function of each."""

import argparse
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.i18n import message


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    made = argparse.ArgumentParser(prog="companion", description=str(message("cli.description")))
    commands = made.add_subparsers(
        title=str(message("cli.commands")), required=True, metavar="COMMAND"
    )
    for add in (_add_serve, _add_score, _add_backup, _add_tables, _add_clubs, _add_offline):
        add(commands)
    return made


def _add_serve(commands: Any) -> None:
    def help_for(option: str) -> str:
        return str(message(f"serve.help.{option}"))

    serve = commands.add_parser("serve", help=str(message("serve.help")))
    serve.add_argument("--host", default="0.0.0.0", help=help_for("host"))
    serve.add_argument("--port", type=int, default=8000, help=help_for("port"))
    serve.add_argument("--local", action="store_true", help=help_for("local"))
    serve.add_argument("--no-qr", action="store_true", help=help_for("no-qr"))
    club = serve.add_argument_group(help_for("club"))
    club.add_argument("--workers", type=_count, metavar="N", help=help_for("workers"))
    threads = os.environ.get("COMPANION_THREADS") or "64"
    club.add_argument(
        "--threads", type=_count, metavar="N", default=threads, help=help_for("threads")
    )
    club.add_argument(
        "--behind-proxy",
        nargs="?",
        const=(),
        type=_proxies,
        metavar="ADDRESS,...",
        help=help_for("behind-proxy"),
    )
    club.add_argument("--public-url", default="", metavar="URL", help=help_for("public-url"))
    club.add_argument("--log", action=argparse.BooleanOptionalAction, help=help_for("log"))
    pocket = os.environ.get("COMPANION_POCKET") or ""
    club.add_argument("--pocket", default=pocket, metavar="DIR", help=help_for("pocket"))
    serve.set_defaults(run="server_commands:serve")


def _add_score(commands: Any) -> None:
    def help_for(option: str) -> str:
        return str(message(f"cli.help.{option}"))

    score = _command(commands, "score", "score_command:score", help_for("score"))
    score.add_argument("file", metavar="FILE", help=help_for("file"))
    score.add_argument("--json", action="store_true", help=help_for("json"))
    score.add_argument("--under", metavar="GAME", help=help_for("under"))
    score.add_argument(
        "--rule", metavar="NAME=VALUE", action="append", type=_house_rule, help=help_for("rule")
    )
    score.add_argument("--why", type=int, metavar="LINE", help=help_for("why"))
    games = _command(commands, "games", "games_command:games", help_for("games"))
    games.add_argument("id", nargs="?", metavar="ID", help=help_for("game"))


def _add_backup(commands: Any) -> None:
    backup = _command(commands, "backup", "server_commands:backup", _storage("backup"))
    backup.add_argument("file", metavar="FILE", type=Path)
    restore = _command(commands, "restore", "server_commands:restore", _storage("restore"))
    restore.add_argument("file", metavar="FILE", type=Path)
    restore.add_argument("--replace", action="store_true", help=_storage("replace"))


def _add_tables(commands: Any) -> None:
    tables = _command(commands, "tables", "server_commands:list_tables", _storage("tables"))
    subcommands = tables.add_subparsers(title=_storage("commands"), metavar="COMMAND")
    subcommands.add_parser("list", help=_storage("list"))
    export = _command(subcommands, "export", "server_commands:export", _storage("export"))
    export.add_argument("id", metavar="ID")
    export.add_argument("file", metavar="FILE", nargs="?", type=Path, help=_storage("file"))
    export.add_argument("--json", action="store_true", help=_storage("json"))
    link = _command(subcommands, "link", "server_commands:link", _storage("link"))
    link.add_argument("id", metavar="ID")
    _add_where(link)
    delete = _command(subcommands, "delete", "server_commands:delete", _storage("delete"))
    which = delete.add_mutually_exclusive_group(required=True)
    which.add_argument("id", metavar="ID", nargs="?")
    which.add_argument("--finished-before", metavar="DATE", type=_day, help=_storage("date"))
    delete.add_argument("--yes", action="store_true", help=_storage("yes"))
    tidy = _command(subcommands, "tidy", "server_commands:tidy", _storage("tidy"))
    help = _storage("untouched-for")
    tidy.add_argument("--untouched-for", type=_count, metavar="DAYS", default=365, help=help)
    tidy.add_argument("--really", action="store_true", help=_storage("really"))


def _add_clubs(commands: Any) -> None:
    clubs = _command(commands, "clubs", "club_commands:list_clubs", _storage("clubs"))
    subcommands = clubs.add_subparsers(title=_storage("commands"), metavar="COMMAND")
    subcommands.add_parser("list", help=_storage("list-clubs"))
    link = _command(subcommands, "link", "club_commands:link", _storage("club-link"))
    link.add_argument("id", metavar="ID")
    _add_where(link)
    export = _command(subcommands, "export", "club_commands:export", _storage("club-export"))
    export.add_argument("id", metavar="ID")
    export.add_argument("file", metavar="FILE", type=Path)
    bring = _command(subcommands, "bring", "club_commands:bring", _storage("club-bring"))
    bring.add_argument("file", metavar="FILE", type=Path)
    _command(subcommands, "remake", "club_commands:remake", _storage("remake"))


def _add_where(link: Any) -> None:
    """The options that say where phones find the server."""
    where = link.add_argument_group(_storage("where"))
    where.add_argument("--host", default="0.0.0.0", help=_storage("host"))
    where.add_argument("--port", type=int, default=8000, help=_storage("port"))
    where.add_argument("--public-url", default="", metavar="URL", help=_storage("public-url"))


def _add_offline(commands: Any) -> None:
    offline = _command(commands, "offline", "offline_command:offline", str(message("offline.help")))
    offline.add_argument("folder", metavar="DIR", type=Path)
    qualities, help = range(12), str(message("offline.help.brotli-quality"))
    offline.add_argument("--brotli-quality", type=int, choices=qualities, default=11, help=help)


def _command(commands: Any, name: str, run: str, help: str) -> argparse.ArgumentParser:
    """A command that runs this function of `companion.cli`."""
    command: argparse.ArgumentParser = commands.add_parser(name, help=help)
    command.set_defaults(run=run)
    return command


def _storage(name: str) -> str:
    return str(message(f"storage.help.{name}"))


def _count(written: str) -> int:
    if not (written.isdecimal() and 1 <= int(written) <= 1000):
        raise argparse.ArgumentTypeError(message("serve.no-count", written=written))
    return int(written)


def _proxies(written: str) -> tuple[str, ...]:
    from companion.web.security.proxy import parse_proxies

    try:
        return parse_proxies(written)
    except ValueError:
        raise argparse.ArgumentTypeError(message("serve.no-proxy", written=written)) from None


def _house_rule(written: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in written.partition("="))
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(message("cli.no-rule", written=written))
    return name, value


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise argparse.ArgumentTypeError(message("storage.no-date", text=text)) from None
