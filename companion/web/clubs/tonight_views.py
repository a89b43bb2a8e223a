"""Tonight in a club, on a phone and on the television: every table, who plays next, who is free."""

from flask import Blueprint, Response, render_template

from companion.web.clock import now
from companion.web.clubs import night_board
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server, visit
from companion.web.ui.table_cards import table_card
from companion.web.ui.template_filters import shown

blueprint = Blueprint("club_tonight", __name__, url_prefix="/club/<club_id>/tonight")
policy.set_policy(blueprint, policy.club_member, policy.limited(policy.COMPUTING))
blueprint.before_request(needs_a_server)


@blueprint.get("")
def show(club_id: str) -> Response:
    """All tables of the club's day; nothing for a phone that has seen it so (`?seen=`)."""
    return _shown("clubs/tonight.html")


@blueprint.get("/board")
def board(club_id: str) -> Response:
    """The same for the television."""
    return _shown("clubs/tonight_board.html")


def _shown(whole: str) -> Response:
    def render(template: str) -> str:
        tonight = clubs().tonight.look(club(), club().day_of(now()))
        return render_template(
            template,
            visit=visit(),
            tonight=tonight,
            board=night_board.NightBoard.of(tonight),
            name_in_lines=night_board.name_in_lines,
            place_of_game=night_board.place_of_game,
            table_card=table_card,
        )

    return shown(whole, lambda: clubs().tonight.mark(club(), club().day_of(now())), render)
