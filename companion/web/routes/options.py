"""The options of a table: all that its keepers can switch, on one page."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.options import OptionsChange
from companion.tables.proposals import Proposal
from companion.web.device import proposal_service, table_service
from companion.web.forms import stamp
from companion.web.guard import members
from companion.web.pages.table.options_page import options_page, parse_options
from companion.web.routes.record import to_proposal

blueprint = Blueprint("options", __name__, url_prefix="/t/<table_id>/customs")


@blueprint.get("")
def show(table_id: str) -> str:
    """The switches as they stand."""
    pending = proposal_service().pending(table_id)
    page = options_page(table_service().look(table_id), members(), pending)
    return render_template("options/options.html", page=page)


@blueprint.post("")
def agree(table_id: str) -> Response | tuple[str, int]:
    """Keep what was switched, or propose it where another phone has to accept it."""
    state = table_service().look(table_id)
    wanted = parse_options(request.form, state)
    options_change = OptionsChange.between(state.table_options, wanted)
    if not options_change.is_nothing:
        # What was entered since the form was opened has nothing to do with it.
        seen = stamp()._replace(seen=state.version)
        try:
            after = proposal_service().amend(table_id, Amendment.switch(options_change), seen)
        except Refusal as refusal:
            pending = proposal_service().pending(table_id)
            page = options_page(state, members(), pending, wanted, refusal.message)
            return render_template("options/options.html", page=page), 422
        if isinstance(after, Proposal):
            return to_proposal(table_id, after)
    return redirect(url_for("play.show", table_id=table_id), 303)
