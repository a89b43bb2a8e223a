"""`companion score` and `companion games`."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.ink import COLOUR, PLAIN, Ink
from companion.cli.output import reason, tell_problem, wants_colour
from companion.words import message

if TYPE_CHECKING:
    from companion.referee.record import Record
    from companion.referee.ruling import Ruling


def add_commands(commands: Any) -> None:
    """Add `score` and `games`."""
    score = commands.add_parser("score", help=_help("score"))
    score.add_argument("file", metavar="FILE", help=_help("file"))
    score.add_argument("--json", action="store_true", help=_help("json"))
    score.add_argument("--under", metavar="GAME", help=_help("under"))
    score.add_argument(
        "--rule",
        metavar="NAME=VALUE",
        action="append",
        type=_house_rule,
        help=_help("rule"),
    )
    score.add_argument("--why", type=int, metavar="LINE", help=_help("why"))
    score.set_defaults(run=_score)
    games = commands.add_parser("games", help=_help("games"))
    games.add_argument("id", nargs="?", metavar="ID", help=_help("game"))
    games.set_defaults(run=_games)


def _help(name: str) -> str:
    return str(message(f"cli.help.{name}"))


def _score(options: argparse.Namespace) -> int:
    from companion.cli.score_sheet import score_sheet
    from companion.referee.record import Record

    try:
        text = _read(options.file)
    except (OSError, UnicodeDecodeError) as error:
        tell_problem(message("cli.cannot-read", file=options.file, why=reason(error)))
        return 2
    record = Record(text)
    if options.why is not None:
        return _why(options, record)
    if (options.under or options.rule) and record.transcript.header is not None:
        return _compare(options, record)
    if options.json:
        _print_json(record.verdict())
    else:
        for line in score_sheet(record.transcript, record.findings, _ink()):
            print(line)
    return 1 if record.refusal else 0


def _compare(options: argparse.Namespace, record: "Record") -> int:
    from companion.referee.under import describe_games, under
    from companion.referee.verdicts import comparison_verdict
    from companion.rules.errors import Refusal, WrongPlayers

    refused = record.transcript.refused
    try:
        comparison = record.compare(options.under, options.rule or ())
    except WrongPlayers as refusal:
        if options.json:
            _print_json({"error": {"code": refusal.code, "message": refusal.sentence}})
        else:
            print(refusal.message)
        return 1
    except Refusal as refusal:
        tell_problem(refusal.message)
        return 2
    if options.json:
        _print_json(comparison_verdict(comparison, refused))
    else:
        here, there = describe_games(comparison)
        print(message("cli.told-by", here=here, there=there))
        _print_ruling(under(comparison, refused))
    return 1 if refused else 0


def _house_rule(written: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in written.partition("="))
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(str(message("cli.no-rule", written=written)))
    return name, value


def _why(options: argparse.Namespace, record: "Record") -> int:
    from companion.referee.record import NothingToExplain

    if options.under or options.rule:
        tell_problem(message("cli.why-by-own-rules"))
        return 2
    try:
        asked = record.ask(options.why)
    except NothingToExplain as nothing:
        tell_problem(nothing.message)
        return 2
    if options.json:
        _print_json(asked.as_data())
    else:
        print(message("cli.line", line=_ink().bold(asked.line), written=asked.written))
        _print_ruling(asked.ruling)
    return 1 if asked.ruling.is_refusal else 0


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))


def _print_ruling(ruling: "Ruling") -> None:
    from companion.cli.ruling_sheet import ruling_sheet

    for line in ruling_sheet(ruling, _ink()):
        print(line)


def _ink() -> Ink:
    return COLOUR if wants_colour() else PLAIN


def _games(options: argparse.Namespace) -> int:
    from companion.cli.rule_book import all_games, one_game
    from companion.rules.errors import UnknownGame

    try:
        lines = one_game(options.id) if options.id else all_games()
    except UnknownGame as refusal:
        tell_problem(refusal.message)
        return 2
    for line in lines:
        print(line)
    return 0


def _read(file: str) -> str:
    if file != "-":
        data = Path(file).read_bytes()
    elif sys.stdin is None:
        raise OSError(str(message("cli.no-input")))
    else:
        data = sys.stdin.buffer.read()
    return data.decode("utf-8-sig")
