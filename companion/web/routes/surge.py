"""Find the surge: the best turn with some tiles on any layout; the address holds it all."""

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response

from companion.web.pages.coach.surge_page import MOST_HELD, parse_surge, surge_page
from companion.web.pages.shared.rendering import part_or_page

blueprint = Blueprint("surge", __name__)


@blueprint.get("/surge")
def show() -> Response:
    """What the address asks; where part of it does not hold, the rest and why."""
    asked = parse_surge(request.args)
    if not asked.problems and any(name.startswith("rule-") for name in request.args):
        # A form says more than an address has to.
        return redirect(url_for("surge.show", **asked.query()), 303)
    page = surge_page(asked)
    response = part_or_page("surge/_asked.html", "surge/surge.html", page=page, most_held=MOST_HELD)
    if asked.problems or asked.board.refusal:
        response.status_code = 400 if asked.problems else 422
    return response
