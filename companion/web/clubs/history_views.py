"""What happened in a club, and in one match: by whom, when, and what it was before."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby

from flask import Blueprint, render_template, request

from companion.clubs.club_history import PAGE, events_of
from companion.clubs.errors import NoSuchLeague
from companion.clubs.leagues.club_league import League, MatchTable
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
    """The latest events of a match."""
    tables = clubs().leagues.look(club_id, league_id).tables.values()
    of_match = (each for each in tables if each.fixture == number)
    return _page(club_id, (league_id, number), sorted(of_match, key=lambda each: each.board))


def _page(
    club_id: str, match: tuple[str, int] | None = None, tables: Sequence[MatchTable] = ()
) -> str:
    before = request.args.get("before", type=parse_number)
    events = events_of(clubs().service.database, club_id, match, before)
    leagues: dict[str, League] = {}
    for league_id in {event.match[0] for _, event in events}:
        # One that was closed since has no names any more.
        with suppress(NoSuchLeague):
            leagues[league_id] = clubs().leagues.look(club_id, league_id)
    return render_template(
        "clubs/history.html",
        club=club(),
        match=match,
        days=groupby(events, lambda each: club().day_of(each[1].at)),
        leagues=leagues,
        describe_changes=describe_changes,
        sides_in=sides_in,
        tables=tables,
        earlier=events[-1][0] if len(events) == PAGE else None,
    )
