"""What happened in a club, and in one match: by whom, when, and what it was before."""

from flask import Blueprint, render_template, request

from companion.clubs.club_history import PAGE
from companion.clubs.errors import NoSuchLeague
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server
from companion.web.ui.club_changes import told_events
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
    return _page(club_id, (league_id, number))


def _page(club_id: str, match: tuple[str, int] | None = None) -> str:
    events = clubs().history.events(club_id, match, request.args.get("before", type=parse_number))
    named = [(each.competition_id, each.fixture) for each in events]
    leagues = clubs().leagues.with_matches(club(), [match] if match else named)
    if match and match[0] not in leagues:
        raise NoSuchLeague(match[0])
    return render_template(
        "clubs/history.html",
        club=club(),
        match=match,
        told=[*told_events(club(), events, leagues)],
        goes_on=len(events) == PAGE,
    )
