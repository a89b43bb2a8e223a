"""Ask the referee: a free board without a table, whose address holds the whole question."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from companion.web.rulings.ask_address import read_question
from companion.web.rulings.ask_page import AskPage
from companion.web.rulings.pasted import read_pasted
from companion.web.rulings.sending import address_of, drawn_ruling, foot_at, rendered

blueprint = Blueprint("ask", __name__)
blueprint.add_app_template_global(address_of)
blueprint.add_app_template_global(foot_at)

_UNREADABLE, _REFUSED = 400, 422


@blueprint.get("/ask")
def show() -> AnyResponse:
    """What the address asks; where part of it does not hold, the rest and why."""
    asked = read_question(request.args)
    if not asked.problems and any(name.startswith("rule-") for name in request.args):
        # A form says more than an address has to.
        return redirect(url_for("ask.show", **asked.question.as_query()), 303)
    response = rendered("ask", AskPage(asked))
    if asked.problems or asked.is_refused:
        response.status_code = _REFUSED if asked.is_refused else _UNREADABLE
    return response


@blueprint.get("/ask.svg")
def picture() -> Response:
    """The answer as a picture."""
    page = AskPage(read_question(request.args))
    return drawn_ruling(page, page.question)


@blueprint.post("/ask")
def paste() -> AnyResponse | tuple[str, int]:
    """Ask about the last hand of a record."""
    text = request.form.get("record", "")
    question, problem = read_pasted(text)
    if question is not None and not problem:
        return redirect(url_for("ask.show", **question.as_query()), 303)
    asked = read_question(question.as_query() if question else {})
    page = AskPage(asked, text, problem)
    return render_template("ask/ask.html", page=page), _REFUSED
