"""A record brought in from elsewhere becomes a table of this device."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.web.records.take_over_views import receive
from companion.web.security.limits import BROUGHT_RECORDS, NEW_TABLES
from companion.web.security.policy import anyone, limited, no_secret, ordinary, set_policy
from companion.web.ui.forms import allow_a_record
from companion.web.ui.pasted_record import PastedRecord

blueprint = Blueprint("bring_in", __name__)
set_policy(blueprint, anyone, no_secret, ordinary)
blueprint.url_value_preprocessor(allow_a_record)


@blueprint.get("/import")
def show() -> str:
    """The form for a record."""
    return render_template("records/import.html", record=PastedRecord())


@blueprint.post("/import")
@limited(NEW_TABLES, BROUGHT_RECORDS)
def bring() -> ResponseReturnValue:
    """Open a table from a record; `up-to` is the line before which it is to end."""
    pasted, file = request.form.get("record", ""), request.files.get("file")
    if file is not None and file.filename:
        record = PastedRecord.parse_file(file.read(), pasted)
    else:
        record = PastedRecord.parse(pasted)
    refused, brought = record.transcript.refused, record.brought
    is_agreed = refused is None or request.form.get("up-to") == f"{refused.line}"
    if brought is None or not is_agreed:
        return render_template("records/import.html", record=record), 422
    return receive(brought, opens=True)
