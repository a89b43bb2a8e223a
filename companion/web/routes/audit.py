"""The audit: where all 28 tiles and 168 pips of the hand are, and what can still come."""

from flask import Blueprint, Response

from companion.web.device import table_service
from companion.web.guard import members
from companion.web.pages.referee.audit_page import audit_page, may_pass_all
from companion.web.pages.referee.sending import answered

blueprint = Blueprint("audit", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/audit")
@blueprint.get("/audit.svg", endpoint="picture")
def show(table_id: str) -> Response:
    """The hand on the table, tile by tile; or the same as a picture."""
    state = table_service().look(table_id)
    may_pass = may_pass_all(state, keeps=members().keeps)
    more = {"state": state, "players": state.header.players, "may_pass_all": may_pass}
    return answered("audit/audit.html", audit_page(state), table_id=table_id, **more)
