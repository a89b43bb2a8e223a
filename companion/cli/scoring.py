"""`companion score`: a record's verdicts, one line explained, or the same by other rules."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.cli.ruling_sheet import ruling_sheet
from companion.cli.terminal import Ink, Problem, reason, wanted_ink
from companion.record.replay import Entry, Transcript
from companion.record.statements import HandLed, PointsRuled
from companion.referee.record import NothingToExplain, Record
from companion.referee.reneges import Finding
from companion.referee.under import describe_games, under
from companion.referee.verdicts import comparison_verdict, verdict_of_line
from companion.referee.words import describe_entry
from companion.rules.errors import Refusal, WrongPlayers
from companion.rules.game import Game
from companion.words import message


def score(options: argparse.Namespace) -> int:
    """Print what was asked of a record; returns 1 where a rule refuses it."""
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
        print(*_score_sheet(record.transcript, record.findings, wanted_ink()), sep="\n")
    return 1 if record.refusal else 0


def _read(file: str) -> str:
    if file == "-" and sys.stdin is None:
        raise OSError(str(message("cli.no-input")))
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
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
        _print_json(comparison_verdict(comparison, refused))
    else:
        here, there = describe_games(comparison)
        print(message("cli.told-by", here=here, there=there))
        print(*ruling_sheet(under(comparison, refused), wanted_ink()), sep="\n")
    return 1 if refused else 0


def _why(options: argparse.Namespace, record: Record) -> int:
    if options.under or options.rule:
        raise Problem(message("cli.why-by-own-rules"))
    try:
        ruling = record.why(options.why)
    except NothingToExplain as nothing:
        raise Problem(*nothing.args) from nothing
    line, written = options.why, record.written(options.why)
    if options.json:
        _print_json(verdict_of_line(line, written, ruling))
    else:
        ink = wanted_ink()
        print(message("cli.line", line=ink.bold(line), written=written))
        print(*ruling_sheet(ruling, ink), sep="\n")
    return 1 if ruling.is_refusal else 0


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))


def _score_sheet(transcript: Transcript, found: Sequence[Finding], ink: Ink) -> Iterator[str]:
    """Each line with its count, at the end the result; a refused record goes to the refusal."""
    game = transcript.start
    if transcript.header is not None and game is not None:
        title = ink.bold(transcript.header.preset.title)
        sides = ", ".join(game.seating.side_names)
        yield f"{title} · {sides} · {message('cli.target', target=game.rules.target)}"
        yield from _entries(game, transcript.entries, found, ink)
        yield ""
        assert transcript.game is not None
        yield _result(transcript.game, ink)
    if transcript.refused is not None:
        line, refusal = transcript.refused
        refused = message("cli.refused-at", line=line, code=refusal.code)
        yield f"{ink.bad}{refused}{ink.off} {refusal.message}"


def _entries(
    game: Game, entries: Sequence[Entry], found: Sequence[Finding], ink: Ink
) -> Iterator[str]:
    finding_at = {finding.line: finding for finding in found}
    # What was ruled stands beside it.
    rows = [
        (entry, "ruling" if isinstance(entry.statement, PointsRuled) else str(entry.statement))
        for entry in entries
    ]
    widest = max((len(written) for _, written in rows), default=0)
    hands = 0
    for entry, written in rows:
        if isinstance(entry.statement, HandLed):
            hands += 1
            yield ""
            hand = ink.bold(message("cli.hand", number=hands))
            yield f"{hand}: {describe_entry(entry)}"
        else:
            colour = ink.good if entry.game.scores != game.scores else ""
            yield (
                f"{ink.faint}{entry.line:>4}{ink.off}  {written:<{widest}}  "
                f"{colour}{describe_entry(entry)}{ink.off if colour else ''}  "
                f"{ink.faint}[{_scores(entry.game)}]{ink.off}"
            )
        if finding := finding_at.get(entry.line):
            yield f"      {ink.bad}{finding.code}:{ink.off} {finding.message}"
        game = entry.game


def _scores(game: Game) -> str:
    return " · ".join(f"{name} {score}" for name, score in game.named_scores.items())


def _result(game: Game, ink: Ink) -> str:
    if game.winner is None:
        how = message("cli.game-is-on")
    else:
        people = len(game.seating.sides[game.winner])
        how = message("cli.won", count=people, side=game.seating.side_names[game.winner])
    return f"{ink.bold(how)} {_scores(game)}."
