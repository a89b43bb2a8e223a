"""An answer on one sheet of paper: the ruling, its boards, its reasons and their rules."""

from collections.abc import Iterable
from typing import Any

from companion.referee.count import Spot
from companion.referee.ruling import Row, Share, Table
from companion.web.pages.referee.answer import (
    Answer,
    Drawn,
    Part,
    ShownStep,
    Source,
    describe_cell,
)
from companion.web.pages.referee.sheet import Pen, Sheet
from companion.words import Text

_CHIP = 52
_BAR = 16
_STEP = 56
_FELT, _SMALL_FELT = 280.0, 200.0
_TILE, _APART = 52, 60
_ACROSS, _BETWEEN = 7, 10
_DOT = 20
_CELL = 130.0
_SHARE = 26
_INSET = 14


def ruling_sheet(answer: Answer, foot: Iterable[str | Text]) -> Sheet:
    """The sheet of an answer, with where and when it was given at its foot."""
    pen, ruling = Pen(), answer.ruling
    pen.write("title", answer.title)
    for line in filter(None, (answer.subject, ", ".join(answer.players))):
        pen.write("subject", line)
    pen.write("under", answer.under)
    pen.skip(10)
    pen.write("sum", f"{ruling.headline} → {ruling.earned}" if ruling.earned else ruling.headline)
    for note in ruling.notes:
        pen.write("text", note)
    for drawn in answer.drawn:
        _board(pen, drawn, _FELT if len(answer.drawn) == 1 else _SMALL_FELT)
    for part in answer.parts:
        # What only some unfold stays on the page: a picture is for the point that was argued.
        if not part.section.is_folded:
            _part(pen, part)
    for step in answer.steps:
        _step(pen, step)
    if ruling.conclusion is not None:
        _conclusion(pen, ruling.conclusion)
    pen.skip(18)
    for last in foot:
        pen.write("foot", last)
    return pen.sheet(answer.title)


def _board(pen: Pen, drawn: Drawn, height: float) -> None:
    pen.skip(14)
    pen.felt(drawn.board, height)
    if drawn.caption is not None:
        pen.skip(6)
        pen.write("rule", drawn.caption)


def _part(pen: Pen, part: Part) -> None:
    section = part.section
    pen.skip(12)
    if section.question is not None:
        pen.write("heading", section.question)
    for sentence in (*section.notes, *(reason.sentence for reason in part.reasons)):
        pen.write("text", sentence)
    for spot in section.spots:
        _spot(pen, spot)
    if part.tiles:
        _tiles(pen, part)
    if section.table is not None:
        _table(pen, section.table)
    for source in part.sources:
        _source(pen, source)


def _spot(pen: Pen, spot: Spot) -> None:
    pen.draw("chip", pen.left, pen.y, shows=spot.end.counts)
    pen.write("text", " ".join(str(reason.sentence) for reason in spot.reasons), _CHIP)
    pen.skip(5)


def _source(pen: Pen, source: Source) -> None:
    """Rules with where they stand."""
    pen.skip(5)
    top = pen.y
    for rule in source.rules:
        pen.write("rule", rule.sentence, _BAR)
    pen.write("rule", f"— {source.title}", _BAR)
    pen.draw("line", pen.left, top + 2, 3, pen.y - top - 2)


def _tiles(pen: Pen, part: Part) -> None:
    """All 28 in the places of the tray, those that the answer is not about faint."""
    pen.skip(8)
    width = (pen.right - pen.left - (_ACROSS - 1) * _BETWEEN) / _ACROSS
    down = width / 2 + _BETWEEN
    for place, (tile, is_shown) in enumerate(part.tiles):
        row, across = divmod(place, _ACROSS)
        x = pen.left + across * (width + _BETWEEN)
        pen.draw("tile" if is_shown else "faint-tile", x, pen.y + row * down, width, shows=tile)
    pen.skip(len(part.tiles) / _ACROSS * down)


def _table(pen: Pen, table: Table) -> None:
    pen.skip(4)
    first, *others = table.heads
    bottoms = [
        pen.write_right("rule", head, pen.right - _CELL * place, _CELL - 12)
        for place, head in enumerate(reversed(others))
    ]
    pen.write("rule", first)
    pen.y = max([pen.y, *bottoms]) + 4
    for row in table.rows:
        _row(pen, row)


def _row(pen: Pen, row: Row) -> None:
    kind = "strong" if row.is_marked else "text"
    pen.draw("line", pen.left, pen.y, pen.right - pen.left, 1)
    pen.skip(3)
    for place, cell in enumerate(reversed(row.cells)):
        _cell(pen, kind, cell, pen.right - _CELL * place)
    indent = 0
    if row.side is not None:
        pen.draw("dot", pen.left + 6, pen.y + 12, shows=row.side)
        indent = _DOT
    pen.write(kind, row.head, indent, pen.right - _CELL * len(row.cells))
    for note in row.notes:
        pen.write("rule", note, indent)
    pen.skip(4)


def _cell(pen: Pen, kind: str, cell: Any, until: float) -> None:
    if isinstance(cell, Share):
        kind = "under"
        for place in range(cell.whole):
            look = "open" if place >= cell.part else "gone" if cell.part == cell.whole else "out"
            pen.draw(look, until - 2 * _CELL + place * _SHARE, pen.y + 5, _SHARE - 4, 14)
    pen.write_right(kind, describe_cell(cell), until)


def _step(pen: Pen, step: ShownStep) -> None:
    pen.skip(16)
    pen.write_right("text", step.number, pen.left + 28)
    pen.draw("dot", pen.left + 42, pen.y + 12, shows=step.side)
    pen.write("strong", step.sentence, _STEP)
    if step.tiles:
        pen.skip(6)
        for place, tile in enumerate(step.tiles):
            pen.draw("tile", pen.left + _STEP + place * _APART, pen.y, _TILE, shows=tile)
        pen.skip(_TILE / 2)
    if step.drawn is not None:
        pen.skip(12)
        pen.felt(step.drawn.board, _SMALL_FELT, _STEP)


def _conclusion(pen: Pen, conclusion: Text) -> None:
    pen.skip(22)
    top = pen.y
    pen.skip(_INSET / 2)
    pen.write("strong", conclusion, _INSET, pen.right - _INSET)
    pen.skip(_INSET)
    pen.draw("proved", pen.left, top, pen.right - pen.left, pen.y - top)
