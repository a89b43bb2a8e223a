"""What happened in a club, and in one match: by whom, when, and what it was before."""

from contextlib import suppress
from itertools import groupby

from flask import Blueprint, render_template, request

from companion.clubs.club_history import PAGE, events_of
from companion.clubs.errors import NoSuchLeague
from companion.clubs.leagues.club_league import League
from companion.league.kept_json import LARGEST_NUMBER
from companion.tables.table_state import describe_phone
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server
from companion.web.ui.club_changes import describe_changes, sides_in
from companion.web.ui.forms import parse_number

blueprint = Blueprint("club_history", __name__, url_prefix="/club/<club_id>")
policy.set_policy(blueprint, policy.club_member, policy.limited(policy.COMPUTING))
blueprint.before_request(needs_a_server)


@blueprint.get("/history")
@policy.club_manager
def of_club(club_id: str) -> str:
    """The latest events of a club, or those before one of them."""
    return _page(club_id)


@blueprint.get("/league/<league_id>/<int(max=99999):number>/history")
def of_match(club_id: str, league_id: str, number: int) -> str:
    """The latest events of a match, and the way to the histories of its tables."""
    return _page(club_id, clubs().leagues.look(club_id, league_id), number)


def _page(club_id: str, league: League | None = None, number: int = 0) -> str:
    before = request.args.get("before", LARGEST_NUMBER, type=parse_number)
    match = (league.id, number) if league else None
    events = events_of(clubs().service.database, club_id, match, before)
    leagues = {league.id: league} if league else {}
    for league_id in {event.match[0] for _, event in events} - {*leagues}:
        # One that was closed since has no names any more.
        with suppress(NoSuchLeague):
            leagues[league_id] = clubs().leagues.look(club_id, league_id)
    return render_template(
        "clubs/history.html",
        match=match,
        days=groupby(events, lambda each: club().day_of(each[1].at)),
        leagues=leagues,
        describe_changes=describe_changes,
        describe_phone=describe_phone,
        sides_in=sides_in,
        earlier=events[-1][0] if len(events) == PAGE else None,
    )
