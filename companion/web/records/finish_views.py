"""How a game ended, or its state so far: who won, the race, the best turn."""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from io import BytesIO

from flask import Blueprint, Response, abort, current_app, render_template, request, send_file

from companion.coach.analysis.hand_review import Review, ReviewedTurn, review_hand
from companion.exports.game_export import ExportedGame, PlayPerson, bg_stats_link
from companion.exports.spreadsheet import spreadsheet_file
from companion.i18n import message
from companion.record.statements import HandLed
from companion.referee.game_results import tallies_of
from companion.referee.scoring_text import unit_of
from companion.rules.player_names import name_key
from companion.tables.change_history import time_of
from companion.tables.table_state import ReplayedRecord
from companion.web.records.result_card import result_card
from companion.web.security import policy
from companion.web.security.club_guard import clubs, own_club_of
from companion.web.security.table_guard import known_device, members, state, table_service
from companion.web.ui.after_game import after_game
from companion.web.ui.ending import ending_of
from companion.web.ui.hand_entries import HandStory, hands_of
from companion.web.ui.paging import cut, part_of
from companion.web.ui.position_address import describe_rules
from companion.web.ui.race_picture import race_of

blueprint = Blueprint("finish", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.watcher, policy.limited(policy.COMPUTING))
#: The hands that are listed with their results; the search for better turns takes a tap for each.
_MOST_HANDS = 40
_LETTERS_OF_ID = 24


@blueprint.get("/end")
def show(table_id: str) -> str:
    """How it went, or goes: who won, the race, the best turn, and what was missed."""
    written, club = table_service().read(table_id), own_club_of(table_id)
    game, entries, has_tiles = written.game, written.entries, not state().is_pegs_only
    hands = list(hands_of(written.start, entries))
    part = part_of(cut(len(hands), _MOST_HANDS), request.args.get("part", type=int))
    shown = hands[part.places.start : part.places.stop]
    # Without tiles there is nothing to look back on.
    reviewed = [(hand, review_hand(hand.entries) if has_tiles else None) for hand in shown]
    play = _play_of(table_id, written)
    return render_template(
        "records/finish.html",
        table_id=table_id,
        keeps=members().keeps,
        written=written,
        ending=ending_of(state(), written),
        under=describe_rules(written.header.preset, written.header.changes),
        race=race_of(state(), written),
        tallies=tallies_of(written.start, entries) if has_tiles and hands else (),
        has_boneyard=game.rules.drawable_for(len(game.seating.players)) > 0,
        reviewed=reviewed,
        whole=Review(tuple(turn for _, each in reviewed if each for turn in each.turns)),
        costliest=_costliest(reviewed),
        unit=unit_of(game.rules),
        scores=game.rules.worth(5) > 0,
        part=part,
        club=club,
        after=after_game(state(), known_device()),
        # The way to another app, once there is a result to send.
        bg_stats=bg_stats_link(play) if play else None,
    )


def _costliest(
    reviewed: Iterable[tuple[HandStory, Review | None]],
) -> tuple[HandStory, ReviewedTurn] | None:
    """The turn that missed most, of several the earliest; None if no turn missed a point."""
    better = ((hand, turn) for hand, review in reviewed if review for turn in review.better)
    found = max(better, key=lambda each: each[1].missed, default=None)
    return found if found and found[1].missed else None


@blueprint.get("/end.svg")
def draw(table_id: str) -> Response:
    """The card to share, in the light or the dark."""
    written = table_service().read(table_id)
    ended, _ = time_of(table_service().database, table_id)
    theme = "dark" if request.args.get("theme") == "dark" else "light"
    card = result_card(state(), written, ended, theme)
    return Response(render_template("ui/sheet.svg", sheet=card), mimetype="image/svg+xml")


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


def _play_of(table_id: str, written: ReplayedRecord) -> ExportedGame | None:
    """The game of a table by its record; None if nobody has won it."""
    game, header = written.game, written.header
    if game.winner is None:
        return None
    # The people of a phone without a server are no place.
    club = None if current_app.config["IS_ALONE"] else own_club_of(table_id)
    ended, minutes = time_of(table_service().database, table_id)
    people = _people(table_id, header.players)
    lead = written.entries[0].statement
    assert isinstance(lead, HandLed)
    return ExportedGame(
        _public_id("play", table_id),
        ended,
        header.game,
        header.preset.title,
        tuple(tuple(people[seat] for seat in side) for side in game.seating.sides),
        game.scores,
        game.winner,
        place=club.name if club else "",
        note=describe_rules(header.preset, header.changes),
        first=people[game.seating.seat(lead.player)].id,
        minutes=minutes,
    )


def _people(table_id: str, names: tuple[str, ...]) -> tuple[PlayPerson, ...]:
    """Who sat there: in a club by person, so that a renamed player is the same one."""
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
    return _play_of(table_id, table_service().read(table_id)) or abort(404)


def _file(play: ExportedGame, data: bytes, kind: str, mimetype: str) -> Response:
    day = play.ended_utc.partition(" ")[0]
    name = str(message("push-out.file", game=play.game, day=day, kind=kind))
    return send_file(BytesIO(data), mimetype, as_attachment=True, download_name=name)
