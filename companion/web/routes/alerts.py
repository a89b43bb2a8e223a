"""What is told above the turn on one phone alone: what cannot be, and what waits for an answer."""

from flask import Blueprint, redirect, render_template, session, url_for
from htmx_flask import request as htmx_request
from werkzeug import Response

from companion.tables.members import Members
from companion.tables.state import TableState
from companion.web.device import proposal_service, table_service
from companion.web.guard import members
from companion.web.pages.table.alerts import Alerts, alerts_for

blueprint = Blueprint("alerts", __name__, url_prefix="/t/<table_id>/strips")

_MOST_KEPT = 40


@blueprint.get("")
def show(table_id: str) -> str:
    """The alerts alone."""
    return _rendered(table_id)


@blueprint.post("/<int(max=1000000):seq>/dismiss")
def dismiss(table_id: str, seq: int) -> Response | str:
    """Tell this phone no more of what entry `seq` proves; nobody else learns of it."""
    kept = [mark for mark in _dismissed() if mark != _mark(table_id, seq)]
    session["dismissed"] = [*kept, _mark(table_id, seq)][-_MOST_KEPT:]
    if htmx_request.htmx:
        return _rendered(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


def alerts_at(state: TableState, members: Members) -> Alerts:
    """The alerts of a table for the phone that asks."""
    return alerts_for(
        state,
        members,
        proposal_service().pending(state.id),
        lambda finding: _mark(state.id, finding.line) in _dismissed(),
    )


def _rendered(table_id: str) -> str:
    alerts = alerts_at(table_service().look(table_id), members())
    return render_template("table/_alerts.html", alerts=alerts, table_id=table_id).strip()


def _dismissed() -> list[str]:
    kept: list[str] = session.get("dismissed", [])
    return kept


def _mark(table_id: str, seq: int) -> str:
    return f"{table_id}.{seq}"
