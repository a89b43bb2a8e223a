"""Ask the referee: a free board without a table, whose address holds the whole question."""

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response

from companion.web.pages.referee.answer import describe_cell
from companion.web.pages.referee.ask_page import ask_page
from companion.web.pages.referee.pasted import parse_pasted
from companion.web.pages.referee.sending import address_of, asked, foot_at, picture_address
from companion.web.pages.shared.free_board import parse_question

blueprint = Blueprint("ask", __name__)
blueprint.add_app_template_global(address_of)
blueprint.add_app_template_global(foot_at)
blueprint.add_app_template_global(picture_address)
blueprint.add_app_template_global(describe_cell)

_UNREADABLE, _REFUSED = 400, 422


@blueprint.get("/ask")
@blueprint.get("/ask.svg", endpoint="picture")
def show() -> Response:
    """What the address asks; where part of it does not hold, the rest and why."""
    board = parse_question(request.args)
    if not board.problems and any(name.startswith("rule-") for name in request.args):
        # A form says more than an address has to.
        return redirect(url_for("ask.show", **board.question.as_query()), 303)
    status = _REFUSED if board.is_refused else _UNREADABLE if board.problems else 200
    return asked("ask/ask.html", ask_page(board, url_for("ask.show")), status, board=board)


@blueprint.post("/ask")
def paste() -> Response:
    """Ask about the last hand of a record."""
    text = request.form.get("record", "")
    question, problem = parse_pasted(text)
    if question is not None and problem is None:
        return redirect(url_for("ask.show", **question.as_query()), 303)
    board = parse_question(question.as_query() if question else {})
    page = ask_page(board, url_for("ask.show"), problem=problem)
    return asked("ask/ask.html", page, _REFUSED, board=board, pasted=text)
