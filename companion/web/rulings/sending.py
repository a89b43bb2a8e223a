"""An answer on its way: as a page, as a picture, and as an address that asks again."""

from collections.abc import Iterator
from datetime import UTC, datetime

from flask import Response, make_response, render_template, url_for
from htmx_flask import request as htmx_request
from werkzeug.exceptions import NotFound

from companion.web.rulings.question import Question
from companion.web.rulings.ruling_sheet import Ruled, ruling_sheet
from companion.web.rulings.sheet import Sheet


def drawn(sheet: Sheet) -> Response:
    """An answer as a picture."""
    response = make_response(render_template("ruling/sheet.svg", sheet=sheet))
    response.mimetype = "image/svg+xml"
    return response


def drawn_ruling(ruled: Ruled, question: Question) -> Response:
    """A ruling as a picture; raises `NotFound` where nothing was asked."""
    if ruled.ruling is None:
        raise NotFound
    return drawn(ruling_sheet(ruled, foot_at(address_of(question))))


def foot_at(address: str = "") -> Iterator[str]:
    """Where an answer stands or can be asked for again, if anywhere, and when it was given."""
    if address:
        yield address
    today = datetime.now(UTC)
    yield f"Answered by Companion on {today.day} {today:%B %Y}"


def address_of(question: Question) -> str:
    """The whole address that asks this."""
    return url_for("ask.show", _external=True, **question.as_query())


def rendered(folder: str, page: object, **more: object) -> Response:
    """A page, or only the part that a tap changes."""
    is_part = htmx_request.htmx and not htmx_request.htmx.history_restore_request
    template = f"{folder}/{'_asked' if is_part else folder}.html"
    response = make_response(render_template(template, page=page, **more))
    # A browser that goes back must not be shown the part for the page.
    response.vary.add("HX-Request")
    return response
