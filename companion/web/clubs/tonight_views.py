"""Tonight in a club, on a phone and on the television: every table, who plays next, who is free."""

from flask import Blueprint, Response, render_template

from companion.web.clock import now
from companion.web.clubs.tonight_page import (
    NightBoard,
    game_of_match,
    mark_of_tonight,
    match_of_table,
)
from companion.web.security.club_guard import club, clubs, needs_a_server, visit
from companion.web.security.limits import COMPUTING
from companion.web.security.policy import club_member, limited, no_secret, set_policy
from companion.web.ui.polling import shown
from companion.web.ui.table_cards import table_card

blueprint = Blueprint("club_tonight", __name__, url_prefix="/club/<club_id>/tonight")
set_policy(blueprint, club_member, no_secret, limited(COMPUTING))
blueprint.before_request(needs_a_server)


@blueprint.get("")
def show(club_id: str) -> Response:
    """All tables of the club's day; for a phone that has seen it so (`?seen=`) nothing."""
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
            board=NightBoard.of(tonight),
            game_of_match=game_of_match,
            match_of_table=match_of_table,
            table_card=table_card,
        )

    return shown(whole, lambda: mark_of_tonight(club()), render)
