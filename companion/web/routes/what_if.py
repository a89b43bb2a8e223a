"""What if: any tile on any end of a running table, answered without being entered."""

from flask import Blueprint, Response, request, url_for

from companion.web.device import table_service
from companion.web.forms import parse_tile
from companion.web.pages.referee.sending import asked
from companion.web.pages.referee.what_if_page import what_if_page

blueprint = Blueprint("what_if", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/what-if")
@blueprint.get("/what-if.svg", endpoint="picture")
def show(table_id: str) -> Response:
    """What `?tile=` would do, on the end `on` where it has several; or the same as a picture."""
    page = what_if_page(
        table_service().look(table_id),
        parse_tile(request.args.get("tile")),
        parse_tile(request.args.get("on")),
        url_for("what_if.show", table_id=table_id),
        url_for("ask.show"),
    )
    return asked("ruling/asking.html", page, table_id=table_id)
