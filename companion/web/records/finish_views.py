"""What became of a game: who won, and the race."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.exports.bg_stats import bg_stats_link
from companion.i18n import message
from companion.web.records import record_page
from companion.web.records.game_for_export import play_of
from companion.web.records.result_sheet import result_sheet
from companion.web.security.club_guard import own_club_of
from companion.web.security.device_session import table_service
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import limited, no_secret, set_policy, watcher
from companion.web.security.table_guard import members, state
from companion.web.ui.date_text import describe_date
from companion.web.ui.evening_text import describe_evening
from companion.web.ui.match_link import to_match

blueprint = Blueprint("finish", __name__, url_prefix="/t/<table_id>")
set_policy(blueprint, watcher, no_secret, limited(COMPUTING))


@blueprint.get("/end")
def show(table_id: str) -> str:
    """How the game ended, or how it stands so far: who won, the race, the best turn."""
    page, club = _finish(table_id), own_club_of(table_id)
    return render_template(
        "records/finish.html",
        page=page,
        table_id=table_id,
        keeps=members().keeps,
        club=club,
        to_match=to_match(club.id, table_id) if club else None,
        # The way to another app, once there is a result to bring there.
        bg_stats=bg_stats_link(play) if (play := play_of(table_id, page["written"])) else None,
    )


@blueprint.get("/end.svg")
def draw(table_id: str) -> Response:
    """The result and the race as a picture."""
    foot = message("finish.by-companion", date=describe_date(datetime.now(UTC)))
    sheet = result_sheet(_finish(table_id), [foot])
    return Response(render_template("ui/sheet.svg", sheet=sheet), mimetype="image/svg+xml")


def _finish(table_id: str) -> dict[str, Any]:
    part, evening = request.args.get("part", type=int), describe_evening(state())
    return record_page.finish_page(state(), table_service().read(table_id), part, evening)
