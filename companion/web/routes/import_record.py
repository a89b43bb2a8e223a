"""A record brought in from elsewhere becomes a table of this device."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.web.device import device, remember_table, table_service
from companion.web.pages.shared.pasted_record import PastedRecord

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
    return render_template("import/import.html", record=PastedRecord())


@blueprint.post("/import")
def bring() -> Response | tuple[str, int]:
    """Open a table from a record; `up-to` is the line before which it is to end."""
    pasted, file = request.form.get("record", ""), request.files.get("file")
    if file is not None and file.filename:
        record = PastedRecord.parse_file(file.read(), pasted)
    else:
        record = PastedRecord.parse(pasted)
    refused, header = record.transcript.refused, record.transcript.header
    is_agreed = refused is None or request.form.get("up-to") == f"{refused.line}"
    if not (record.can_be_opened and is_agreed and header is not None):
        return render_template("import/import.html", record=record), 422
    table_id = table_service().open(header, record.transcript.entries, keeper=device())
    remember_table(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)
