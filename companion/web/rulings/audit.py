"""The audit: where all 28 tiles and 168 pips of the hand are, and what can still come."""

from flask import Blueprint, Response, render_template, url_for
from werkzeug.exceptions import NotFound

from companion.web.devices import desk
from companion.web.guard import company
from companion.web.rulings.audit_page import AuditPage
from companion.web.rulings.audit_sheet import audit_sheet
from companion.web.rulings.sending import drawn, foot_at

blueprint = Blueprint("audit", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/audit")
def show(table_id: str) -> str:
    """The hand on the table, tile by tile."""
    page = AuditPage(desk().look(table_id), company())
    return render_template("audit/audit.html", page=page, table_id=table_id)


@blueprint.get("/audit.svg")
def picture(table_id: str) -> Response:
    """The same as a picture; there is none before the first lead."""
    page = AuditPage(desk().look(table_id), company())
    if page.hand is None:
        raise NotFound
    address = url_for("audit.show", table_id=table_id, _external=True)
    return drawn(audit_sheet(page, foot_at(address)))
