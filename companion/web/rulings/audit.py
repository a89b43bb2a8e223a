"""The audit: where all 28 tiles and 168 pips of the hand are, and what can still come."""

from flask import Blueprint, render_template

from companion.web.devices import desk
from companion.web.guard import company
from companion.web.rulings.audit_page import AuditPage

blueprint = Blueprint("audit", __name__, url_prefix="/t/<table_id>/audit")


@blueprint.get("")
def show(table_id: str) -> str:
    """The hand on the table, tile by tile."""
    page = AuditPage(desk().look(table_id), company())
    return render_template("audit/audit.html", page=page, table_id=table_id)
