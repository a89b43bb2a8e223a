"""The seasons of a club: ranges of days whose games have standings of their own."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.clubs.leagues.season_service import standings_of
from companion.exports.spreadsheet import spreadsheet_file
from companion.i18n import Text
from companion.league.season import Season
from companion.league.standings import standings_rows
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.web.clock import now
from companion.web.leagues.season_form import describe_kinds, parse_season, season_form
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
    return _form(None, None, problem)


@blueprint.post("/new")
def create(club_id: str) -> ResponseReturnValue:
    """Let a range of days be a season."""
    try:
        season = parse_season(request.form)
        season_id = clubs().seasons.create(club_id, season)
    except Refusal as refusal:
        return new(club_id, refusal.message), status_of(refusal)
    return redirect(url_for("season.show", club_id=club_id, season_id=season_id), 303)


@blueprint.get("/<season_id>")
@club_member
def show(club_id: str, season_id: str) -> str:
    """Its table, from all games of its days and kinds."""
    found, games = clubs().seasons.look(club_id, season_id), clubs().games.games(club())
    counted = (each for each in games.played if each.has_result)
    return render_template(
        "leagues/season.html",
        visit=visit(),
        found=found,
        waits=games.waiting,
        count=sum(found.season.covers(each.day, each.figures.kind) for each in counted),
        lines=standings_of(found.season, games.played),
        describe_kinds=describe_kinds,
        has_leagues=clubs().leagues.has_any(club_id),
    )


@blueprint.get("/<season_id>/table.csv")
@club_member
def table(club_id: str, season_id: str) -> Response:
    """Its table as a spreadsheet."""
    found = clubs().seasons.look(club_id, season_id)
    lines = standings_of(found.season, clubs().games.games(club()).played)
    rows = standings_rows(lines, {**club().names})
    return Response(spreadsheet_file(rows), mimetype="text/csv", headers=_OWN)


@blueprint.get("/<season_id>/edit")
def edit(club_id: str, season_id: str, problem: Text | None = None) -> str:
    """Its name, days, kinds and points."""
    return _form(season_id, clubs().seasons.look(club_id, season_id).season, problem)


@blueprint.post("/<season_id>/edit")
def change(club_id: str, season_id: str) -> ResponseReturnValue:
    """Let it be so from now on."""
    try:
        before = clubs().seasons.look(club_id, season_id).season
        season = parse_season(request.form, before)
        clubs().seasons.change(club_id, season_id, season)
    except Refusal as refusal:
        return edit(club_id, season_id, refusal.message), status_of(refusal)
    return redirect(url_for("season.show", club_id=club_id, season_id=season_id), 303)


@blueprint.post("/<season_id>/remove")
def remove(club_id: str, season_id: str) -> ResponseReturnValue:
    """Forget the season; its games stay."""
    clubs().seasons.remove(club_id, season_id)
    return redirect(url_for("league.all_of_club", club_id=club_id), 303)


def _form(season_id: str | None, before: Season | None, problem: Text | None) -> str:
    form = season_form(request.form, club().day_of(now()), before)
    return render_template(
        "leagues/season_form.html",
        club=club(),
        season_id=season_id,
        form=form,
        games=GAMES,
        problem=problem,
    )
