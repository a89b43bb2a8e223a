"""Questions to the referee: a page for each, and with `.svg` behind its address its picture."""

from urllib.parse import urlencode

from flask import abort, redirect, request, url_for
from werkzeug import Response

from companion.record.replay import laid_by
from companion.referee.seen.seen_layout import SeenLayout
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.tables.table_state import ReplayedRecord
from companion.web.rulings import ask_page, record_answers
from companion.web.rulings.holding_page import HeldPage, parse_asked
from companion.web.rulings.layout_page import LayoutComparison, brought_in, tray_of_layout
from companion.web.rulings.record_answers import UnderPage
from companion.web.rulings.ruling_response import (
    Referee,
    add_globals,
    asks_for_picture,
    draw,
    render_answer,
    render_asking,
    render_page,
    render_picture,
)
from companion.web.rulings.what_if_page import what_if_page
from companion.web.security import policy
from companion.web.security.table_guard import members, table_service
from companion.web.ui.forms import allow_a_record, parse_tile
from companion.web.ui.free_board import parse_question
from companion.web.ui.game_picker import asked_or_last_used, remember_game
from companion.web.ui.hand_entries import numbered
from companion.web.ui.pasted_record import PastedRecord
from companion.web.ui.position_address import PositionQuestion
from companion.web.ui.tray import TRAY_ORDER

blueprint = Referee("referee", __name__)
policy.set_policy(blueprint, policy.watcher, policy.limited(policy.COMPUTING))
blueprint.url_value_preprocessor(allow_a_record)
add_globals(blueprint)

_UNREADABLE, _REFUSED = 400, 422
_LONGEST_BACK = 200


@blueprint.get("/t/<table_id>/why")
def last_why(table_id: str) -> Response:
    """The last entry; with `?side=` the score of that side."""
    written = table_service().read(table_id)
    side = request.args.get("side", type=int)
    if not written.entries:
        return redirect(url_for("record.show", table_id=table_id), 303)
    if side is not None and 0 <= side < len(written.start.scores):
        return redirect(url_for("referee.score", table_id=table_id, side=side), 303)
    return redirect(url_for("referee.why", table_id=table_id, seq=written.entries[-1].line), 303)


@blueprint.question("/t/<table_id>/score/<int(max=3):side>")
def score(table_id: str, side: int) -> Response:
    """The score of one side, and how it came together."""
    written = table_service().read(table_id)
    if side >= len(written.start.scores):
        abort(404)
    values = {"players": written.header.players, "last": record_answers.last_scoring(written, side)}
    return render_answer("rulings/score.html", record_answers.score_answer(written, side), **values)


@blueprint.question("/t/<table_id>/why/<int(max=1000000):seq>")
def why(table_id: str, seq: int) -> Response:
    """One entry, with the layout as it was, and why it came to what it did."""
    written = table_service().read(table_id)
    page = record_answers.why_page(written, seq, request.args.get("about", "")) or abort(404)
    values = {"page": page, "players": written.header.players, "keeps": members().keeps}
    return render_answer("rulings/why.html", page.answer, **values)


@blueprint.question("/t/<table_id>/turn")
def turn(table_id: str) -> Response:
    """Whether whoever acts may draw or pass: a question about the last entry."""
    entries = table_service().read(table_id).entries
    if not entries:
        return redirect(url_for("record.show", table_id=table_id), 303)
    why = "referee.why_picture" if asks_for_picture() else "referee.why"
    return redirect(url_for(why, table_id=table_id, seq=entries[-1].line, about="draw"), 303)


@blueprint.question("/t/<table_id>/proof/<int(max=1000000):seq>")
def proof(table_id: str, seq: int) -> Response:
    """What passes and draws show of hidden hands, up to entry `seq`, line by line."""
    written = table_service().read(table_id)
    answer = record_answers.proof_answer(written, seq, _reasons(table_id, written)) or abort(404)
    return render_answer(
        "rulings/proof.html", answer, players=answer.players, keeps=members().keeps
    )


@blueprint.question("/t/<table_id>/audit")
def audit(table_id: str) -> Response:
    """The places of all 28 tiles and 168 pips of the hand; `?lies=` is compared with its record."""
    state, seen = table_service().look(table_id), _what_lies()
    answer, keeps = record_answers.audit_answer(state), members().keeps
    written, is_whole = answer and seen and table_service().read(table_id), "whole" in request.args
    return render_answer(
        "rulings/audit.html",
        answer,
        status=_UNREADABLE if isinstance(seen, Refusal) else 200,
        state=state,
        seen=seen,
        check=written and seen and LayoutComparison(state, written, seen, keeps, is_whole),
        tray=tray_of_layout(state, seen) if answer else (),
        players=state.header.players,
        may_pass_all=record_answers.may_pass_all(state, keeps=keeps),
    )


@blueprint.question("/t/<table_id>/held")
def held(table_id: str) -> Response:
    """The players who can hold `?tile=`, or a tile with `?pips=`; the proof for the seat `who`."""
    written = table_service().read(table_id)
    page = HeldPage(table_id, written, parse_asked(request.args), _reasons(table_id, written))
    if not page.is_possible:
        abort(404)
    values = {"page": page, "players": page.players, "tray": TRAY_ORDER}
    return render_answer("rulings/held.html", page.answer, **values)


