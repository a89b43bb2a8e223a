"""The audit on one sheet: all 28 tiles, where they are, and what can still come."""

from collections.abc import Iterable

from companion.pictures.shape import Box
from companion.referee.audit import TILES_OF_A_NUMBER
from companion.web.rulings.audit_page import AuditPage
from companion.web.rulings.sheet import Block, Dot, Face, Pen, Sheet

_ACROSS = 7
_BETWEEN = 10
_TILES = 78
_CELL = 26
_ROW = 30


def audit_sheet(page: AuditPage, foot: Iterable[str]) -> Sheet:
    """The sheet of an audit, with where and when it was read at its foot."""
    pen = Pen()
    pen.head(page.title, subject=", ".join(page.sitting.header.players), under=page.under)
    pen.skip(6)
    for sentence in page.audit.sentences:
        pen.write("text", sentence)
    pen.heading(f"Not seen yet: {len(page.audit.unseen)}")
    _tiles(pen, page)
    pen.skip(4)
    with pen.columns("", "", gap=44) as (where, numbers):
        _whereabouts(where, page)
        _numbers(numbers, page)
    if page.prospects and page.scene is not None:
        pen.heading("What can still come")
        pen.skip(6)
        pen.felt(page.scene, 230)
        pen.skip(6)
        for told in page.prospects:
            pen.write("text", told)
    return pen.sheet(foot)


def _tiles(pen: Pen, page: AuditPage) -> None:
    """All 28 in the places of the tray, those that somebody has seen faint."""
    pen.skip(8)
    width = (pen.right - pen.left - (_ACROSS - 1) * _BETWEEN) / _ACROSS
    for place, (tile, is_unseen) in enumerate(page.places):
        down, across = divmod(place, _ACROSS)
        x = pen.left + across * (width + _BETWEEN)
        y = pen.y + down * (width / 2 + _BETWEEN)
        pen.draw(Face(x, y, width, tile, is_faint=not is_unseen))
    rows = len(page.places) / _ACROSS
    pen.skip(rows * (width / 2 + _BETWEEN))


def _whereabouts(pen: Pen, page: AuditPage) -> None:
    pen.heading("Where they are")
    pen.skip(4)
    pen.write_right("rule", "Pips")
    pen.write_right("rule", "Tiles", pen.right - _TILES)
    pen.skip(24)
    for where in page.whereabouts:
        kind = "strong" if where is page.whereabouts[-1] else "text"
        pen.draw(Block("line", Box(pen.left, pen.y, pen.right, pen.y + 1)))
        pen.skip(3)
        pen.write_right(kind, str(where.tiles), pen.right - _TILES)
        if where.pips is None:
            pen.write_right("under", "hidden")
        else:
            pen.write_right(kind, str(where.pips))
        if where.side is not None:
            pen.draw(Dot(pen.left + 6, pen.y + 12, where.side))
        pen.write(kind, where.name, 20 if where.side is not None else 0, pen.right - _TILES - 30)
        pen.skip(4)


def _numbers(pen: Pen, page: AuditPage) -> None:
    pen.heading("How many of each are out")
    pen.skip(8)
    for number in page.audit.numbers:
        pen.write_right("strong", str(number.pips), pen.left + 14)
        pen.write_right("under", number.told)
        out = "gone" if number.is_exhausted else "out"
        for place in range(TILES_OF_A_NUMBER):
            left = pen.left + 26 + place * _CELL
            kind = out if place < number.seen else "hidden"
            pen.draw(Block(kind, Box(left, pen.y + 5, left + _CELL - 4, pen.y + 19)))
        pen.skip(_ROW)
