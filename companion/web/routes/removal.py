"""Deleting a table for good."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug import Response

from companion.web.device import forget_table, table_service

blueprint = Blueprint("removal", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/delete")
def ask(table_id: str) -> str:
    """The question before it is done."""
    return render_template("removal/ask.html", state=table_service().look(table_id))


@blueprint.post("/delete")
def remove(table_id: str) -> Response:
    """Delete the table with everything that was entered at it."""
    table_service().remove(table_id)
    forget_table(table_id)
    return redirect(url_for("home.show"), 303)
