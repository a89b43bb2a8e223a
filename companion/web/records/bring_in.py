"""A record brought in from elsewhere becomes a table of this device."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.rules.errors import Refusal
from companion.web.devices import desk, device, remember_table
from companion.web.records.bring_in_page import BringInPage, text_brought, text_of_record

blueprint = Blueprint("bring_in", __name__)

#: Some 20,000 lines.
_LARGEST = 512 * 1024


@blueprint.url_value_preprocessor
def allow_a_record(_endpoint: str | None, _values: dict[str, object] | None) -> None:
    """Let a form be as large as a record; called before anything reads it."""
    request.max_content_length = _LARGEST
    request.max_form_memory_size = _LARGEST


@blueprint.get("/import")
def show() -> str:
    """The form for a record."""
    return _rendered(BringInPage())


@blueprint.post("/import")
def bring() -> Response | tuple[str, int]:
    """Open a table from a record; `up-to` is the line before which it is to end."""
    page = _brought()
    if not page.can_be_opened:
        return _rendered(page), 422
    if page.refused is not None and request.form.get("up-to") != f"{page.refused.line}":
        return _rendered(page), 422
    header = page.transcript.header
    assert header is not None
    table_id = desk().bring_in(header, page.transcript.entries, keeper=device())
    remember_table(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


def _brought() -> BringInPage:
    """What was brought: the file if there is one, else what was pasted."""
    pasted = request.form.get("record", "")
    file = request.files.get("file")
    try:
        if file is not None and file.filename:
            return BringInPage(text_brought(file.read()))
        return BringInPage(text_of_record(pasted))
    except Refusal as refusal:
        return BringInPage(pasted, refusal.sentence)


def _rendered(page: BringInPage) -> str:
    return render_template("import/import.html", page=page)
