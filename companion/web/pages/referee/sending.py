"""An answer on its way: as a page, as a picture, and as an address that asks again."""

from collections.abc import Iterator
from datetime import UTC, datetime

from flask import Response, make_response, render_template, request, url_for
from werkzeug.exceptions import NotFound

from companion.web.pages.referee.answer import Answer
from companion.web.pages.referee.asking import AskingPage
from companion.web.pages.referee.ruling_sheet import ruling_sheet
from companion.web.pages.shared.dates import describe_date
from companion.web.pages.shared.tapping import part_or_page
from companion.words import Text, message


def answered(template: str, answer: Answer | None, **more: object) -> Response:
    """An answer as the page of that name, or as a picture where the address asks for one.

    Raises `NotFound` where a picture is asked for of no answer.
    """
    if not request.path.endswith(".svg"):
        return make_response(render_template(template, answer=answer, **more))
    if answer is None:
        raise NotFound
    return drawn(answer, address_of(answer))


def drawn(answer: Answer, address: str = "") -> Response:
    """An answer as a picture."""
    sheet = ruling_sheet(answer, foot_at(address))
    response = make_response(render_template("ruling/ruling.svg", sheet=sheet))
    response.mimetype = "image/svg+xml"
    return response


def picture_address() -> str:
    """Where the answer of this address is drawn."""
    query = request.query_string.decode("latin-1")
    return f"{request.path}.svg?{query}" if query else f"{request.path}.svg"


def address_of(answer: Answer) -> str:
    """Where the same is asked again: by anybody, on a free board, or at its table."""
    if answer.question is not None:
        return url_for("ask.show", _external=True, **answer.question.as_query())
    return request.url.replace(request.path, request.path.removesuffix(".svg"), 1)


def foot_at(address: str) -> Iterator[str | Text]:
    """Where an answer stands or can be asked for again, if anywhere, and when it was given."""
    if address:
        yield address
    yield message("answer.by-companion", date=describe_date(datetime.now(UTC)))


def asked(template: str, page: AskingPage, status: int = 200, **more: object) -> Response:
    """A page that is asked by tapping, the part of it that a tap changes, or its picture."""
    if request.path.endswith(".svg"):
        return answered(template, page.answer)
    values = {"page": page, "answer": page.answer, **more}
    response = part_or_page("ruling/_asked.html", template, **values)
    response.status_code = status
    return response
