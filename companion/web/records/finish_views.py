"""How a game ended, or its state so far: who won, the race, the best turn."""

import hmac
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO

from flask import Blueprint, Response, abort, current_app, render_template, request, send_file

from companion.exports.game_export import ExportedGame, PlayPerson, bg_stats_link
from companion.exports.spreadsheet import spreadsheet_file
from companion.i18n import Text, message
from companion.record.statements import HandLed, TileSet
from companion.referee.game_results import best_turn, tallies_of
from companion.referee.scoring_text import describe_points
from companion.rules.choices import Points, Settlement
from companion.rules.game import Game
from companion.rules.player_names import name_key
from companion.rules.settings import Rules
from companion.tables.change_history import time_of
from companion.tables.table_state import ReplayedRecord
from companion.web.security import policy
from companion.web.security.club_guard import clubs, own_club_of
from companion.web.security.table_guard import members, state, table_service
from companion.web.ui.date_text import describe_date
from companion.web.ui.evening_text import describe_evening
from companion.web.ui.hand_entries import hands_of
from companion.web.ui.match_link import to_match
from companion.web.ui.paging import cut, part_of
from companion.web.ui.paper_sheet import MARGIN, Sheet
from companion.web.ui.position_address import describe_rules
from companion.web.ui.race_picture import RacePicture, race_of

blueprint = Blueprint("finish", __name__, url_prefix="/t/<table_id>")
policy.set_policy(blueprint, policy.watcher, policy.limited(policy.COMPUTING))
#: The hands that are listed with their results.
_MOST_HANDS = 60
#: How far to the right of its dot a name begins; the place of the race in its picture.
_DOT, _RACE_WIDTH, _RACE_HEIGHT = 24, 348, 222
_LETTERS_OF_ID = 24


@blueprint.get("/end")
def show(table_id: str) -> str:
    """How the game ended, or its state so far: who won, the race, the best turn."""
    written, club = table_service().read(table_id), own_club_of(table_id)
    game, entries, has_tiles = written.game, written.entries, not state().is_pegs_only
    hands, best = tuple(hands_of(written.start, entries)), best_turn(entries)
    part = part_of(cut(len(hands), _MOST_HANDS), request.args.get("part", type=int))
    tiles = [each.statement.tile for each in entries if isinstance(each.statement, TileSet)]
    play = _play_of(table_id, written)
    return render_template(
        "records/finish.html",
        table_id=table_id,
        keeps=members().keeps,
        written=written,
        game_told=_describe_game(written),
        under=describe_rules(written.header.preset, written.header.changes),
        evening=describe_evening(state()),
        headline=describe_standing(written),
        last_tile=tiles[-1] if tiles else None,
        standing=standing_of(game),
        race=race_of(state(), written),
        best=best,
        best_pegged=describe_points(game.rules, best.points) if best else None,
        points_head=_points_head(game.rules),
        tallies=tallies_of(written.start, entries) if has_tiles and hands else (),
        has_boneyard=game.rules.drawable_for(len(game.seating.players)) > 0,
        hands=hands[part.places.start : part.places.stop],
        part=part,
        can_be_reviewed=has_tiles and any(hand.game.result for hand in hands),
        club=club,
        to_match=to_match(club.id, table_id) if club else None,
        # The way to another app, once there is a result to send.
        bg_stats=bg_stats_link(play) if play else None,
    )


@blueprint.get("/end.svg")
def draw(table_id: str) -> Response:
    """The result and the race as a picture."""
    written = table_service().read(table_id)
    sheet = _result_sheet(written, race_of(state(), written), describe_evening(state()))
    return Response(render_template("ui/sheet.svg", sheet=sheet), mimetype="image/svg+xml")


def standing_of(game: Game) -> Sequence[tuple[int, str, int]]:
    """The sides with their names and scores, the best first; the winner before all."""
    sides = zip(range(len(game.scores)), game.seating.side_names, game.scores, strict=True)
    return sorted(sides, key=lambda side: (side[0] != game.winner, -side[2]))


def describe_standing(written: ReplayedRecord) -> Text:
    """Who won, or the state so far."""
    game = written.game
    names, people = game.seating.side_names, len(game.seating.sides[0])
    if not written.entries:
        return message("finish.bare")
    if game.winner is not None:
        return message("finish.wins", name=names[game.winner], count=people)
    first, second = sorted(game.scores, reverse=True)[:2]
    if first == second:
        return message("finish.level", score=first)
    ahead = describe_points(game.rules, first - second)
    return message("finish.leads", name=names[game.scores.index(first)], count=people, ahead=ahead)


def _describe_game(written: ReplayedRecord) -> Text:
    title, target = written.header.preset.title, written.game.rules.target
    is_over = written.game.is_over
    return message("finish.game" if is_over else "finish.so-far", game=title, target=target)


def _points_head(rules: Rules) -> Text:
    """The unit of scores, above the points from counts."""
    if rules.points is Points.FIFTHS:
        return message("finish.head.pegs")
    if rules.points is Points.NONE and rules.settlement is Settlement.CHIPS:
        return message("finish.head.chips")
    return message("finish.head.points")


def _result_sheet(written: ReplayedRecord, race: RacePicture | None, evening: Text | None) -> Sheet:
    """The result on one sheet of paper: who won, the scores, the race, the rules in force."""
    headline = describe_standing(written)
    sheet = Sheet(str(headline))
    sheet.write("title", headline)
    sheet.write("subject", _describe_game(written))
    sheet.y += 8
    for side, name, score in standing_of(written.game):
        sheet.draw("dot", sheet.left + 6, sheet.y + 17, shows=side)
        sheet.write_right("sum", score, sheet.right)
        sheet.write("sum", name, _DOT, sheet.right - 120)
    if evening is not None:
        sheet.y += 6
        sheet.write("strong", evening)
    if race is not None:
        sheet.y += 14
        width = sheet.right - sheet.left
        height = width * _RACE_HEIGHT / _RACE_WIDTH
        sheet.draw("race", sheet.left, sheet.y, width, height, (race, width / _RACE_WIDTH))
        sheet.y += height
    sheet.y += 14
    sheet.write("foot", describe_rules(written.header.preset, written.header.changes))
    sheet.write("foot", message("finish.by-companion", date=describe_date(datetime.now(UTC))))
    sheet.y += MARGIN
    return sheet


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
        note=describe_rules(header.preset, header.changes),
        first=people[game.seating.seat(lead.player)].id,
        minutes=lasted.minutes,
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
