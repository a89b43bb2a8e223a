"""The customs of a table: all that its keepers can switch, on one page."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.consent import Proposal
from companion.tables.customs import Switching
from companion.web.devices import consent, desk
from companion.web.guard import company
from companion.web.records.amending import amend, to_proposal
from companion.web.table.customs_page import CustomsPage, customs_said
from companion.web.taps import tap

blueprint = Blueprint("customs", __name__, url_prefix="/t/<table_id>/customs")


@blueprint.get("")
def show(table_id: str) -> str:
    """The switches as they stand."""
    sitting = desk().look(table_id)
    return _rendered(CustomsPage(sitting, company(), sitting.customs, consent().pending(table_id)))


@blueprint.post("")
def agree(table_id: str) -> Response | tuple[str, int]:
    """Keep what was switched, or propose it where another phone has to accept it."""
    sitting = desk().look(table_id)
    said = customs_said(request.form, sitting)
    switching = Switching.between(sitting.customs, said)
    if not switching.is_nothing:
        # What was entered since the form was opened has nothing to do with it.
        seen = tap()._replace(seen=sitting.version)
        try:
            after = amend(table_id, Amendment.switch(switching), seen)
        except Refusal as refusal:
            pending = consent().pending(table_id)
            page = CustomsPage(sitting, company(), said, pending, refusal.sentence)
            return _rendered(page), 422
        if isinstance(after, Proposal):
            return to_proposal(table_id, after)
    return redirect(url_for("play.show", table_id=table_id), 303)


def _rendered(page: CustomsPage) -> str:
    return render_template("customs/customs.html", page=page, table_id=page.sitting.id)
