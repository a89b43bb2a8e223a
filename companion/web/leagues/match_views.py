"""A match of a league: its lineup, its boards, where and when; and the card of both sides."""

from collections.abc import Callable

from flask import Blueprint, Response, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from companion.clubs.club_history import LONGEST_REASON, By, ClubEventKind
from companion.clubs.errors import OnlyManagers
from companion.db.table_models import may_exist
from companion.exports.spreadsheet import spreadsheet_file
from companion.i18n import Text, message
from companion.league.errors import BadCompetition
from companion.rules.errors import Refusal
from companion.web.leagues import lineup_form, match_page, paper_form
from companion.web.leagues.form_values import SIDES, parse_date, parse_walkover
from companion.web.leagues.league_form import parse_people
from companion.web.leagues.match_page import card_day, card_sheet, card_talk
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import clubs, needs_a_server, visit
from companion.web.security.table_guard import device
from companion.web.ui.forms import parse_label, parse_number
from companion.web.ui.next_table import open_for_match
from companion.web.ui.template_filters import shown

blueprint = Blueprint(
    "match", __name__, url_prefix="/club/<club_id>/league/<league_id>/<int(max=99999):number>"
)
policy.set_policy(blueprint, policy.club_member, policy.limited(policy.COMPUTING))
blueprint.before_request(needs_a_server)
#: The name of the cookie for the secret handed to a phone that only watches.
_SPEAKS_BY = "speaks-by"


@blueprint.get("")
def show(club_id: str, league_id: str, number: int, problem: Text | None = None) -> Response:
    """Who plays, the boards with their games, and what to do next."""
    matches, where = clubs().matches, (club_id, league_id, number)

    def mark() -> str:
        return match_page.page_mark(matches.mark(where), match_page.lately_played(visit()))

    def render(template: str) -> str:
        match, lately = matches.look(where), match_page.lately_played(visit())
        scores = match_page.may_change(visit(), match)
        draws = scores and match.can_be_lined_up and match.needs_lineup
        return render_template(
            template,
            scores=scores,
            match=match,
            mark=match_page.page_mark(match.league.mark, lately),
            boards=match_page.shown_boards(match, lately),
            substitutes=match_page.places_to_take(visit(), match),
            draws=match_page.who_is_drawn(match) if draws else None,
            describe_state=match_page.describe_state,
            problem=problem,
        )

    return shown("leagues/match.html", mark, render)


@blueprint.post("/open")
@policy.match_scorer
@policy.limited(policy.NEW_TABLES, policy.COMPUTING)
@refusals_on(show)
def open_table(club_id: str, league_id: str, number: int) -> ResponseReturnValue:
    """Open the next game of a board: its rules and people are known."""
    board = parse_number(request.form.get("board", ""))
    match_tables = clubs().match_tables.by(By(device()))
    table_id = open_for_match(match_tables.new_table((club_id, league_id, number), board))
    return redirect(url_for("play.show", table_id=table_id), 303)


@blueprint.get("/lineup")
@policy.match_scorer
def lineup(club_id: str, league_id: str, number: int, problem: Text | None = None) -> str:
    """Who plays at each board, named by captains or picked at random."""
    match = clubs().matches.look((club_id, league_id, number))
    form = lineup_form.lineup_form(match, request.form)
    return render_template("leagues/lineup.html", match=match, form=form, problem=problem)


@blueprint.post("/lineup")
@policy.match_scorer
@refusals_on(lineup)
def line_up(club_id: str, league_id: str, number: int) -> ResponseReturnValue:
    """Say who plays at each board, or pick at random from those who came."""
    matches, form = clubs().matches.by(By(device())), request.form
    where = club_id, league_id, number
    if "draw" in form:
        matches.draw(where, *lineup_form.parse_came(form))
    else:
        matches.line_up(where, lineup_form.parse_lineup(matches.look(where), form))
    return _to("match.show", *where)


@blueprint.get("/substitute")
@policy.match_scorer
def substitute(club_id: str, league_id: str, number: int, problem: Text | None = None) -> str:
    """Who plays although they are not on the list of a team, and whose place they take."""
    match = clubs().matches.look((club_id, league_id, number))
    places = match_page.places_to_take(visit(), match)
    return render_template("leagues/substitute.html", match=match, places=places, problem=problem)


@blueprint.post("/substitute")
@policy.match_scorer
@refusals_on(substitute)
def step_in(club_id: str, league_id: str, number: int) -> ResponseReturnValue:
    """Let someone play for a team, in a place of the line-up if there is one already."""
    matches, where = clubs().matches.by(_by()), (club_id, league_id, number)
    match, place = matches.look(where), request.form.get("place", "")
    who = next(parse_people(request.form.get("who", ""), match.league.club), None)
    if who is None or place not in dict(match_page.places_to_take(visit(), match)):
        raise BadCompetition(message("league.refused.unreadable"))
    side, *at = place.split("-")
    board, seat = map(int, at) if at else (0, 0)
    matches.step_in(where, SIDES[side], who, (board, seat) if at else None)
    return _to("match.show" if at else "match.lineup", *where)


@blueprint.get("/paper")
@policy.match_scorer
def paper(club_id: str, league_id: str, number: int, problem: Text | None = None) -> str:
    """All boards of the match on one page, to enter its card from paper."""
    match = clubs().matches.look((club_id, league_id, number))
    form = paper_form.paper_form(match, request.form)
    return render_template("leagues/paper.html", match=match, form=form, problem=problem)