@blueprint.question("/t/<table_id>/what-if")
def what_if(table_id: str) -> Response:
    """What `?tile=`, on `?on=`, would do, or would have done in the place of entry `?at=`."""
    tile, on = (parse_tile(request.args.get(name)) for name in ("tile", "on"))
    at, state = request.args.get("at", type=int), table_service().look(table_id)
    written = table_service().read(table_id) if at is not None else None
    page = what_if_page(state, tile, on, at, written) or abort(404)
    by_rules = PositionQuestion.by_rules_of(state.header).as_query()
    return render_asking("rulings/what_if.html", page, keeps=members().keeps, by_rules=by_rules)


@blueprint.question("/ask")
@policy.anyone
@policy.public
def ask() -> Response:
    """Any layout, which the address holds; where part of it does not hold, the rest and why."""
    board, back = parse_question(asked_or_last_used()), _way_back()
    if seen := _what_lies():
        brought = brought_in(board, seen, back)
        if isinstance(brought, PositionQuestion):
            return _to_board(brought, back)
        status = 200 if brought.drawn else _UNREADABLE
        return render_asking("rulings/ask.html", brought, status, board=board)
    if not board.problems and any(name.startswith("rule-") for name in request.args):
        # A form says more than an address has to.
        remember_game(board.question.game)
        return _to_board(board.question, back)
    status = _REFUSED if board.is_refused else _UNREADABLE if board.problems else 200
    page = ask_page.ask_page(board, back=back)
    return render_asking("rulings/ask.html", page, status, board=board)


@blueprint.post("/ask")
@policy.anyone
@policy.limited(policy.RECORDS)
def ask_of_record() -> Response:
    """Ask about the last hand of a record."""
    text, back = request.form.get("record", ""), _way_back()
    question, problem = ask_page.parse_pasted(text)
    if question is not None and problem is None:
        return _to_board(question, back)
    board = parse_question(question.as_query() if question else {})
    page = ask_page.ask_page(board, problem, back=back)
    return render_asking("rulings/ask.html", page, _REFUSED, board=board, pasted=text)


@blueprint.get("/t/<table_id>/free-board")
def ask_at_table(table_id: str) -> Response:
    """The layout of a table on a free board, from which one comes back."""
    state = table_service().look(table_id)
    question = PositionQuestion.by_rules_of(state.header).laying(laid_by(state.entries))
    return _to_board(question, url_for("play.show", table_id=table_id))


def _what_lies() -> SeenLayout | Refusal | None:
    """The tiles that a photo or someone says lie there, or why they can't be read."""
    try:
        lies = ".".join(request.args.getlist("lies"))
        return SeenLayout.parse(lies) if lies else None
    except Refusal as refusal:
        return refusal


def _to_board(question: PositionQuestion, back: str) -> Response:
    return redirect(url_for("referee.ask", **question.as_query(), back=back or None), 303)


def _way_back() -> str:
    """The address at a table from which someone came; empty for any other."""
    back = request.values.get("back", "")
    is_at_table = back.startswith(f"{request.script_root}/t/") and "\\" not in back
    return back if is_at_table and back.isprintable() and len(back) <= _LONGEST_BACK else ""


# It follows a record twice, some tenths of a second for the longest.
@blueprint.question("/t/<table_id>/under")
@policy.limited(policy.COMPUTING, "60 per minute")
def under(table_id: str) -> Response:
    """A table under the rules that the address says, so that it can be sent to its people."""
    query = {name: value for name, value in request.args.items() if value}
    if len(query) < len(request.args):
        # A form sends all that was left as it is as well.
        return redirect(f"{request.path}?{urlencode(query)}", 302)
    written = table_service().read(table_id)
    header, entries = written.header, numbered(written.entries)
    page = record_answers.under_page(header, entries, query, links=_reasons(table_id, written))
    if asks_for_picture() and page.problem is None:
        return render_picture(page.answer)
    return _under(page, is_refused=page.problem is not None)


@blueprint.get("/under")
@policy.anyone
@policy.public
def under_form() -> Response:
    """The form for a record."""
    return _under(None, brought=PastedRecord())


@blueprint.post("/under")
@blueprint.post("/under.svg", endpoint="under_of_record_picture")
@policy.anyone
@policy.limited(policy.RECORDS)
def under_of_record() -> Response:
    """A pasted record under other rules; nothing of it is kept."""
    brought = PastedRecord.parse(request.form.get("record", ""))
    found, refused, page = brought.brought, brought.transcript.refused, None
    if found is not None:
        page = record_answers.under_page(found.header, found.entries, request.form, refused=refused)
    if asks_for_picture() and page is not None and page.answer is not None:
        response = draw(page.answer)
        # It has no address, so it is to be saved.
        response.headers["Content-Disposition"] = "attachment; filename=under-other-rules.svg"
        return response
    is_told = page is not None and page.problem is None and not asks_for_picture()
    return _under(page, is_refused=not is_told, brought=brought)


def _under(page: UnderPage | None, *, is_refused: bool = False, **values: object) -> Response:
    values |= {"page": page, "games": page.games if page else GAMES.values()}
    return render_page(
        "rulings/under.html",
        page.answer if page else None,
        _REFUSED if is_refused else 200,
        players=page.header.players if page else (),
        **values,
    )


def _reasons(table_id: str, written: ReplayedRecord) -> dict[int, str]:
    """The address that explains each entry, by its number."""
    return {
        number: url_for("referee.why", table_id=table_id, seq=entry.line)
        for number, entry in enumerate(written.entries, 1)
    }
