"""A club taken along as one file, and brought in where it is to be from now on."""

from contextlib import closing
from io import BytesIO
from zoneinfo import ZoneInfo

from flask import Blueprint, redirect, request, send_file, stream_with_context, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from companion.clubs.transfer.club_file import read_club_file
from companion.clubs.transfer.export_club import export_club
from companion.i18n import message
from companion.web.clock import now
from companion.web.clubs.views import home
from companion.web.problems import refusals_on
from companion.web.security.club_guard import club, clubs, needs_a_server
from companion.web.security.device_session import device, table_service
from companion.web.security.limits import NEW_TABLES
from companion.web.security.policy import anyone, club_manager, limited, no_secret, set_policy
from companion.web.ui.forms import allow_a_club

blueprint = Blueprint("club_carry", __name__)
set_policy(blueprint, club_manager, no_secret, limited("20 per minute"))
blueprint.before_request(needs_a_server)
blueprint.url_value_preprocessor(allow_a_club)


@blueprint.get("/club/<club_id>/export")
def export(club_id: str) -> Response:
    """Everything of a club as one file, but for what lets somebody in."""
    # It goes out while it is packed: a club of many years takes some seconds.
    packed = stream_with_context(export_club(table_service().database, club_id))
    name = _file_name()
    answer = send_file(
        BytesIO(), "application/zip", as_attachment=True, download_name=name, conditional=False
    )
    answer.response = packed
    del answer.headers["Content-Length"]
    answer.cache_control.no_store = True
    return answer


@blueprint.post("/clubs/bring")
@anyone
@limited(NEW_TABLES, "20 per day")
@refusals_on(home)
def bring() -> ResponseReturnValue:
    """Open a club from such a file; its book is kept by this phone."""
    club_id = clubs().taking_in.take_in(read_club_file(_sent(), now()), device())
    return redirect(url_for("club.show", club_id=club_id), 303)


def _sent() -> bytes:
    file = request.files.get("file")
    if file is None:
        return b""
    # A large one lies on the disk until then.
    with closing(file):
        data: bytes = file.read()
    return data


def _file_name() -> str:
    """What the file is called: the club, and the day."""
    day = now().astimezone(ZoneInfo(club().zone)).date()
    name = str(message("club-file.name", club=club().name, day=day.isoformat()))
    return "".join("-" if each in '/\\:*?"<>|' else each for each in name)
