"""`companion score` and `companion games`."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.telling import reason, tell_problem, wants_colour

if TYPE_CHECKING:
    from companion.record.header import Header
    from companion.record.replay import Transcript


def add_commands(commands: Any) -> None:
    """Add `score` and `games`."""
    score = commands.add_parser("score", help="read a game record and give every line its verdict")
    score.add_argument("file", metavar="FILE", help="the record; - reads standard input")
    score.add_argument("--json", action="store_true", help="print one JSON object")
    score.add_argument(
        "--under", metavar="GAME", help="tell the record by another game's rules too"
    )
    score.add_argument(
        "--rule",
        metavar="NAME=VALUE",
        action="append",
        type=_house_rule,
        help="and with this house rule; may be given again",
    )
    score.add_argument("--why", type=int, metavar="LINE", help="explain this line of the record")
    score.set_defaults(run=_score)
    games = commands.add_parser("games", help="list the games and their rules with sources")
    games.add_argument("id", nargs="?", metavar="ID", help="one game, every setting of it")
    games.set_defaults(run=_games)


def _score(options: argparse.Namespace) -> int:
    from companion.record.replay import replay
    from companion.referee.reneges import findings
    from companion.referee.score_sheet import score_sheet
    from companion.referee.verdicts import verdict_of_record

    try:
        text = _read(options.file)
    except (OSError, UnicodeDecodeError) as error:
        tell_problem(f"cannot read {options.file}: {reason(error)}")
        return 2
    if options.why is not None:
        return _why(options, text)
    transcript = replay(text)
    if (options.under or options.rule) and transcript.header is not None:
        return _compare(options, transcript, transcript.header)
    found = findings(transcript.start, transcript.entries) if transcript.start else []
    if options.json:
        print(json.dumps(verdict_of_record(transcript, found), ensure_ascii=False))
    else:
        for line in score_sheet(transcript, found, in_colour=wants_colour()):
            print(line)
    return 1 if transcript.refused else 0


def _compare(options: argparse.Namespace, transcript: "Transcript", header: "Header") -> int:
    from companion.referee.comparison import compare
    from companion.referee.comparison_sheet import comparison_sheet, refusal_told
    from companion.referee.comparison_verdict import comparison_verdict, with_refusal
    from companion.rules.errors import Refusal, WrongPlayers

    try:
        comparison = compare(
            header, transcript.entries, header.under(options.under, options.rule or ())
        )
    except WrongPlayers as refusal:
        error = {"code": refusal.code, "message": refusal.sentence}
        print(json.dumps({"error": error}) if options.json else refusal.sentence)
        return 1
    except Refusal as refusal:
        tell_problem(f"{refusal.sentence}")
        return 2
    if options.json:
        told = with_refusal(comparison_verdict(comparison), transcript.refused)
        print(json.dumps(told, ensure_ascii=False))
    else:
        for line in (*comparison_sheet(comparison), *refusal_told(transcript.refused)):
            print(line)
    return 1 if transcript.refused else 0


def _house_rule(written: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in written.partition("="))
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{written!r} is no NAME=VALUE")
    return name, value


def _why(options: argparse.Namespace, text: str) -> int:
    from companion.referee.asked_line import NothingToExplain, ask_about
    from companion.referee.plain_data import data_of_line
    from companion.referee.why_sheet import why_sheet

    if options.under or options.rule:
        tell_problem("--why explains by the record's own rules")
        return 2
    try:
        asked = ask_about(text, options.why)
    except NothingToExplain as nothing:
        tell_problem(f"{nothing}")
        return 2
    if options.json:
        print(json.dumps(data_of_line(asked), ensure_ascii=False))
    else:
        for line in why_sheet(asked, in_colour=wants_colour()):
            print(line)
    return 1 if asked.why_not else 0


def _games(options: argparse.Namespace) -> int:
    from companion.referee.rule_book import all_games, one_game
    from companion.rules.errors import UnknownGame

    try:
        lines = one_game(options.id) if options.id else all_games()
    except UnknownGame as refusal:
        tell_problem(f"{refusal.sentence}")
        return 2
    for line in lines:
        print(line)
    return 0


def _read(file: str) -> str:
    if file != "-":
        data = Path(file).read_bytes()
    elif sys.stdin is None:
        raise OSError("there is no standard input")
    else:
        data = sys.stdin.buffer.read()
    return data.decode("utf-8-sig")
