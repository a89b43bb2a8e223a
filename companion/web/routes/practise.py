"""Practice: the coach's home, and the drills, one question after another."""

from flask import Blueprint, redirect, render_template, request, url_for
from htmx_flask import request as htmx_request
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.coach.key import Key, NoSuchQuestion
from companion.coach.question import NoAnswer
from companion.coach.schedule import Practice
from companion.web.clock import now
from companion.web.pages.coach.learning import pegged, remember, schedule
from companion.web.pages.coach.practise_page import drill_page, practices_for, practise_page
from companion.web.pages.coach.question_address import (
    OWN,
    QuestionAddress,
    TableWentOn,
    choose_ground,
    chosen_ground,
    has_own,
    next_question,
)
from companion.web.pages.coach.question_page import QuestionPage
from companion.web.pages.home.rules_page import BASE
from companion.web.pages.home.worked_count import welcome
from companion.words import Text, message

blueprint = Blueprint("practise", __name__, url_prefix="/practise")

Answer = Response | tuple[str, int] | str


@blueprint.get("")
def home() -> str:
    """What to practise, and on which layouts."""
    ground = chosen_ground()
    lacks_own = ground == OWN and not has_own()
    page = practise_page(schedule().next(now()), ground, lacks_own=lacks_own)
    felt = welcome(BASE.rules).board._replace(marks=())
    return render_template("practise/home.html", page=page, felt=felt)


@blueprint.post("/ground")
def ground() -> Response:
    """Practise on another game, or on the layouts of this device's tables."""
    choose_ground(request.form.get("ground", ""))
    return redirect(url_for("practise.home"), 303)


@blueprint.get("/<drill>")
def ask(drill: str) -> Answer:
    """The next question of a drill; `?question=` asks that one."""
    practices = _practices(drill)
    key = request.args.get("question", "")
    if not key:
        return _asked_next(drill)
    try:
        return _asked(drill, _parse_address(key, request.args.get("of", ""), practices))
    except TableWentOn as refusal:
        return _asked_next(drill, refusal.message), 409


@blueprint.post("/<drill>")
def answer(drill: str) -> Answer:
    """Judge an answer, and remember how it went."""
    form = request.form
    address = _parse_address(form.get("question", ""), form.get("of", ""), _practices(drill))
    try:
        question = address.question
        verdict = question.judge(" ".join(form.getlist("said")))
    except TableWentOn as refusal:
        return _asked_next(drill, refusal.message), 409
    except NoAnswer as refusal:
        return _asked(drill, address, refusal.message), 422
    # How long the phone says that the answer took.
    milliseconds = form.get("milliseconds", type=int)
    board = remember(address.key, is_right=verdict.is_right, milliseconds=milliseconds)
    return _rendered(drill_page(drill, address, question, board, verdict=verdict))


@blueprint.after_request
def not_kept(response: Response) -> Response:
    """Keep a fragment out of the browser's cache: going back would show it as the page."""
    if htmx_request.htmx:
        response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.errorhandler(NoSuchQuestion)
def no_such_question(_error: NoSuchQuestion) -> tuple[str, int]:
    """A key that leads to no question."""
    return render_template(
        "problem.html",
        title=message("practise.no-question.title"),
        sentence=message("practise.no-question.sentence"),
    ), 404


def _practices(drill: str) -> tuple[Practice, ...]:
    practices = practices_for(drill)
    if not practices:
        raise NotFound
    return practices


def _parse_address(key: str, source: str, practices: tuple[Practice, ...]) -> QuestionAddress:
    parsed = Key.parse(key)
    if Practice(parsed.kind, parsed.skill) not in practices:
        raise NoSuchQuestion(key)
    return QuestionAddress(parsed, source)


def _asked_next(drill: str, problem: Text | None = None) -> str:
    return _asked(drill, next_question(_practices(drill)), problem)


def _asked(drill: str, address: QuestionAddress, problem: Text | None = None) -> str:
    return _rendered(drill_page(drill, address, address.question, pegged(), problem=problem))


def _rendered(page: QuestionPage) -> str:
    template = "practise/_question.html" if htmx_request.htmx else "practise/question.html"
    return render_template(template, page=page)
