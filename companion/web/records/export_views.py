"""A game that is over, in the forms that other people's tools take."""

from io import BytesIO

from flask import Blueprint, send_file
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.exports.game_export import ExportedGame
from companion.exports.spreadsheet import spreadsheet_file
from companion.i18n import message
from companion.web.records.game_for_export import play_of
from companion.web.security.device_session import table_service
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import limited, no_secret, set_policy, watcher

blueprint = Blueprint("push_out", __name__, url_prefix="/t/<table_id>")
set_policy(blueprint, watcher, no_secret, limited(COMPUTING))


@blueprint.get("/end.csv")
def save_csv(table_id: str) -> Response:
    """The result for a spreadsheet, a line for each player."""
    play = _play(table_id)
    return _file(play, spreadsheet_file(play.rows()), "csv", "text/csv")


@blueprint.get("/end.json")
def save_json(table_id: str) -> Response:
    """The result for a program."""
    play = _play(table_id)
    return _file(play, play.json().encode(), "json", "application/json")


def _play(table_id: str) -> ExportedGame:
    play = play_of(table_id, table_service().read(table_id))
    if play is None:
        raise NotFound
    return play


def _file(play: ExportedGame, data: bytes, kind: str, mimetype: str) -> Response:
    day = play.ended_utc.partition(" ")[0]
    name = str(message("push-out.file", game=play.game, day=day, kind=kind))
    return send_file(BytesIO(data), mimetype, as_attachment=True, download_name=name)
