"""Find the surge: the best turn with some tiles on any layout; the address holds it all."""

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response

from companion.web.practice.surge_page import read_surge
from companion.web.rulings.sending import rendered

blueprint = Blueprint("surge", __name__)

_UNREADABLE, _REFUSED = 400, 422


@blueprint.get("/surge")
def show() -> Response:
    """What the address asks; where part of it does not hold, the rest and why."""
    page = read_surge(request.args)
    if not page.problems and any(name.startswith("rule-") for name in request.args):
        # A form says more than an address has to.
        return redirect(url_for("surge.show", **page.asking()), 303)
    response = rendered("surge", page)
    if page.problems or page.refused:
        response.status_code = _UNREADABLE if page.problems else _REFUSED
    return response
