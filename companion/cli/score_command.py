"""`companion score`: a record with its scores, or one answer of the referee about it."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.cli.terminal import Ink, Problem, reason, wanted_ink, wrapped
from companion.i18n import in_json, message, sentences
from companion.record.replay import Entry
from companion.record.statements import HandLed, PointsRuled
from companion.referee.compare.rules_comparison import describe_games, under
from companion.referee.count_reasons import Spot
from companion.referee.explain.entry_text import describe_entry
from companion.referee.proof.renege import Finding
from companion.referee.record_api import NothingToExplain, Record
from companion.referee.ruling import About, Row, Ruling, Section, Share, Table
from companion.referee.verdict_json import comparison_verdict, verdict_of_line
from companion.rules.errors import Refusal, WrongPlayers
from companion.rules.game import Game


def score(options: argparse.Namespace) -> int:
    """Print a record with its scores, or one answer about it; 1 if a rule refuses it."""
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
        print(*_score_sheet(record, wanted_ink()), sep="\n")
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
            _print_json({"error": {"code": refusal.code, **in_json("message", refusal.message)}})
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
        print(*_ruling_sheet(under(comparison, refused), wanted_ink()), sep="\n")
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
        print(*_ruling_sheet(ruling, ink), sep="\n")
    return 1 if ruling.is_refusal else 0


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))


def _score_sheet(record: Record, ink: Ink) -> Iterator[str]:
    """Each line with its count, then the result, then the refusal with its line if there is one."""
    transcript, game = record.transcript, record.transcript.start
    if transcript.header is not None and game is not None:
        title = ink.bold(transcript.header.preset.title)
        sides = ", ".join(game.seating.side_names)
        yield f"{title} · {sides} · {message('cli.target', target=game.rules.target)}"
        yield from _entries(game, transcript.entries, record.findings, ink)
        yield ""
        assert transcript.game is not None
        yield _result(transcript.game, ink)
    if transcript.refused is not None:
        line, refusal = transcript.refused
        refused = message("cli.refused-at", line=line, code=refusal.code)
        yield f"{ink.bad}{refused}{ink.off} {sentences(refusal.message, refusal.instead)}"
        yield from filter(str.strip, [f"      {record.written(line)}"])


def _entries(
    game: Game, entries: Sequence[Entry], found: Sequence[Finding], ink: Ink
) -> Iterator[str]:
    finding_at = {finding.line: finding for finding in found}
    # The sentence beside a ruling says what was agreed.
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


def _ruling_sheet(ruling: Ruling, ink: Ink) -> Iterator[str]:
    """A ruling as lines of a terminal."""
    if ruling.is_refusal:
        yield f"{ink.bad}{message('cli.refused', code=ruling.code)}{ink.off}"
    else:
        yield str(ruling.answer or ruling.headline)
    if ruling.count is None:
        yield from wrapped(*ruling.notes)
    # Long sections first: people read a terminal from its end.
    for section in sorted(ruling.sections, key=lambda section: not section.is_folded):
        yield from _section(section, ruling, ink)
    for step in ruling.steps:
        yield f"{step.line:>4}  {step.sentence}"
    if ruling.conclusion is not None:
        yield ink.bold(ruling.conclusion)


def _section(section: Section, ruling: Ruling, ink: Ink) -> Iterator[str]:
    yield ""
    if section.question is not None:
        yield ink.bold(section.question)
    if section.about is About.COUNT:
        yield from _spots(section.spots, ruling, ink)
    yield from wrapped(*section.notes, *(reason.sentence for reason in section.reasons))
    if section.tiles:
        yield from wrapped(" ".join(map(str, section.tiles)))
    if section.table is not None:
        yield from _table(section.table, has_notes=not section.is_folded)
    # Each rule once, with its source.
    cited = (f"{sentences(rule.sentence, rule.because)} [{rule.source}]" for rule in section.rules)
    for line in wrapped(*cited, indent=4):
        yield f"{ink.faint}{line}{ink.off}"


def _spots(spots: Iterable[Spot], ruling: Ruling, ink: Ink) -> Iterator[str]:
    for spot in spots:
        first, *others = spot.reasons
        colour = ink.good if spot.end.counts else ink.faint
        yield f"{colour}{spot.end.counts:>4}{ink.off}  {first.sentence}"
        yield from (f"      {reason.sentence}" for reason in others)
    yield f"      {ink.bold(ruling.headline)}"
    yield from (f"      {note}" for note in ruling.notes)


def _table(table: Table, *, has_notes: bool) -> Iterator[str]:
    """A table in columns; rows about a line of the record begin with it."""
    cells = [tuple(map(str, table.heads))]
    cells += [(_head(row), *map(_cell, row.cells)) for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=False)]
    notes = ((), *(row.notes if has_notes else () for row in table.rows))
    for line, below in zip(cells, notes, strict=True):
        padded = (f"{cell:<{width}}" for cell, width in zip(line, widths, strict=False))
        yield f"  {'  '.join(padded)}".rstrip()
        yield from wrapped(*below, indent=6)


def _head(row: Row) -> str:
    if row.line is None:
        return str(row.head)
    return f"{row.line:>4} {'≠' if row.is_marked else ' '} {row.head}"


def _cell(cell: Any) -> str:
    match cell:
        case None:
            return "–"
        case Share(part, whole):
            return f"{part}/{whole}"
        case tuple():
            return " · ".join(map(str, cell))
    return str(cell)
