"""The customs of a table: all that its keepers can switch, on one page."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.tables.errors import NotAllowed
from companion.web.devices import consent, desk, device
from companion.web.guard import company
from companion.web.table.customs_page import CustomsPage, customs_said

blueprint = Blueprint("customs", __name__, url_prefix="/t/<table_id>/customs")


@blueprint.get("")
def show(table_id: str) -> str:
    """The switches as they stand."""
    sitting, is_asked_for = desk().look(table_id), consent().is_asked_for(table_id)
    return _rendered(CustomsPage(sitting, company(), sitting.customs, is_asked_for))


@blueprint.post("")
def agree(table_id: str) -> Response | tuple[str, int]:
    """Keep what was switched; where nobody could accept a change, nothing is kept."""
    sitting, wants_consent = desk().look(table_id), "consent" in request.form
    said = customs_said(request.form, sitting)
    try:
        _ask_for_consent(table_id, wanted=wants_consent)
    except NotAllowed as refusal:
        page = CustomsPage(sitting, company(), said, wants_consent, refusal.sentence)
        return _rendered(page), 422
    if said != sitting.customs:
        desk().agree(table_id, said)
    return redirect(url_for("play.show", table_id=table_id), 303)


def _ask_for_consent(table_id: str, *, wanted: bool) -> None:
    if wanted != consent().is_asked_for(table_id):
        switch = consent().ask_for_it if wanted else consent().do_without
        switch(table_id, device())


def _rendered(page: CustomsPage) -> str:
    return render_template("customs/customs.html", page=page, table_id=page.sitting.id)
