"""Why: any entry or score of a table, with the layout as it was and the rules behind it."""

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.web.device import table_service
from companion.web.guard import members
from companion.web.pages.referee.sending import answered
from companion.web.pages.referee.why_page import last_scoring, why_page

blueprint = Blueprint("why", __name__, url_prefix="/t/<table_id>/why")


@blueprint.get("")
def last(table_id: str) -> Response:
    """The last entry; with `?side=` the last one by which that side's score changed."""
    written = table_service().read(table_id)
    side = request.args.get("side", type=int)
    seq = written.entries[-1].line if written.entries else None
    if side is not None and 0 <= side < len(written.start.scores):
        seq = last_scoring(written, side) or seq
    if seq is None:
        return redirect(url_for("record.show", table_id=table_id), 303)
    return redirect(url_for("why.show", table_id=table_id, seq=seq), 303)


@blueprint.get("/<int(max=1000000):seq>")
@blueprint.get("/<int(max=1000000):seq>.svg", endpoint="picture")
def show(table_id: str, seq: int) -> Response:
    """One entry, and why it came to what it did; or the same as a picture."""
    written = table_service().read(table_id)
    page = why_page(written, seq)
    if page is None:
        raise NotFound
    more = {"page": page, "players": written.header.players, "keeps": members().keeps}
    return answered("why/why.html", page.answer, table_id=table_id, **more)
