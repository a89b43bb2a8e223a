"""Practice: the coach's home, and the drills, one question after another."""

from flask import Blueprint, redirect, render_template, request, url_for
from htmx_flask import request as htmx_request
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.coach.question import Key, NoAnswer, NoSuchQuestion
from companion.coach.schedule import Practice
from companion.web.clock import now
from companion.web.front.rules_page import BASE
from companion.web.front.worked_count import welcome
from companion.web.practice.asked import (
    OWN,
    Asked,
    TableWentOn,
    choose_ground,
    chosen_ground,
    has_own,
    next_asked,
)
from companion.web.practice.learning import pegged, remember, schedule
from companion.web.practice.practise_page import NUMBERS, DrillPage, PractisePage, practices_for

blueprint = Blueprint("practise", __name__, url_prefix="/practise")

Answer = Response | tuple[str, int] | str


@blueprint.get("")
def home() -> str:
    """What to practise, and on which layouts."""
    known = schedule()
    chosen = chosen_ground()
    lacks_own = chosen == OWN and not has_own()
    page = PractisePage(known, known.next(now()), chosen, lacks_own)
    felt = welcome(BASE.rules).scene._replace(marks=())
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
    said = request.args.get("question", "")
    if not said:
        return _rendered(_asking(drill, next_asked(practices)))
    try:
        return _rendered(_asking(drill, _asked(said, request.args.get("of", ""), practices)))
    except TableWentOn as refusal:
        return _rendered(_asking(drill, next_asked(practices), refusal.sentence)), 409


@blueprint.post("/<drill>")
def answer(drill: str) -> Answer:
    """Judge an answer, and remember how it went."""
    practices = _practices(drill)
    asked = _asked(request.form.get("question", ""), request.form.get("of", ""), practices)
    try:
        question = asked.question
        judgement = question.judge(" ".join(request.form.getlist("said")))
    except TableWentOn as refusal:
        return _rendered(_asking(drill, next_asked(practices), refusal.sentence)), 409
    except NoAnswer as refusal:
        return _rendered(_asking(drill, asked, refusal.sentence)), 422
    board = remember(asked.key, is_right=judgement.is_right, milliseconds=_milliseconds())
    return _rendered(DrillPage(drill, asked, question, board, judgement))


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
        title="No such question",
        sentence="There is no question at this address. Choose a drill for another one.",
    ), 404


def _practices(drill: str) -> tuple[Practice, ...]:
    practices = practices_for(drill)
    if not practices:
        raise NotFound
    return practices


def _asked(key_said: str, source: str, practices: tuple[Practice, ...]) -> Asked:
    key = Key.parse(key_said)
    if Practice(key.kind, key.skill) not in practices:
        raise NoSuchQuestion("This drill asks something else.")
    return Asked(key, source)


def _milliseconds() -> int | None:
    """How long the phone says that the answer took."""
    return request.form.get("milliseconds", type=int)


def _asking(drill: str, asked: Asked, problem: str = "") -> DrillPage:
    return DrillPage(drill, asked, asked.question, pegged(), problem=problem)


def _rendered(page: DrillPage) -> str:
    template = "practise/_drill.html" if htmx_request.htmx else "practise/drill.html"
    return render_template(template, page=page, numbers=NUMBERS)