@blueprint.post("/paper")
@policy.match_scorer
@refusals_on(paper)
def enter_card(club_id: str, league_id: str, number: int) -> ResponseReturnValue:
    """Enter who won which game, or only the result; what can't be is told at its field."""
    matches, where = clubs().matches.by(_by()), (club_id, league_id, number)
    matches.enter_card(where, *paper_form.parse_card(matches.look(where), request.form))
    return _to("match.show", *where)


@blueprint.post("/<deed>")
@policy.match_scorer
@refusals_on(show)
def change(club_id: str, league_id: str, number: int, deed: str) -> ResponseReturnValue:
    """Enter a game from paper, count a table or not; postpone the match, move it, give it away."""
    by, form, where = By(device()), request.form, (club_id, league_id, number)
    matches, match_tables = clubs().matches.by(by), clubs().match_tables.by(by)
    board, game, table = (form.get(name, "") for name in ("board", "game", "table"))
    deeds: dict[str, Callable[[], None]] = {
        "enter": lambda: matches.enter_card(where, [paper_form.parse_game(form)]),
        "take-out": lambda: matches.take_out(where, parse_number(board), parse_number(game)),
        "count": lambda: match_tables.count_table(where, parse_number(board), table),
        "postpone": lambda: matches.postpone(where),
        "move": lambda: matches.move(where, *parse_date(form)),
        "again": lambda: matches.play_again(where),
        "stand": lambda: matches.let_stand(where, stands="through" in form),
        "walkover": lambda: matches.give(where, parse_walkover(form)),
    }
    change_match = deeds.get(deed) or abort(400)
    if not visit().own.manages and (
        deed in ("again", "stand") or matches.look(where).fixture.is_on_hold
    ):
        raise OnlyManagers
    change_match()
    if "stay" in form:
        # It was counted from its table.
        return redirect(url_for("play.show", table_id=table), 303)
    return _to("match.show", *where)


@blueprint.get("/card")
def card(club_id: str, league_id: str, number: int, problem: Text | None = None) -> Response:
    """The match card, for printing and accepting."""
    matches, where = clubs().matches, (club_id, league_id, number)

    def render(template: str) -> str:
        match = matches.look(where)
        return render_template(
            template,
            match=match,
            talk=card_talk(visit(), match, _handed()),
            card_day=card_day,
            describe_state=match_page.describe_state,
            problem=problem,
        )

    return shown("leagues/card.html", lambda: matches.mark(where), render)


@blueprint.get("/card/for/<secret>")
@policy.secret_address
def asked_to_speak(club_id: str, league_id: str, number: int, secret: str) -> ResponseReturnValue:
    """Let a phone that only watches confirm for the side whose captain got this link."""
    if may_exist(secret):
        session[_SPEAKS_BY] = secret
    return _to("match.card", club_id, league_id, number)


@blueprint.post("/card/speak")
@policy.club_member
def speak(club_id: str, league_id: str, number: int) -> ResponseReturnValue:
    """Confirm the result for a side; once both sides have, the card is accepted."""
    where, shown_so = (club_id, league_id, number), request.form.get("fingerprint", "")
    side = SIDES.get(request.form.get("side", ""))
    if side is None:
        raise BadRequest
    try:
        clubs().cards.by(By(device())).speak(where, shown_so, side, secret=_handed())
    except Refusal as refusal:
        return card(*where, refusal.message), 409
    return _to("match.card", *where)


@blueprint.post("/card/wrong")
@policy.club_member
@refusals_on(card)
def dispute(club_id: str, league_id: str, number: int) -> ResponseReturnValue:
    """Say that the result on the card is wrong."""
    where = club_id, league_id, number
    clubs().cards.by(_by()).dispute(where, secret=_handed())
    return _to("match.card", *where)


@blueprint.post("/card/<deed>")
@policy.club_manager
@refusals_on(card)
def overrule(club_id: str, league_id: str, number: int, deed: str) -> ResponseReturnValue:
    """Settle a dispute, or open an accepted card again."""
    kinds = {"settle": ClubEventKind.SETTLED, "reopen": ClubEventKind.REOPENED}
    where, kind = (club_id, league_id, number), kinds.get(deed) or abort(400)
    clubs().cards.by(_by()).overrule(where, kind)
    return _to("match.show" if deed == "reopen" else "match.card", *where)


@blueprint.get("/card.svg")
def draw_card(club_id: str, league_id: str, number: int) -> Response:
    """The card as a picture."""
    match = clubs().matches.look((club_id, league_id, number))
    sheet = card_sheet(visit().club, match)
    picture = render_template("ui/sheet.svg", sheet=sheet)
    return Response(picture, mimetype="image/svg+xml")


@blueprint.get("/card.csv")
def write_card(club_id: str, league_id: str, number: int) -> Response:
    """The card as a spreadsheet."""
    match = clubs().matches.look((club_id, league_id, number))
    return Response(spreadsheet_file(match.card.rows()), mimetype="text/csv")


def _by() -> By:
    """This phone, and the reason that it gives."""
    return By(device(), parse_label(request.form.get("reason", ""), LONGEST_REASON))


def _handed() -> str:
    """The secret that was handed to a phone that only watches; empty without one."""
    return str(session.get(_SPEAKS_BY, ""))


def _to(endpoint: str, club_id: str, league_id: str, number: int) -> ResponseReturnValue:
    return redirect(url_for(endpoint, club_id=club_id, league_id=league_id, number=number), 303)
