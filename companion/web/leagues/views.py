"""The leagues of a club: begun, followed, changed, closed; the fixtures as a calendar."""

from collections.abc import Iterable, Sequence
from heapq import nsmallest
from zoneinfo import ZoneInfo

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.clubs.club import Club
from companion.clubs.leagues.club_league import League, plan_league
from companion.clubs.leagues.club_match import Match, cards_outstanding
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.exports.calendar_file import Appointment, calendar_file
from companion.exports.spreadsheet import spreadsheet_file
from companion.i18n import Text
from companion.league.calendar_events import diary
from companion.league.competition import Shape
from companion.league.match_format import Side, usual_points
from companion.league.no_play import RoundMove, moves_of_rounds
from companion.league.standings import standings_rows
from companion.web.clock import now
from companion.web.leagues import form_values, format_text, league_form
from companion.web.leagues.league_settings import SETTINGS, leagues_of_phone, newcomer
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server, visit
from companion.web.ui.forms import parse_number
from companion.web.ui.template_filters import shown

blueprint = Blueprint("league", __name__)
policy.set_policy(blueprint, policy.club_manager, policy.limited(policy.COMPUTING))
blueprint.before_request(needs_a_server)

_LEAGUE = "/club/<club_id>/league/<league_id>"
_CALENDAR = "text/calendar"


@blueprint.get("/club/<club_id>/leagues")
@policy.club_member
def all_of_club(club_id: str) -> str:
    """The leagues and seasons of a club, and its calendar's address."""
    secret = clubs().access.calendar(club_id) if visit().own.manages else None
    leagues = clubs().leagues.of_club(club())
    return render_template(
        "leagues/leagues.html",
        leagues=leagues,
        outstanding=_outstanding(*(each.id for each in leagues if each.matches)),
        seasons=clubs().seasons.of_club(club()),
        address=secret and url_for("league.subscribed", secret=secret, _external=True),
    )


@blueprint.post("/club/<club_id>/leagues/calendar/<deed>")
def calendar_link(club_id: str, deed: str) -> ResponseReturnValue:
    """Make an address by which calendars read the fixtures, or end it."""
    access = clubs().access
    deeds = {"open": access.open_calendar, "end": access.end_calendar}
    (deeds.get(deed) or abort(400))(club_id)
    return redirect(url_for("league.all_of_club", club_id=club_id), 303)


@blueprint.get("/fixtures/<secret>.ics")
@policy.anyone
@policy.secret_address
def subscribed(secret: str) -> Response:
    """All fixtures of a club, for a calendar that has its address."""
    found = clubs().service.look(clubs().access.club_of_calendar(secret))
    return Response(
        _calendar_of(found.id, found.name, found, clubs().leagues.all_of(found)), mimetype=_CALENDAR
    )


@blueprint.get("/club/<club_id>/leagues/new")
def new(club_id: str, problem: Text | None = None, plan: Text | None = None) -> str:
    """The form of a new league; with its preview, if that was asked for."""
    form = league_form.league_form(club(), request.form)
    return render_template("leagues/new.html", form=form, plan=plan, problem=problem)


@blueprint.post("/club/<club_id>/leagues/new")
@policy.limited(policy.COMPUTING, "200 per day")
@refusals_on(new)
def create(club_id: str) -> ResponseReturnValue:
    """Preview how many rounds and matches it would have; or begin it, after the preview."""
    asked = league_form.parse_league(request.form, club())
    competition, entrants = asked.competition, asked.entrants
    plan = plan_league(club(), competition, entrants)
    if "begin" not in request.form:
        return new(club_id, plan=format_text.describe_plan(asked, plan))
    league_id = leagues_of_phone().create(
        club_id,
        competition,
        entrants,
        asked.days(plan.rounds),
        asked.starts,
        in_order=asked.in_order,
    )
    return redirect(url_for("league.show", club_id=club_id, league_id=league_id), 303)


@blueprint.get(_LEAGUE)
@policy.club_member
def show(club_id: str, league_id: str, problem: Text | None = None) -> Response:
    """Its table or its ladder, and all matches; nothing for a phone that has seen it so."""

    def render(template: str) -> str:
        return render_template(
            template,
            league=clubs().leagues.look(club_id, league_id),
            outstanding=_outstanding(league_id),
            describe_format=format_text.describe_format,
            rules_of=format_text.rules_of,
            problem=problem,
        )

    return shown("leagues/league.html", lambda: clubs().leagues.mark(club_id, league_id), render)


def _outstanding(*league_ids: str) -> list[tuple[Match, tuple[Side, ...]]]:
    """The cards that a manager still waits for in these leagues."""
    if not visit().own.manages:
        return []
    leagues = (clubs().leagues.look(club().id, each) for each in league_ids)
    today = club().day_of(now())
    return [card for league in leagues for card in cards_outstanding(league, today)]


