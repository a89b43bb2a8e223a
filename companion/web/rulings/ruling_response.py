"""How an answer of the referee is sent: as a page, as a picture, at an address that asks again."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import BadHost, NotFound

from companion.i18n import Text, message, sentences
from companion.referee.ruling import Row, Share, Table
from companion.web.rulings.ask_page import AskingPage
from companion.web.rulings.ruling_answer import Answer, AnswerPart, ShownStep, describe_cell
from companion.web.ui.date_text import describe_date
from companion.web.ui.paper_sheet import MARGIN, Sheet
from companion.web.ui.template_filters import part_or_page

View = Callable[..., Response]

#: How far in a text stands beside a chip, a bar, a step's number, a dot, a frame.
_CHIP, _BAR, _STEP, _DOT, _INSET = 52, 16, 56, 20, 14
_FELT, _SMALL_FELT = 280.0, 200.0
#: The tiles of a step, and from one to the next. Of all 28: how many in a row, and the gap.
_TILE, _APART, _ACROSS, _BETWEEN = 52, 60, 7, 10
_CELL, _SHARE = 130.0, 26


class Referee(Blueprint):
    """A blueprint whose questions have a page at an address, and a picture at that with `.svg`."""

    def question(self, address: str) -> Callable[[View], View]:
        """A question at an address, and at the same with `.svg` behind it as a picture."""

        def asked(view: View) -> View:
            self.add_url_rule(address, view_func=view)
            self.add_url_rule(f"{address}.svg", f"{view.__name__}_picture", view)
            return view

        return asked


def add_globals(blueprint: Blueprint) -> None:
    """Let every template write an answer."""
    for found in (describe_cell, picture_address, address_of, foot_at):
        blueprint.add_app_template_global(found)


def picture_address() -> str:
    """The address of the picture of this answer."""
    query = request.query_string.decode("latin-1")
    return f"{request.path}.svg?{query}" if query else f"{request.path}.svg"


def address_of(answer: Answer) -> str:
    """The address that asks the same again: on a free board for anyone, or at its table."""
    if answer.question is not None:
        return url_for("referee.ask", _external=True, **answer.question.as_query())
    try:
        asked = request.url
    except UnicodeError:
        # A name that can't be spelt, such as `xn--a`.
        raise BadHost from None
    return asked.replace(request.path, request.path.removesuffix(".svg"), 1)


def foot_at(address: str) -> Iterator[str | Text]:
    """The address of an answer, if it has one, and the date of the answer."""
    if address:
        yield address
    yield message("answer.by-companion", date=describe_date(datetime.now(UTC)))


def render_answer(template: str, answer: Answer | None, **values: Any) -> Response:
    """An answer as a page, or as a picture where the address asks for one."""
    return render_picture(answer) if asks_for_picture() else render_page(template, answer, **values)


def render_asking(template: str, page: AskingPage, status: int = 200, **values: object) -> Response:
    """A page that is asked by tapping, the part of it that a tap changes, or its picture."""
    if asks_for_picture():
        return render_picture(page.answer)
    values |= {"page": page, "answer": page.answer, **(request.view_args or {})}
    response = part_or_page("ui/_asked.html", template, **values)
    response.status_code = status
    return response


def render_page(
    template: str, answer: Answer | None, status: int = 200, **values: object
) -> Response:
    """A page with an answer, or with what is missing for one."""
    values |= {"answer": answer, **(request.view_args or {})}
    return make_response(render_template(template, **values), status)


def asks_for_picture() -> bool:
    """Whether the address is that of a picture."""
    return request.path.endswith(".svg")


def render_picture(answer: Answer | None) -> Response:
    """An answer as a picture; raises `NotFound` where there is none."""
    if answer is None:
        raise NotFound
    return draw(answer, address_of(answer))


def draw(answer: Answer, address: str = "") -> Response:
    """An answer as a picture, with the address that asks for it again."""
    sheet = _ruling_sheet(answer, foot_at(address))
    return Response(render_template("ui/sheet.svg", sheet=sheet), mimetype="image/svg+xml")


def _ruling_sheet(answer: Answer, foot: Iterable[str | Text]) -> Sheet:
    """The sheet of an answer, with where and when it was given at its foot."""
    sheet, ruling = Sheet(str(answer.title)), answer.ruling
    sheet.write("title", answer.title)
    for line in filter(None, (answer.subject, ", ".join(answer.players))):
        sheet.write("subject", line)
    sheet.write("under", answer.under)
    sheet.y += 10
    sheet.write("sum", answer.summed)
    for note in ruling.notes:
        sheet.write("text", note)
    for drawn in answer.drawn:
        sheet.y += 14
        sheet.felt(drawn.board, _FELT if len(answer.drawn) == 1 else _SMALL_FELT)
        if drawn.caption is not None:
            sheet.y += 6
            sheet.write("rule", drawn.caption)
    for part in answer.parts:
        # Folded parts stay on the page: a picture is for the point that was argued.
        if not part.section.is_folded:
            _part(sheet, part)
    for step in answer.steps:
        _step(sheet, step)
    if ruling.conclusion is not None:
        _conclusion(sheet, ruling.conclusion)
    sheet.y += 18
    for last in foot:
        sheet.write("foot", last)
    sheet.y += MARGIN
    return sheet


def _part(sheet: Sheet, part: AnswerPart) -> None:
    section = part.section
    sheet.y += 12
    if section.question is not None:
        sheet.write("heading", section.question)
    for sentence in (*section.notes, *(reason.sentence for reason in part.reasons)):
        sheet.write("text", sentence)
    for spot in section.spots:
        sheet.draw("chip", sheet.left, sheet.y, shows=spot.end.counts)
        sheet.write("text", " ".join(str(reason.sentence) for reason in spot.reasons), _CHIP)
        sheet.y += 5
    if part.tiles:
        _tiles(sheet, part)
    if section.table is not None:
        _table(sheet, section.table)
    for source in part.sources:
        sheet.y += 5
        top = sheet.y
        for rule in source.rules:
            sheet.write("rule", sentences(rule.sentence, rule.because), _BAR)
        sheet.write("rule", source.ground.in_full, _BAR)
        sheet.draw("line", sheet.left, top + 2, 3, sheet.y - top - 2)


def _tiles(sheet: Sheet, part: AnswerPart) -> None:
    """All 28 in the places of the tray, those that the answer is not about faint."""
    sheet.y += 8
    width = (sheet.right - sheet.left - (_ACROSS - 1) * _BETWEEN) / _ACROSS
    down = width / 2 + _BETWEEN
    for place, (tile, is_shown) in enumerate(part.tiles):
        row, across = divmod(place, _ACROSS)
        x = sheet.left + across * (width + _BETWEEN)
        sheet.draw("tile" if is_shown else "faint-tile", x, sheet.y + row * down, width, shows=tile)
    sheet.y += len(part.tiles) / _ACROSS * down


def _table(sheet: Sheet, table: Table) -> None:
    sheet.y += 4
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
    kind, indent = "strong" if row.is_marked else "text", 0
    sheet.draw("line", sheet.left, sheet.y, sheet.right - sheet.left, 1)
    sheet.y += 3
    for place, cell in enumerate(reversed(row.cells)):
        until = sheet.right - _CELL * place
        if isinstance(cell, Share):
            _share(sheet, cell, until - 2 * _CELL)
        sheet.write_right("under" if isinstance(cell, Share) else kind, describe_cell(cell), until)
    if row.side is not None:
        sheet.draw("dot", sheet.left + 6, sheet.y + 12, shows=row.side)
        indent = _DOT
    sheet.write(kind, row.head, indent, sheet.right - _CELL * len(row.cells))
    for note in row.notes:
        sheet.write("rule", note, indent)
    sheet.y += 4


def _share(sheet: Sheet, share: Share, x: float) -> None:
    for place in range(share.whole):
        look = "open" if place >= share.part else "gone" if share.part == share.whole else "out"
        sheet.draw(look, x + place * _SHARE, sheet.y + 5, _SHARE - 4, 14)


def _step(sheet: Sheet, shown: ShownStep) -> None:
    step, side, drawn = shown
    sheet.y += 16
    sheet.write_right("text", step.line, sheet.left + 28)
    sheet.draw("dot", sheet.left + 42, sheet.y + 12, shows=side)
    sheet.write("strong", step.sentence, _STEP)
    if step.tiles:
        sheet.y += 6
        for place, tile in enumerate(step.tiles):
            sheet.draw("tile", sheet.left + _STEP + place * _APART, sheet.y, _TILE, shows=tile)
        sheet.y += _TILE / 2
    if drawn is not None:
        sheet.y += 12
        sheet.felt(drawn.board, _SMALL_FELT, _STEP)


def _conclusion(sheet: Sheet, conclusion: Text) -> None:
    sheet.y += 22
    top = sheet.y
    sheet.y += _INSET / 2
    sheet.write("strong", conclusion, _INSET, sheet.right - _INSET)
    sheet.y += _INSET
    sheet.draw("proved", sheet.left, top, sheet.right - sheet.left, sheet.y - top)
