"""Tonight in a club, on a phone and on the television: every table, who plays next, who is free."""

from flask import Blueprint, Response, render_template

from companion.clubs.leagues.club_night import TonightMatch, TonightTable
from companion.i18n import Text, message
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
            game_of_match=_game_of_match,
            match_of_table=_match_of_table,
            table_card=table_card,
        )

    return shown(whole, lambda: clubs().tonight.mark(club(), club().day_of(now())), render)


def _match_of_table(told: TonightTable) -> Text | None:
    """The match and game that a table belongs to; None for a friendly one."""
    if told.match is None or not told.game:
        return None
    return _game_of_match(told.match, told.board, told.game)


def _game_of_match(match: TonightMatch, board: int, game: int) -> Text:
    """`Reds – Blues, board 2, game 1`; for players and pairs the competition, as they sit."""
    boards = match.league.competition.form.boards
    home, away = match.league.sides_of(match.fixture)
    what = "board" if len(boards) > 1 else "competition"
    if boards[board - 1].leg.games > 1:
        what += "-game"
    name = match.league.competition.name
    return message(f"tonight.{what}", name=name, home=home, away=away, board=board, game=game)
