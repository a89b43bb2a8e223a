"""Under other rules: a table or a pasted record as another game, or other house rules, tell it."""

from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.rules.errors import Refusal
from companion.tables.desk import Written
from companion.web.devices import desk
from companion.web.records.bring_in import allow_a_record
from companion.web.records.bring_in_page import BringInPage, text_of_record
from companion.web.rulings.sending import drawn, foot_at
from companion.web.rulings.under_page import OtherRules, UnderPage, numbered
from companion.web.rulings.under_sheet import under_sheet

blueprint = Blueprint("under", __name__)
blueprint.url_value_preprocessor(allow_a_record)

Answer = Response | tuple[str, int] | str


@blueprint.get("/t/<table_id>/under")
def table(table_id: str) -> Answer:
    """A table under the rules that the address says, so that it can be sent to its people."""
    said = {name: value for name, value in request.args.items() if value}
    if len(said) < len(request.args):
        # A form sends all that was left as it is as well.
        return redirect(f"{url_for('under.table', table_id=table_id)}?{urlencode(said)}", 302)
    written = desk().read(table_id)
    seqs = [entry.line for entry in written.entries]
    return _rendered(_page_of_table(written), table_id=table_id, seqs=seqs)


@blueprint.get("/t/<table_id>/under.svg")
def picture(table_id: str) -> Answer:
    """The same as a picture; there is none where nothing was asked."""
    page = _page_of_table(desk().read(table_id))
    if page.problem:
        return _rendered(page, table_id=table_id)
    if page.comparison is None:
        raise NotFound
    query = page.asked.as_query()
    address = url_for("under.table", table_id=table_id, _external=True, **query)
    return drawn(under_sheet(page, foot_at(address)))


@blueprint.get("/under")
def paste() -> Answer:
    """The form for a record."""
    return _rendered(UnderPage(), brought=BringInPage())


@blueprint.post("/under")
def record() -> Answer:
    """A pasted record under other rules; nothing of it is kept."""
    page, brought = _page_of_record()
    return _rendered(page, 200 if page.header else 422, brought=brought)


@blueprint.post("/under.svg")
def picture_of_record() -> Answer:
    """The same as a picture to be saved: it has no address."""
    page, brought = _page_of_record()
    if page.comparison is None:
        return _rendered(page, 422, brought=brought)
    response = drawn(under_sheet(page, foot_at()))
    response.headers["Content-Disposition"] = "attachment; filename=under-other-rules.svg"
    return response


def _page_of_table(written: Written) -> UnderPage:
    asked = OtherRules.read(request.args)
    return UnderPage(written.header, numbered(written.entries), asked, called="entry")


def _page_of_record() -> tuple[UnderPage, BringInPage]:
    """The page of what was pasted, without a header where that is no record."""
    text = request.form.get("record", "")
    try:
        brought = BringInPage(text_of_record(text))
    except Refusal as refusal:
        brought = BringInPage(text, refusal.sentence)
    if not brought.can_be_opened:
        return UnderPage(), brought
    told = brought.transcript
    asked = OtherRules.read(request.form)
    return UnderPage(told.header, told.entries, asked, told.refused), brought


def _rendered(page: UnderPage, status: int = 200, **values: object) -> tuple[str, int]:
    html = render_template("under/under.html", page=page, **values)
    return html, 422 if page.problem else status
