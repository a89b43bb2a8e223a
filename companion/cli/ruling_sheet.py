"""A ruling for people, as lines of a terminal."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.cli.terminal import Ink, wrapped
from companion.referee.count import Spot
from companion.referee.ruling import About, Row, Ruling, Section, Share, Table
from companion.words import message


def ruling_sheet(ruling: Ruling, ink: Ink) -> Iterator[str]:
    """The lines of an answer."""
    if ruling.is_refusal:
        yield f"{ink.bad}{message('cli.refused', code=ruling.code)}{ink.off}"
    else:
        yield str(ruling.told or ruling.headline)
    if ruling.count is None:
        yield from wrapped(*ruling.notes)
    # What is long comes first: people read a terminal from its end.
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
        yield from _count(section.spots, ruling, ink)
    yield from wrapped(*section.notes, *(reason.sentence for reason in section.reasons))
    if section.tiles:
        yield from wrapped(" ".join(map(str, section.tiles)))
    if section.table is not None:
        yield from _table(section.table, has_notes=not section.is_folded)
    # Each rule once, with where it stands.
    for line in wrapped(*(f"{rule.sentence} [{rule.source}]" for rule in section.rules), indent=4):
        yield f"{ink.faint}{line}{ink.off}"


def _count(spots: Iterable[Spot], ruling: Ruling, ink: Ink) -> Iterator[str]:
    for spot in spots:
        first, *others = spot.reasons
        colour = ink.good if spot.end.counts else ink.faint
        yield f"{colour}{spot.end.counts:>4}{ink.off}  {first.sentence}"
        yield from (f"      {reason.sentence}" for reason in others)
    yield f"      {ink.bold(ruling.headline)}"
    yield from (f"      {note}" for note in ruling.notes)


def _table(table: Table, *, has_notes: bool) -> Iterator[str]:
    """Rows in columns; a row's line of the record stands before it."""
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
