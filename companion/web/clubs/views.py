"""A club: opened, shown, renamed, closed; exported as one file, and imported."""

from collections.abc import Sequence
from contextlib import closing
from io import BytesIO
from zoneinfo import available_timezones

from flask import (
    Blueprint,
    current_app,
    redirect,
    render_template,
    request,
    send_file,
    stream_with_context,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug import Response

from companion.clubs.club_history import By
from companion.clubs.club_tables import ClubTable
from companion.clubs.transfer.club_file import read_club_file
from companion.clubs.transfer.export_club import export_club
from companion.i18n import Text, listed, message
from companion.stats.evening import evening_on
from companion.stats.ratings import SHOWN_FROM
from companion.web.clock import now
from companion.web.clubs.access_views import teams_of
from companion.web.clubs.evening_views import describe_wins
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server, only_own_people, visit
from companion.web.security.table_guard import device, known_device, table_service
from companion.web.ui.club_changes import card_waits
from companion.web.ui.forms import allow_a_record, parse_label
from companion.web.ui.table_cards import describe_people

blueprint = Blueprint("club", __name__)
policy.set_policy(blueprint, policy.club_manager, policy.ordinary)
blueprint.before_request(only_own_people)
blueprint.url_value_preprocessor(allow_a_record)

#: How many of the last tables may be the friendly one to go on from.
_MOST_LATEST = 40
#: How many players are named in a row; the others are counted.
_MOST_NAMED = 3


@blueprint.get("/clubs")
@policy.anyone
def home(problem: Text | None = None) -> str:
    """The clubs that this phone has joined, and the way to a new one."""
    known = clubs().service.of_device(known_device())
    return render_template("clubs/home.html", clubs=known, problem=problem)


@blueprint.post("/clubs")
@policy.anyone
@policy.limited(policy.NEW_TABLES)
@refusals_on(home)
def open_club() -> ResponseReturnValue:
    """Open a club with this phone as its manager."""
    name = _parse_club_name() or str(message("club.stand-in"))
    club_id = clubs().service.open(name, device(), zone=request.form.get("zone", ""))
    return redirect(url_for("club.show", club_id=club_id), 303)


@blueprint.get("/club/<club_id>")
@policy.club_member
@policy.limited(policy.COMPUTING)
def show(club_id: str) -> str:
    """Tonight in a line, and the ways to everything; where nothing is yet, what to do first."""
    games, latest = clubs().games.games(club()), clubs().tables.latest(club(), _MOST_LATEST)
    some: list[Text | str] = [
        club().names[player.number] for player in club().present[:_MOST_NAMED]
    ]
    if others := len(club().present) - len(some):
        some.append(message("club.others", count=others))
    day, has_leagues = club().day_of(now()), clubs().leagues.has_any(club_id)
    tonight, own = evening_on(day, games.played), visit().own
    matches = clubs().tonight.look(club(), day).matches if has_leagues else ()
    return render_template(
        "clubs/people.html" if current_app.config["IS_ALONE"] else "clubs/club.html",
        waits=games.progress,
        tonight=tonight,
        matches=len(matches),
        awaited=[*filter(None, (card_waits(each.league, each.number) for each in matches))],
        captained=teams_of(own, clubs().leagues.all_of(club())) if own.teams else (),
        has_leagues=has_leagues,
        is_new=not (latest or has_leagues),
        some=listed(some) if some else None,
        proposed=_proposed(latest),
        has_ratings=club().shows_ratings
        and sum(game.has_result for game in games.played) >= SHOWN_FROM,
        describe_wins=describe_wins,
        describe_people=describe_people,
    )


def _proposed(latest: Sequence[ClubTable]) -> ClubTable | None:
    """The last friendly table of people who all still play here: they may want to go on."""
    present = {player.number for player in club().present}
    friendly = clubs().match_tables.friendly(club(), latest)
    return next((table for table in friendly if present.issuperset(table.people)), None)


@blueprint.get("/club/<club_id>/settings")
def settings(club_id: str, problem: Text | None = None) -> str:
    """The name and the options of the club, and how to close it."""
    # Without the names that are kept for older machines.
    zones = sorted({*filter(_is_a_place, available_timezones()), "UTC", club().zone})
    return render_template("clubs/settings.html", zones=zones, problem=problem)


@blueprint.post("/club/<club_id>/settings")
@refusals_on(settings)
def agree(club_id: str) -> ResponseReturnValue:
    """Name the club, and choose what it shows."""
    clubs().service.by(By(device())).change(
        club_id,
        name=_parse_club_name(club().name),
        zone=request.form.get("zone", club().zone),
        shows_ratings="ratings" in request.form,
    )
    return redirect(url_for("club.show", club_id=club_id), 303)


@blueprint.post("/club/<club_id>/close")
def close(club_id: str) -> Response | tuple[str, int]:
    """Close the club in a week, once its name was typed."""
    needs_a_server()
    if _parse_club_name() != club().name:
        return settings(club_id, message("club.refused.other-name")), 422
    clubs().service.by(By(known_device())).close(club_id)
    return redirect(url_for("club.show", club_id=club_id), 303)


@blueprint.post("/club/<club_id>/keep")
def keep(club_id: str) -> Response:
    """Keep the club that is being closed."""
    clubs().service.by(By(known_device())).keep(club_id)
    return redirect(url_for("club.show", club_id=club_id), 303)


def _parse_club_name(otherwise: str = "") -> str:
    return parse_label(request.form.get("name", otherwise))


def _is_a_place(zone: str) -> bool:
    region = zone.partition("/")[0]
    return "/" in zone and region not in ("Etc", "SystemV", "US", "posix", "right")


@blueprint.get("/club/<club_id>/export")
@policy.limited("20 per minute")
def export(club_id: str) -> Response:
    """Everything of a club as one file, except what gives access."""
    # It is sent while it is packed: a club of many years takes some seconds.
    packed = stream_with_context(export_club(table_service().database, club_id))
    day = now().astimezone(club().clock).date()
    name = str(message("club-file.name", club=club().name, day=day.isoformat()))
    name = "".join("-" if each in '/\\:*?"<>|' else each for each in name)
    answer = send_file(
        BytesIO(), "application/zip", as_attachment=True, download_name=name, conditional=False
    )
    answer.response = packed
    del answer.headers["Content-Length"]
    return answer


@blueprint.post("/clubs/bring")
@policy.anyone
@policy.limited(policy.NEW_TABLES, "20 per day")
@refusals_on(home)
def bring() -> ResponseReturnValue:
    """Open a club from such a file, with this phone as its manager."""
    # A large one is on the disk until then.
    with closing(request.files.get("file") or BytesIO()) as file:
        brought = read_club_file(file.read(), now())
    club_id = clubs().taking_in.take_in(brought, device())
    return redirect(url_for("club.show", club_id=club_id), 303)