@blueprint.get(f"{_LEAGUE}/table.csv")
@policy.club_member
def table(club_id: str, league_id: str) -> Response:
    """Its table as a spreadsheet."""
    league = clubs().leagues.look(club_id, league_id)
    rows = standings_rows(league.standings, league.names, league.entrants)
    return Response(spreadsheet_file(rows), mimetype="text/csv")


@blueprint.get(f"{_LEAGUE}/fixtures.ics")
@policy.club_member
def calendar(club_id: str, league_id: str) -> Response:
    """Its matches as a calendar."""
    league = clubs().leagues.look(club_id, league_id)
    data = _calendar_of(league.id, league.competition.name, league.club, [league])
    return Response(data, mimetype=_CALENDAR)


@blueprint.post(f"{_LEAGUE}/challenge")
@refusals_on(show)
def challenge(club_id: str, league_id: str) -> ResponseReturnValue:
    """Challenge someone further up the ladder."""
    form = request.form
    challenger, challenged = (
        parse_number(form.get(each, "")) for each in ("challenger", "challenged")
    )
    number = leagues_of_phone().challenge(club_id, league_id, challenger, challenged)
    address = url_for("match.show", club_id=club_id, league_id=league_id, number=number)
    return redirect(address, 303)


@blueprint.get(f"{_LEAGUE}/captains")
def captains(club_id: str, league_id: str) -> str:
    """The link for the captains of a team, named by `?team=`, and their phones."""
    league = clubs().leagues.look(club_id, league_id)
    teams = [each.number for each in league.entrants if not each.has_left]
    number = request.args.get("team", teams[0], type=int)
    secret = clubs().access.captain_link(club_id, league_id, number)
    return render_template(
        "leagues/captains.html",
        league=league,
        teams=teams,
        chosen=number,
        address=url_for("club_access.enter", secret=secret, _external=True),
    )


@blueprint.get(f"{_LEAGUE}/settings")
def settings(
    club_id: str,
    league_id: str,
    problem: Text | None = None,
    moves: Sequence[RoundMove] | None = None,
    plan: Text | None = None,
) -> str:
    """Its name, what results are worth, who takes part."""
    league = clubs().leagues.look(club_id, league_id)
    competition = league.competition
    usual = usual_points(competition.form)
    points = form_values.points_form(request.form, usual, competition.table, competition.order)
    return render_template(
        "leagues/settings.html",
        league=league,
        points=points,
        problem=problem,
        moves=moves,
        plan=plan,
    )


@blueprint.post(f"{_LEAGUE}/settings/<deed>")
@refusals_on(settings)
def change(club_id: str, league_id: str, deed: str) -> ResponseReturnValue:
    """Change its name and points, or a team's squad; let someone leave or join; close it."""
    league = clubs().leagues.look(club_id, league_id)
    is_late = deed == "join" and league.competition.shape is Shape.ROUND_ROBIN
    if is_late and "agreed" not in request.form:
        here = (each for each in league.entrants if not each.has_left)
        there = [NewEntrant(each.players, each.name) for each in here]
        plan_league(league.club, league.competition, [*there, newcomer()])
        return settings(club_id, league_id, plan=format_text.describe_late_entry(league))
    if deed == "pause" and not {"agreed", "end"} & request.form.keys():
        pauses = (*league.competition.pauses, *form_values.parse_pauses(request.form))
        moves = moves_of_rounds(league.fixtures, league.competition.form, pauses)
        return settings(club_id, league_id, moves=moves)
    (SETTINGS.get(deed) or abort(400))(league)
    if deed == "close":
        return redirect(url_for("league.all_of_club", club_id=club_id), 303)
    at = request.args.get("at")
    where = url_for("league.settings", club_id=club_id, league_id=league_id, at=at, _anchor=at)
    return redirect(where, 303)


#: The most matches in a calendar, some years of a league: writing takes time, often.
_MOST_APPOINTMENTS = 1_000


def _calendar_of(uid: str, name: str, club: Club, leagues: Iterable[League]) -> bytes:
    """The matches of a club's competitions that have a date; of very many the nearest."""
    zone, moment, found = ZoneInfo(club.zone), now(), list[Appointment]()
    for league in leagues:
        homes = {each.number: each.place for each in league.entrants}
        drawn = league.competition, league.id, league.fixtures, league.names
        found += diary(*drawn, zone, league.revisions, homes)
    nearest = nsmallest(_MOST_APPOINTMENTS, found, key=lambda each: abs(each.starts_at - moment))
    by_day = sorted(nearest, key=lambda each: each.starts_at)
    return calendar_file(f"{uid}@companion", name, by_day, moment)
