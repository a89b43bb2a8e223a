"""A game that is over, in the forms that other people's tools take."""

import hmac
from hashlib import sha256
from io import BytesIO

from flask import Blueprint, abort, current_app, send_file
from werkzeug import Response

from companion.exports.game_export import ExportedGame, PlayPerson
from companion.exports.spreadsheet import spreadsheet_file
from companion.i18n import message
from companion.record.statements import HandLed
from companion.rules.player_names import name_key
from companion.tables.game_duration import time_of
from companion.tables.latest_records import ReplayedRecord
from companion.web.security.club_guard import clubs, own_club_of
from companion.web.security.device_session import table_service
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import limited, no_secret, set_policy, watcher
from companion.web.ui.position_address import describe_rules

blueprint = Blueprint("push_out", __name__, url_prefix="/t/<table_id>")
set_policy(blueprint, watcher, no_secret, limited(COMPUTING))

_LETTERS_OF_ID = 24


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


def play_of(table_id: str, written: ReplayedRecord) -> ExportedGame | None:
    """The game of a table by its record; None while nobody has won it."""
    game, header = written.game, written.header
    if game.winner is None:
        return None
    club = own_club_of(table_id)
    lasted = time_of(table_service().database, table_id)
    people = _people(table_id, header.players)
    lead = written.entries[0].statement
    assert isinstance(lead, HandLed)
    return ExportedGame(
        _public_id("play", table_id),
        lasted.ended_at,
        header.game,
        header.preset.title,
        tuple(tuple(people[seat] for seat in side) for side in game.seating.sides),
        game.scores,
        game.winner,
        place=club.name if club else "",
        note=str(describe_rules(header.preset, header.changes)),
        first=people[game.seating.seat(lead.player)].id,
        minutes=lasted.minutes,
    )


def _people(table_id: str, names: tuple[str, ...]) -> tuple[PlayPerson, ...]:
    """Who sat there: in a club by who they are, so that a new name is nobody new."""
    found = clubs().tables.people_of(table_id)
    if found is None:
        return tuple(PlayPerson(_public_id("name", name_key(name)), name) for name in names)
    club_id, persons = found
    return tuple(
        PlayPerson(_public_id("person", club_id, number), name)
        for number, name in zip(persons, names, strict=True)
    )


def _public_id(*parts: object) -> str:
    """An id for what these name: the same for the same thing, and it opens nothing here."""
    key = str(current_app.secret_key).encode()
    return hmac.new(key, repr(parts).encode(), sha256).hexdigest()[:_LETTERS_OF_ID]


def _play(table_id: str) -> ExportedGame:
    return play_of(table_id, table_service().read(table_id)) or abort(404)


def _file(play: ExportedGame, data: bytes, kind: str, mimetype: str) -> Response:
    day = play.ended_utc.partition(" ")[0]
    name = str(message("push-out.file", game=play.game, day=day, kind=kind))
    return send_file(BytesIO(data), mimetype, as_attachment=True, download_name=name)
