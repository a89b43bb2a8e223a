"""Under other rules: a table or a pasted record as another game, or other house rules, tell it."""

from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug import Response

from companion.rules.games import GAMES
from companion.web.device import table_service
from companion.web.pages.referee.sending import answered, drawn
from companion.web.pages.referee.under_page import OtherRules, Told, UnderPage, numbered, under_page
from companion.web.pages.shared.pasted_record import PastedRecord
from companion.web.routes.import_record import allow_a_record

blueprint = Blueprint("under", __name__)
blueprint.url_value_preprocessor(allow_a_record)

_REFUSED = 422


@blueprint.get("/t/<table_id>/under")
@blueprint.get("/t/<table_id>/under.svg", endpoint="picture")
def table(table_id: str) -> Response:
    """A table under the rules that the address says, so that it can be sent to its people."""
    query = {name: value for name, value in request.args.items() if value}
    if len(query) < len(request.args):
        # A form sends all that was left as it is as well.
        return redirect(f"{request.path}?{urlencode(query)}", 302)
    written = table_service().read(table_id)
    links = {
        number: url_for("why.show", table_id=table_id, seq=entry.line)
        for number, entry in enumerate(written.entries, 1)
    }
    told = Told(written.header, numbered(written.entries), called="entry")
    page = under_page(told, OtherRules.parse(request.args), links)
    if page.problem is not None:
        return _shown(page, _REFUSED, table_id=table_id)
    more = {"page": page, "games": GAMES, "players": told.header.players}
    return answered("under/under.html", page.answer, table_id=table_id, **more)


@blueprint.get("/under")
def paste() -> Response:
    """The form for a record."""
    return _shown(UnderPage(), brought=PastedRecord.empty())


@blueprint.post("/under")
def record() -> Response:
    """A pasted record under other rules; nothing of it is kept."""
    page, brought = _page_of_record()
    is_refused = page.header is None or page.problem is not None
    return _shown(page, _REFUSED if is_refused else 200, brought=brought)


@blueprint.post("/under.svg")
def picture_of_record() -> Response:
    """The same as a picture to be saved: it has no address."""
    page, brought = _page_of_record()
    if page.answer is None:
        return _shown(page, _REFUSED, brought=brought)
    response = drawn(page.answer)
    response.headers["Content-Disposition"] = "attachment; filename=under-other-rules.svg"
    return response


def _page_of_record() -> tuple[UnderPage, PastedRecord]:
    """The page of what was pasted, without a header where that is no record."""
    brought = PastedRecord.parse(request.form.get("record", ""))
    record = brought.transcript
    if not brought.can_be_opened or record.header is None:
        return UnderPage(), brought
    told = Told(record.header, record.entries, record.refused)
    return under_page(told, OtherRules.parse(request.form)), brought


def _shown(page: UnderPage, status: int = 200, **values: object) -> Response:
    values |= {"games": GAMES, "players": page.header.players if page.header else ()}
    html = render_template("under/under.html", page=page, answer=page.answer, **values)
    return make_response(html, status)
