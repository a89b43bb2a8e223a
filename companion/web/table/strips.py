"""What is told above the turn on one phone alone: what cannot be, and what waits for an answer."""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, session, url_for
from htmx_flask import request as htmx_request
from werkzeug import Response

from companion.referee.reneges import Finding
from companion.tables.company import Company
from companion.tables.sitting import Sitting
from companion.web.devices import consent, desk
from companion.web.guard import company
from companion.web.rulings.proof_page import finding_told
from companion.web.table.table_page import TablePage

blueprint = Blueprint("strips", __name__, url_prefix="/t/<table_id>/strips")

_MOST_KEPT = 40


class Strips(NamedTuple):
    """What this phone is told: a finding that it has not dismissed, and who proposes a change."""

    finding: Finding | None
    told: str
    #: The phones that proposed what waits, in words.
    proposers: tuple[str, ...]

    @classmethod
    def of(cls, sitting: Sitting, company: Company) -> "Strips":
        """The strips of a table, seen by the phone that asks."""
        finding = TablePage(sitting, company).finding
        if finding is not None and _mark(sitting.id, finding.line) in _dismissed():
            finding = None
        pending = consent().pending(sitting.id)
        return cls(
            finding,
            finding_told(finding) if finding else "",
            tuple(company.phone_told(each.device) for each in pending),
        )


@blueprint.get("")
def show(table_id: str) -> str:
    """The strips alone."""
    return _rendered(table_id)


@blueprint.post("/<int(max=1000000):seq>/dismiss")
def dismiss(table_id: str, seq: int) -> Response | str:
    """Tell this phone no more of what entry `seq` proves; nobody else learns of it."""
    kept = [mark for mark in _dismissed() if mark != _mark(table_id, seq)]
    session["dismissed"] = [*kept, _mark(table_id, seq)][-_MOST_KEPT:]
    if htmx_request.htmx:
        return _rendered(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


def _rendered(table_id: str) -> str:
    strips = Strips.of(desk().look(table_id), company())
    return render_template("table/_strips.html", strips=strips, table_id=table_id).strip()


def _dismissed() -> list[str]:
    kept: list[str] = session.get("dismissed", [])
    return kept


def _mark(table_id: str, seq: int) -> str:
    return f"{table_id}.{seq}"
