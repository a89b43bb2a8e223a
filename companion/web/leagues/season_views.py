"""The seasons of a club: ranges of days whose games have standings of their own."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.exports.spreadsheet import spreadsheet_file
from companion.i18n import Text
from companion.rules.errors import Refusal
from companion.web.leagues import season_page
from companion.web.problems import status_of
from companion.web.security.club_guard import club, clubs, needs_a_server, visit
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import club_manager, club_member, limited, no_secret, set_policy

blueprint = Blueprint("season", __name__, url_prefix="/club/<club_id>/season")
set_policy(blueprint, club_manager, no_secret, limited(COMPUTING))
blueprint.before_request(needs_a_server)

_OWN = {"Cache-Control": "private, no-cache"}


@blueprint.get("/new")
def new(club_id: str, problem: Text | None = None) -> str:
    """The form of a new season."""
    page = season_page.season_form(club(), request.form)
    return render_template("leagues/season_form.html", page=page, problem=problem)


@blueprint.post("/new")
def create(club_id: str) -> ResponseReturnValue:
    """Let a range of days be a season."""
    try:
        season = season_page.parse_season(request.form)
        season_id = clubs().seasons.create(club_id, season)
    except Refusal as refusal:
        return new(club_id, refusal.message), status_of(refusal)
    return redirect(url_for("season.show", club_id=club_id, season_id=season_id), 303)


@blueprint.get("/<season_id>")
@club_member
def show(club_id: str, season_id: str) -> str:
    """Its table, from all games of its days and kinds."""
    found = clubs().seasons.look(club_id, season_id)
    return render_template("leagues/season.html", page=season_page.season_page(visit(), found))


@blueprint.get("/<season_id>/table.csv")
@club_member
def table(club_id: str, season_id: str) -> Response:
    """Its table as a spreadsheet."""
    found = clubs().seasons.look(club_id, season_id)
    rows = season_page.season_rows(club(), found)
    return Response(spreadsheet_file(rows), mimetype="text/csv", headers=_OWN)


@blueprint.get("/<season_id>/edit")
def edit(club_id: str, season_id: str, problem: Text | None = None) -> str:
    """Its name, days, kinds and points."""
    found = clubs().seasons.look(club_id, season_id)
    page = season_page.season_form(club(), request.form, found)
    return render_template("leagues/season_form.html", page=page, problem=problem)


@blueprint.post("/<season_id>/edit")
def change(club_id: str, season_id: str) -> ResponseReturnValue:
    """Let it be so from now on."""
    try:
        before = clubs().seasons.look(club_id, season_id).season
        season = season_page.parse_season(request.form, before)
        clubs().seasons.change(club_id, season_id, season)
    except Refusal as refusal:
        return edit(club_id, season_id, refusal.message), status_of(refusal)
    return redirect(url_for("season.show", club_id=club_id, season_id=season_id), 303)


@blueprint.post("/<season_id>/remove")
def remove(club_id: str, season_id: str) -> ResponseReturnValue:
    """Forget the season; its games stay."""
    clubs().seasons.remove(club_id, season_id)
    return redirect(url_for("league.all_of_club", club_id=club_id), 303)
