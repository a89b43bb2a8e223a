"""The evenings of a club, and its ratings: what all its games come to."""

from flask import Blueprint, Response, render_template, request

from companion.i18n import message
from companion.web.clock import now
from companion.web.clubs import evening_page, ratings_page
from companion.web.security.club_guard import club, needs_a_server, visit
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import club_member, limited, no_secret, set_policy
from companion.web.ui.date_text import describe_date

blueprint = Blueprint("club_evenings", __name__, url_prefix="/club/<club_id>")
set_policy(blueprint, club_member, no_secret, limited(COMPUTING))
blueprint.before_request(needs_a_server)


@blueprint.get("/evenings")
def everything(club_id: str) -> str:
    """All evenings, the latest first."""
    page = evening_page.evenings_page(visit(), request.args.get("part", type=int))
    return render_template("clubs/evenings.html", page=page)


@blueprint.get("/evenings/<record_id>")
def show(club_id: str, record_id: str) -> str:
    """The evening that a table belongs to: who won how many, and each game."""
    page = evening_page.evening_page(visit(), record_id)
    return render_template("clubs/evening.html", page=page)


@blueprint.get("/evenings/<record_id>.svg")
def draw(club_id: str, record_id: str) -> Response:
    """The same as a picture."""
    foot = message("finish.by-companion", date=describe_date(club().day_of(now())))
    sheet = evening_page.evening_sheet(club(), record_id, [foot])
    return Response(render_template("ui/sheet.svg", sheet=sheet), mimetype="image/svg+xml")


@blueprint.get("/ratings")
def ratings(club_id: str) -> str:
    """Who is how strong at which kind of game, `?kind=` says at which."""
    page = ratings_page.ratings_page(visit(), request.args.get("kind", ""))
    return render_template("clubs/ratings.html", page=page)
