"""The evenings of a club, and its ratings: what all its games come to."""

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from companion.stats.evening import evenings_of
from companion.stats.stats_text import describe_rating, explain_ratings
from companion.web.clubs.evening_page import describe_wins, evening_of, evening_sheet
from companion.web.security.club_guard import club, clubs, needs_a_server, visit
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import club_member, limited, no_secret, set_policy
from companion.web.ui.paging import cut, part_of

blueprint = Blueprint("club_evenings", __name__, url_prefix="/club/<club_id>")
set_policy(blueprint, club_member, no_secret, limited(COMPUTING))
blueprint.before_request(needs_a_server)

_MOST_EVENINGS = 30


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
def show(club_id: str, record_id: str) -> str:
    """The evening that a table belongs to: who won how many, and each game."""
    evening = evening_of(club(), record_id)
    title = describe_wins(club(), evening)
    return render_template("clubs/evening.html", visit=visit(), evening=evening, title=title)


@blueprint.get("/evenings/<record_id>.svg")
def draw(club_id: str, record_id: str) -> Response:
    """The same as a picture."""
    sheet = evening_sheet(club(), evening_of(club(), record_id))
    return Response(render_template("ui/sheet.svg", sheet=sheet), mimetype="image/svg+xml")


@blueprint.get("/ratings")
def ratings(club_id: str) -> str:
    """Who is how strong at which kind of game, `?kind=` says at which; or that played most."""
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
