"""How an answer of the referee is sent: as a page, as a picture, at an address that asks again."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import BadHost, NotFound

from companion.i18n import Text, message
from companion.web.rulings.ask_page import AskingPage
from companion.web.rulings.ruling_answer import Answer, describe_cell
from companion.web.rulings.ruling_sheet import ruling_sheet
from companion.web.ui.date_text import describe_date
from companion.web.ui.rendering import part_or_page

View = Callable[..., Response]


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
    """Where the answer of this address is drawn."""
    query = request.query_string.decode("latin-1")
    return f"{request.path}.svg?{query}" if query else f"{request.path}.svg"


def address_of(answer: Answer) -> str:
    """Where the same is asked again: by anybody, on a free board, or at its table."""
    if answer.question is not None:
        return url_for("referee.ask", _external=True, **answer.question.as_query())
    try:
        asked = request.url
    except UnicodeError:
        # A name that cannot be spelt, such as `xn--a`.
        raise BadHost from None
    return asked.replace(request.path, request.path.removesuffix(".svg"), 1)


def foot_at(address: str) -> Iterator[str | Text]:
    """Where an answer stands or can be asked for again, if anywhere, and when it was given."""
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
    sheet = ruling_sheet(answer, foot_at(address))
    return Response(render_template("ui/sheet.svg", sheet=sheet), mimetype="image/svg+xml")
