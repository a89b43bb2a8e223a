"""The record of a table: every entry, hand by hand."""

from flask import Blueprint, render_template

from companion.web.devices import desk

blueprint = Blueprint("record", __name__, url_prefix="/t/<table_id>/record")


@blueprint.get("")
def show(table_id: str) -> str:
    """All entries as they stand."""
    return render_template("record/record.html", written=desk().read(table_id), table_id=table_id)
