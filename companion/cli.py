"""The command line: `companion serve`, `companion score`, `companion games`."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.record.header import Header
    from companion.record.replay import Transcript


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = _parser().parse_args(arguments)
    status: int = options.run(options)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="The referee and scorekeeper for dominoes of the Fives family.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_serve(commands)
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
    return parser


def _add_serve(commands: Any) -> None:
    serve = commands.add_parser("serve", help="serve tables to the phones on this network")
    serve.add_argument("--host", default="0.0.0.0", help="address to listen on")
    serve.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    serve.add_argument("--local", action="store_true", help="listen on this machine only")
    serve.add_argument("--no-qr", action="store_true", help="print the address without its QR code")
    club = serve.add_argument_group("for a club's server")
    club.add_argument(
        "--workers", type=_some, metavar="N", help="processes that share the work (1)"
    )
    club.add_argument(
        "--threads",
        type=_some,
        metavar="N",
        default=os.environ.get("COMPANION_THREADS") or "64",
        help="threads of each; every phone that watches live holds one (64)",
    )
    club.add_argument(
        "--behind-proxy",
        action="store_true",
        help="believe one reverse proxy about who asks, by which name, and by https",
    )
    club.add_argument("--public-url", default="", metavar="URL", help="answer to this name alone")
    club.add_argument(
        "--log",
        action=argparse.BooleanOptionalAction,
        help="a line a request on standard error (with --workers or --behind-proxy: on)",
    )
    serve.set_defaults(run=_serve)


def _some(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= 1000):
        raise argparse.ArgumentTypeError(f"a number from 1 to 1000, not {text}")
    return int(text)


def _serve(options: argparse.Namespace) -> int:
    from companion.web.server import Setup, serve

    is_club = options.workers is not None or options.behind_proxy
    return serve(
        Setup(
            host="127.0.0.1" if options.local else options.host,
            port=options.port,
            workers=options.workers or 1,
            threads=options.threads,
            is_behind_proxy=options.behind_proxy,
            public_url=options.public_url,
            # A kitchen wants a quiet terminal, a club wants to know.
            logs_requests=is_club if options.log is None else options.log,
            shows_qr=not options.no_qr,
        )
    )


def _score(options: argparse.Namespace) -> int:
    from companion.record.replay import replay
    from companion.referee.reneges import findings
    from companion.referee.score_sheet import score_sheet
    from companion.referee.verdicts import verdict_of_record

    try:
        text = _read(options.file)
    except (OSError, UnicodeDecodeError) as error:
        print(f"companion: cannot read {options.file}: {_reason(error)}", file=sys.stderr)
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
        for line in score_sheet(transcript, found, in_colour=_wants_colour()):
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
        print(f"companion: {refusal.sentence}", file=sys.stderr)
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
        print("companion: --why explains by the record's own rules", file=sys.stderr)
        return 2
    try:
        asked = ask_about(text, options.why)
    except NothingToExplain as nothing:
        print(f"companion: {nothing}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(data_of_line(asked), ensure_ascii=False))
    else:
        for line in why_sheet(asked, in_colour=_wants_colour()):
            print(line)
    return 1 if asked.why_not else 0


def _games(options: argparse.Namespace) -> int:
    from companion.referee.rule_book import all_games, one_game
    from companion.rules.errors import UnknownGame

    try:
        lines = one_game(options.id) if options.id else all_games()
    except UnknownGame as refusal:
        print(f"companion: {refusal.sentence}", file=sys.stderr)
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


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"it is no UTF-8 text (byte {error.start + 1})"
    return error.strerror or str(error)


def _wants_colour() -> bool:
    return sys.stdout is not None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _print_safely() -> None:
    """Keep names of any script printable, whatever the terminal's encoding."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _forget_output() -> None:
    """Let nothing more be written, so that leaving is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def entry_point() -> None:
    """The console script."""
    _print_safely()
    try:
        status = main()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe has seen enough; that is no error of ours.
        _forget_output()
        status = 0
    except OSError as error:
        print(f"companion: cannot write: {_reason(error)}", file=sys.stderr)
        _forget_output()
        status = 2
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    entry_point()
