"""Under other rules: a table or a pasted record as another game, or other house rules, tell it."""

from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.rules.errors import Refusal
from companion.web.devices import desk
from companion.web.records.bring_in import allow_a_record
from companion.web.records.bring_in_page import BringInPage, text_of_record
from companion.web.rulings.under_page import OtherRules, UnderPage, numbered

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
    page = UnderPage(
        written.header, numbered(written.entries), OtherRules.read(request.args), called="entry"
    )
    return _rendered(page, table_id=table_id, seqs=[entry.line for entry in written.entries])


@blueprint.get("/under")
def paste() -> Answer:
    """The form for a record."""
    return _rendered(UnderPage(), brought=BringInPage())


@blueprint.post("/under")
def record() -> Answer:
    """A pasted record under other rules; nothing of it is kept."""
    text = request.form.get("record", "")
    try:
        brought = BringInPage(text_of_record(text))
    except Refusal as refusal:
        brought = BringInPage(text, refusal.sentence)
    if not brought.can_be_opened:
        return _rendered(UnderPage(), 422, brought=brought)
    told = brought.transcript
    page = UnderPage(told.header, told.entries, OtherRules.read(request.form), told.refused)
    return _rendered(page, brought=brought)


def _rendered(page: UnderPage, status: int = 200, **values: object) -> tuple[str, int]:
    html = render_template("under/under.html", page=page, **values)
    return html, 422 if page.problem else status
