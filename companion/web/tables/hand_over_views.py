"""A table handed over: the link that carries it to another phone, or to a club's server."""

from flask import Blueprint, render_template, request, url_for

from companion.web.security.device_session import carrying_service
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import holds_secret, limited, scorer, set_policy
from companion.web.security.table_guard import state
from companion.web.tables.hand_over_page import hand_over_page

blueprint = Blueprint("hand_over", __name__)
set_policy(blueprint, scorer, holds_secret, limited(COMPUTING))


@blueprint.get("/t/<table_id>/hand-over")
def show(table_id: str) -> tuple[str, int]:
    """The link with all that was entered so far; `?to=` is another address where it is to lead."""
    letters, own_home = carrying_service().pack(table_id), url_for("home.show", _external=True)
    page = hand_over_page(state(), letters, own_home, request.args.get("to", "").strip())
    problem = page["problem"]
    html = render_template("tables/hand_over.html", page=page, table_id=table_id, problem=problem)
    return html, 422 if problem else 200
