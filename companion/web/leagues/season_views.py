"""The seasons of a club: ranges of days whose games have standings of their own."""

from datetime import timedelta

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.clubs.leagues.season_service import standings_of
from companion.exports.spreadsheet import spreadsheet_file
from companion.i18n import Text, listed, message
from companion.league.errors import BadCompetition
from companion.league.kept_json import MOST_KINDS
from companion.league.league_tally import PointsTable
from companion.league.standings import Season, standings_rows
from companion.league.tie_breaks import USUAL
from companion.rules.games import GAMES, game_named
from companion.web.clock import now
from companion.web.leagues import form_values
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server
from companion.web.ui.forms import parse_name

blueprint = Blueprint("season", __name__, url_prefix="/club/<club_id>/season")
policy.set_policy(blueprint, policy.club_manager, policy.limited(policy.COMPUTING))
blueprint.before_request(needs_a_server)

#: The default: a season as long as a winter.
_LASTS = timedelta(90)


@blueprint.get("/new")
@blueprint.get("/<season_id>/edit")
def edit(club_id: str, season_id: str | None = None, problem: Text | None = None) -> str:
    """The name, days, kinds and points of a season, or of a new one."""
    before = clubs().seasons.look(club_id, season_id) if season_id else None
    today = club().day_of(now())
    season, table = before or Season("", today, today + _LASTS), before and before.table
    return render_template(
        "leagues/season_form.html",
        season_id=season_id,
        season=season,
        typed=request.form,
        points=form_values.points_form(
            request.form, PointsTable(), table, season.order, form_values.SEASON_FIELDS
        ),
        games=GAMES,
        problem=problem,
    )


@blueprint.post("/new")
@blueprint.post("/<season_id>/edit")
@refusals_on(edit)
def change(club_id: str, season_id: str | None = None) -> ResponseReturnValue:
    """Change a season from now on, or make a range of days one."""
    seasons = clubs().seasons
    if season_id is None:
        season_id = seasons.create(club_id, _parse_season(request.form))
    else:
        before = seasons.look(club_id, season_id)
        seasons.change(club_id, season_id, _parse_season(request.form, before))
    return redirect(url_for("season.show", club_id=club_id, season_id=season_id), 303)


@blueprint.get("/<season_id>")
@policy.club_member
def show(club_id: str, season_id: str) -> str:
    """Its table, from all games of its days and kinds."""
    season, games = clubs().seasons.look(club_id, season_id), clubs().games.games(club())
    counted = (each for each in games.played if each.has_result)
    return render_template(
        "leagues/season.html",
        season_id=season_id,
        season=season,
        waits=games.progress,
        count=sum(season.covers(each.day, each.figures.kind) for each in counted),
        lines=standings_of(season, games.played),
        describe_kinds=_describe_kinds,
        has_leagues=clubs().leagues.has_any(club_id),
    )


@blueprint.get("/<season_id>/table.csv")
@policy.club_member
def table(club_id: str, season_id: str) -> Response:
    """Its table as a spreadsheet."""
    season = clubs().seasons.look(club_id, season_id)
    lines = standings_of(season, clubs().games.games(club()).played)
    rows = standings_rows(lines, {**club().names})
    return Response(spreadsheet_file(rows), mimetype="text/csv")


@blueprint.post("/<season_id>/remove")
def remove(club_id: str, season_id: str) -> ResponseReturnValue:
    """Delete the season; its games stay."""
    clubs().seasons.remove(club_id, season_id)
    return redirect(url_for("league.all_of_club", club_id=club_id), 303)


def _describe_kinds(season: Season) -> Text | str:
    if not season.kinds:
        return message("season.all-kinds")
    return str(listed([game_named(kind).title for kind in season.kinds]))


def _parse_season(form: MultiDict[str, str], before: Season | None = None) -> Season:
    """The season that a form asks for; raises a `Refusal` for what can't be read."""
    first, last = (form_values.parse_day(form.get(each, "")) for each in ("first", "last"))
    if first is None or last is None:
        raise BadCompetition(message("league.refused.day"))
    return Season(
        parse_name(form.get("name", "")) or str(message("season.stand-in")),
        first,
        last,
        tuple(form.getlist("kind")[: MOST_KINDS + 1]),
        form_values.parse_table(form, PointsTable(), before and before.table),
        form_values.parse_order(form, before.order if before else USUAL),
    ).check()
