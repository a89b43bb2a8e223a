"""The customs of a table: who counts first, and whether a missed count can be claimed."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.web.count_first import can_play_muggins
from companion.web.devices import desk

blueprint = Blueprint("customs", __name__, url_prefix="/t/<table_id>/customs")


@blueprint.get("")
def show(table_id: str) -> str:
    """The switches as they stand."""
    sitting = desk().look(table_id)
    return render_template(
        "customs/customs.html",
        sitting=sitting,
        customs=sitting.customs,
        can_play_muggins=can_play_muggins(sitting.game),
        table_id=table_id,
    )


@blueprint.post("")
def agree(table_id: str) -> Response:
    """Keep what was switched."""
    seats = range(len(desk().look(table_id).header.players))
    said = request.form.getlist("counts", type=int)
    counting = frozenset(seat for seat in seats if seat in said)
    customs = desk().look(table_id).customs
    muggins = bool(request.form.get("muggins"))
    desk().agree(table_id, customs._replace(counting=counting, muggins=muggins))
    return redirect(url_for("play.show", table_id=table_id), 303)
