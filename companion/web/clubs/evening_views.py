"""The evenings of a club, and its ratings: everything its games add up to."""

from collections.abc import Sequence

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.clubs.club import Club
from companion.i18n import listed, message
from companion.rules.games import game_named
from companion.stats.evening import Evening, evening_with, evenings_of
from companion.stats.played_game import PlayedGame
from companion.stats.stats_text import describe_rating, explain_ratings
from companion.web.clock import now
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, only_own_people, visit
from companion.web.ui.date_text import describe_date
from companion.web.ui.paging import cut, part_of
from companion.web.ui.paper_sheet import MARGIN, Sheet

blueprint = Blueprint("club_evenings", __name__, url_prefix="/club/<club_id>")
policy.set_policy(blueprint, policy.club_member, policy.limited(policy.COMPUTING))
blueprint.before_request(only_own_people)
_MOST_EVENINGS = 30

#: How far to the right of its dot a name begins.
_DOT = 24


@blueprint.get("/evenings")
def everything(club_id: str) -> str:
    """All evenings, the latest first."""
    games = clubs().games.games(club())
    evenings = evenings_of(games.played)[::-1]
    part = part_of(cut(len(evenings), _MOST_EVENINGS), request.args.get("part", 1, type=int))
    return render_template(
        "clubs/evenings.html",
        club=club(),
        waits=games.waiting,
        part=part,
        evenings=[evenings[at] for at in part.places],
        describe_wins=describe_wins,
    )


@blueprint.get("/evenings/<record_id>")
def show(club_id: str, record_id: str) -> ResponseReturnValue:
    """The evening of a table: who won how many games, and each game."""
    games = clubs().games.games(club())
    if games.waiting and evening_with(games.played, record_id) is None:
        # Its turn to be counted comes, and that page says when.
        return redirect(url_for("club_evenings.everything", club_id=club_id), 303)
    evening = _evening_of(club(), record_id)
    title = describe_wins(club(), evening)
    return render_template("clubs/evening.html", visit=visit(), evening=evening, title=title)


@blueprint.get("/evenings/<record_id>.svg")
def draw(club_id: str, record_id: str) -> Response:
    """The same as a picture."""
    sheet = _evening_sheet(club(), _evening_of(club(), record_id))
    return Response(render_template("ui/sheet.svg", sheet=sheet), mimetype="image/svg+xml")


@blueprint.get("/ratings")
def ratings(club_id: str) -> str:
    """How strong everyone is at a kind of game: the one in `?kind=`, or the most played."""
    if not club().shows_ratings:
        raise NotFound
    games = clubs().games.games(club())
    found = clubs().ratings.ratings(club_id, games.played)
    played = {
        kind: sum(rating.games for rating in of_kind.values())
        for kind, of_kind in found.by_kind.items()
    }
    kinds = sorted(played, key=lambda kind: -played[kind])
    chosen = request.args.get("kind") or next(iter(kinds), "")
    if chosen and chosen not in kinds:
        raise NotFound
    return render_template(
        "clubs/ratings.html",
        club=club(),
        waits=games.waiting,
        kinds=kinds,
        chosen=chosen,
        rated=found.table(chosen),
        describe_rating=describe_rating,
        explained=explain_ratings(),
        has_leagues=clubs().leagues.has_any(club_id),
    )


def evenings_tonight(club: Club, games: Sequence[PlayedGame]) -> list[Evening]:
    """The evenings of today with a game that someone won, the one begun last first."""
    today = club.day_of(now())
    evenings = reversed(evenings_of(game for game in games if game.day == today))
    return [evening for evening in evenings if evening.decided]


def _evening_of(club: Club, table_id: str) -> Evening:
    """The evening of a table; raises `NotFound`."""
    evening = evening_with(clubs().games.games(club).played, table_id)
    if evening is None:
        raise NotFound
    return evening


def describe_wins(club: Club, evening: Evening) -> str:
    """An evening in a line: `Ana 2, Ben 1`."""
    names = club.names
    return ", ".join(
        str(message("race.score", name=names[each.person], score=each.games))
        for each in evening.wins
    )


def _evening_sheet(club: Club, evening: Evening) -> Sheet:
    names = club.names
    sheet = Sheet(describe_wins(club, evening))
    sheet.write("title", club.name)
    sheet.write("subject", describe_date(evening.day))
    sheet.y += 8
    for wins in evening.wins:
        colour = club.player(wins.person).colour
        sheet.draw("dot", sheet.left + 6, sheet.y + 17, shows=colour % 4)
        sheet.write_right("sum", wins.games, sheet.right)
        sheet.write("sum", names[wins.person], _DOT, sheet.right - 120)
    sheet.y += 14
    for game in evening.games:
        winners = [names[each] for each in game.winners]
        ended = message("club.won", who=listed(winners)) if winners else message("club.not-over")
        sheet.write("strong", ended)
        sides = (" & ".join(names[each] for each in side) for side in game.sides)
        scores = ", ".join(
            f"{side} {score}" for side, score in zip(sides, game.figures.scores, strict=True)
        )
        sheet.write("under", f"{game_named(game.figures.kind).title}: {scores}")
        sheet.y += 4
    sheet.y += 14
    sheet.write("foot", message("finish.by-companion", date=describe_date(club.day_of(now()))))
    sheet.y += MARGIN
    return sheet
