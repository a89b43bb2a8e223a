"""What if: any tile on any end of a running table, answered without being entered."""

from flask import Blueprint, Response, request

from companion.web.devices import desk
from companion.web.guard import company
from companion.web.rulings.sending import drawn_ruling, rendered
from companion.web.rulings.what_if_page import WhatIfPage
from companion.web.taps import tile_said

blueprint = Blueprint("what_if", __name__, url_prefix="/t/<table_id>")


@blueprint.get("/what-if")
def show(table_id: str) -> Response:
    """What `?tile=` would do, on the end `on` where it has several."""
    return rendered("what_if", _page(table_id), table_id=table_id)


@blueprint.get("/what-if.svg")
def picture(table_id: str) -> Response:
    """The answer as a picture."""
    page = _page(table_id)
    return drawn_ruling(page, page.question)


def _page(table_id: str) -> WhatIfPage:
    return WhatIfPage(
        desk().look(table_id),
        company(),
        tile_said(request.args.get("tile")),
        tile_said(request.args.get("on")),
    )
