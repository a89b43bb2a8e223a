"""An answer on one sheet of paper: the ruling, its boards, its reasons and their rules."""

from collections.abc import Iterable
from typing import Any

from companion.referee.ruling import Row, Share, Table
from companion.web.pages.referee.answer import Answer, Part, ShownStep, describe_cell
from companion.web.pages.referee.sheet import Sheet
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
    sheet, ruling = Sheet(answer.title), answer.ruling
    sheet.write("title", answer.title)
    for line in filter(None, (answer.subject, ", ".join(answer.players))):
        sheet.write("subject", line)
    sheet.write("under", answer.under)
    sheet.skip(10)
    sheet.write("sum", f"{ruling.headline} → {ruling.earned}" if ruling.earned else ruling.headline)
    for note in ruling.notes:
        sheet.write("text", note)
    for drawn in answer.drawn:
        sheet.skip(14)
        sheet.felt(drawn.board, _FELT if len(answer.drawn) == 1 else _SMALL_FELT)
        if drawn.caption is not None:
            sheet.skip(6)
            sheet.write("rule", drawn.caption)
    for part in answer.parts:
        # What only some unfold stays on the page: a picture is for the point that was argued.
        if not part.section.is_folded:
            _part(sheet, part)
    for step in answer.steps:
        _step(sheet, step)
    if ruling.conclusion is not None:
        _conclusion(sheet, ruling.conclusion)
    sheet.skip(18)
    for last in foot:
        sheet.write("foot", last)
    return sheet


def _part(sheet: Sheet, part: Part) -> None:
    section = part.section
    sheet.skip(12)
    if section.question is not None:
        sheet.write("heading", section.question)
    for sentence in (*section.notes, *(reason.sentence for reason in part.reasons)):
        sheet.write("text", sentence)
    for spot in section.spots:
        sheet.draw("chip", sheet.left, sheet.y, shows=spot.end.counts)
        sheet.write("text", " ".join(str(reason.sentence) for reason in spot.reasons), _CHIP)
        sheet.skip(5)
    if part.tiles:
        _tiles(sheet, part)
    if section.table is not None:
        _table(sheet, section.table)
    for source in part.sources:
        sheet.skip(5)
        top = sheet.y
        for said in (*(rule.sentence for rule in source.rules), f"— {source.title}"):
            sheet.write("rule", said, _BAR)
        sheet.draw("line", sheet.left, top + 2, 3, sheet.y - top - 2)


def _tiles(sheet: Sheet, part: Part) -> None:
    """All 28 in the places of the tray, those that the answer is not about faint."""
    sheet.skip(8)
    width = (sheet.right - sheet.left - (_ACROSS - 1) * _BETWEEN) / _ACROSS
    down = width / 2 + _BETWEEN
    for place, (tile, is_shown) in enumerate(part.tiles):
        row, across = divmod(place, _ACROSS)
        x = sheet.left + across * (width + _BETWEEN)
        sheet.draw("tile" if is_shown else "faint-tile", x, sheet.y + row * down, width, shows=tile)
    sheet.skip(len(part.tiles) / _ACROSS * down)


def _table(sheet: Sheet, table: Table) -> None:
    sheet.skip(4)
    first, *others = table.heads
    bottoms = [
        sheet.write_right("rule", head, sheet.right - _CELL * place, _CELL - 12)
        for place, head in enumerate(reversed(others))
    ]
    sheet.write("rule", first)
    sheet.y = max([sheet.y, *bottoms]) + 4
    for row in table.rows:
        _row(sheet, row)


def _row(sheet: Sheet, row: Row) -> None:
    kind = "strong" if row.is_marked else "text"
    sheet.draw("line", sheet.left, sheet.y, sheet.right - sheet.left, 1)
    sheet.skip(3)
    for place, cell in enumerate(reversed(row.cells)):
        _cell(sheet, kind, cell, sheet.right - _CELL * place)
    indent = 0
    if row.side is not None:
        sheet.draw("dot", sheet.left + 6, sheet.y + 12, shows=row.side)
        indent = _DOT
    sheet.write(kind, row.head, indent, sheet.right - _CELL * len(row.cells))
    for note in row.notes:
        sheet.write("rule", note, indent)
    sheet.skip(4)


def _cell(sheet: Sheet, kind: str, cell: Any, until: float) -> None:
    if isinstance(cell, Share):
        kind = "under"
        for place in range(cell.whole):
            look = "open" if place >= cell.part else "gone" if cell.is_whole else "out"
            sheet.draw(look, until - 2 * _CELL + place * _SHARE, sheet.y + 5, _SHARE - 4, 14)
    sheet.write_right(kind, describe_cell(cell), until)


def _step(sheet: Sheet, shown: ShownStep) -> None:
    step, side, drawn = shown
    sheet.skip(16)
    sheet.write_right("text", step.line, sheet.left + 28)
    sheet.draw("dot", sheet.left + 42, sheet.y + 12, shows=side)
    sheet.write("strong", step.sentence, _STEP)
    if step.tiles:
        sheet.skip(6)
        for place, tile in enumerate(step.tiles):
            sheet.draw("tile", sheet.left + _STEP + place * _APART, sheet.y, _TILE, shows=tile)
        sheet.skip(_TILE / 2)
    if drawn is not None:
        sheet.skip(12)
        sheet.felt(drawn.board, _SMALL_FELT, _STEP)


def _conclusion(sheet: Sheet, conclusion: Text) -> None:
    sheet.skip(22)
    top = sheet.y
    sheet.skip(_INSET / 2)
    sheet.write("strong", conclusion, _INSET, sheet.right - _INSET)
    sheet.skip(_INSET)
    sheet.draw("proved", sheet.left, top, sheet.right - sheet.left, sheet.y - top)
