"""`companion score`."""

import argparse
import json
import sys
from pathlib import Path

from companion.cli.ruling_sheet import ruling_sheet
from companion.cli.score_sheet import score_sheet
from companion.cli.terminal import Problem, reason, wanted_ink
from companion.referee.comparison_verdict import comparison_verdict, with_refusal
from companion.referee.plain_data import data_of_line
from companion.referee.record import NothingToExplain, Record
from companion.referee.under import describe_games, under
from companion.rules.errors import Refusal, WrongPlayers
from companion.words import message


def score(options: argparse.Namespace) -> int:
    """Print a record's verdicts, one line explained, or the same by other rules."""
    try:
        text = _read(options.file)
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error)
        raise Problem(message("cli.cannot-read", file=options.file, why=why)) from error
    record = Record(text)
    if options.why is not None:
        return _why(options, record)
    if (options.under or options.rule) and record.transcript.header is not None:
        return _compare(options, record)
    if options.json:
        _print_json(record.verdict())
    else:
        print(*score_sheet(record.transcript, record.findings, wanted_ink()), sep="\n")
    return 1 if record.refusal else 0


def _read(file: str) -> str:
    if file != "-":
        data = Path(file).read_bytes()
    elif sys.stdin is None:
        raise OSError(str(message("cli.no-input")))
    else:
        data = sys.stdin.buffer.read()
    return data.decode("utf-8-sig")


def _compare(options: argparse.Namespace, record: Record) -> int:
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
        raise Problem(refusal.message) from refusal
    if options.json:
        _print_json(with_refusal(comparison_verdict(comparison), refused))
    else:
        here, there = describe_games(comparison)
        print(message("cli.told-by", here=here, there=there))
        print(*ruling_sheet(under(comparison, refused), wanted_ink()), sep="\n")
    return 1 if refused else 0


def _why(options: argparse.Namespace, record: Record) -> int:
    if options.under or options.rule:
        raise Problem(message("cli.why-by-own-rules"))
    try:
        asked = record.ask(options.why)
    except NothingToExplain as nothing:
        raise Problem(nothing.message) from nothing
    if options.json:
        _print_json(data_of_line(asked))
    else:
        ink = wanted_ink()
        print(message("cli.line", line=ink.bold(asked.line), written=asked.written))
        print(*ruling_sheet(asked.ruling, ink), sep="\n")
    return 1 if asked.ruling.is_refusal else 0


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))
