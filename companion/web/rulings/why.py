"""Why: any entry or score of a table, with the layout as it was and the rules behind it."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.web.devices import desk
from companion.web.guard import company
from companion.web.rulings.sending import drawn_ruling
from companion.web.rulings.why_page import WhyPage, last_scoring, why_page

blueprint = Blueprint("why", __name__, url_prefix="/t/<table_id>/why")


@blueprint.get("")
def last(table_id: str) -> Response:
    """The last entry; with `?side=` the last one by which that side's score changed."""
    written = desk().read(table_id)
    side = request.args.get("side", type=int)
    seq = written.entries[-1].line if written.entries else None
    if side is not None and 0 <= side < len(written.start.scores):
        seq = last_scoring(written, side) or seq
    if seq is None:
        return redirect(url_for("record.show", table_id=table_id), 303)
    return redirect(url_for("why.show", table_id=table_id, seq=seq), 303)


@blueprint.get("/<int(max=1000000):seq>")
def show(table_id: str, seq: int) -> str:
    """One entry, and why it came to what it did."""
    return render_template("why/why.html", page=_page(table_id, seq), table_id=table_id)


@blueprint.get("/<int(max=1000000):seq>.svg")
def picture(table_id: str, seq: int) -> Response:
    """The answer as a picture."""
    page = _page(table_id, seq)
    return drawn_ruling(page, page.question)


def _page(table_id: str, seq: int) -> WhyPage:
    page = why_page(desk().read(table_id), company(), seq)
    if page is None:
        raise NotFound
    return page
