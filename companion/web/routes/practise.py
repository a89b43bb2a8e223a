"""Practice: the coach's home, the drills, the lessons, and how it went, under which name."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request
from werkzeug import Response
from werkzeug.exceptions import BadRequest, NotFound

from companion.coach.families import by_family
from companion.coach.key import Key, NoSuchQuestion
from companion.coach.lessons import LESSONS
from companion.coach.question import NoAnswer
from companion.coach.schedule import PRACTICES, Practice, practices_of
from companion.coach.skills import Kind
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.tables.errors import NoSuchLearner, WrongCode
from companion.web.clock import now
from companion.web.forms import parse_name
from companion.web.pages.coach import grounds, learning, question_page
from companion.web.pages.coach.learning import forget_learner, keep_learner, learner, learners
from companion.web.pages.coach.progress import progress_page
from companion.web.pages.coach.question_page import QuestionAddress, TableWentOn, drill_page
from companion.web.pages.home.rules_page import welcome
from companion.words import Text, message

blueprint = Blueprint("practise", __name__)


@blueprint.get("/practise")
def home() -> str:
    """What to practise, and on which layouts."""
    ground, practices = learning.chosen_ground(), grounds.practices_here()
    has_drills = {practice.kind for practice in practices}
    return render_template(
        "practise/home.html",
        upcoming=learning.describe_practice(learning.schedule().next(now(), practices)),
        kinds=[kind for kind in Kind if kind in has_drills],
        families=by_family(GAMES.values()),
        own=learning.OWN,
        ground=ground,
        lacks_own=ground == learning.OWN and not grounds.has_own(),
        felt=welcome().board._replace(marks=()),
    )


@blueprint.post("/practise/ground")
def ground() -> Response:
    """Practise on another game, or on the layouts of this device's tables."""
    learning.choose_ground(request.form.get("ground", ""))
    return redirect(url_for("practise.home"), 303)


@blueprint.get("/practise/<drill>")
def ask(drill: str) -> ResponseReturnValue:
    """The next question of a drill; `?question=` asks that one."""
    if not request.args.get("question"):
        return _asked_next(drill)
    address = _parse_address(drill, request.args)
    try:
        return _rendered(drill_page(drill, address, address.question, learning.pegged()))
    except TableWentOn as refusal:
        return _asked_next(drill, refusal.message), 409


@blueprint.post("/practise/<drill>")
def answer(drill: str) -> ResponseReturnValue:
    """Judge an answer, and remember how it went."""
    address = _parse_address(drill, request.form)
    try:
        question = address.question
        verdict = question.judge(" ".join(request.form.getlist("said")))
    except TableWentOn as refusal:
        return _asked_next(drill, refusal.message), 409
    except NoAnswer as refusal:
        page = drill_page(drill, address, question, learning.pegged(), problem=refusal.message)
        return _rendered(page), 422
    # How long the phone says that the answer took.
    milliseconds = request.form.get("milliseconds", type=int)
    board = learning.remember(address.key, is_right=verdict.is_right, milliseconds=milliseconds)
    return _rendered(drill_page(drill, address, question, board, verdict))


@blueprint.get("/lessons")
def lessons() -> str:
    """The seven lessons, those that were finished on this device marked."""
    done = learning.lessons_done()
    return render_template("lessons/shelf.html", lessons=LESSONS.values(), done=done)


@blueprint.get("/lessons/<name>/<int(max=9):screen>")
def lesson(name: str, screen: int) -> ResponseReturnValue:
    """A screen of a lesson; `?said=` is what was tapped there."""
    found = LESSONS.get(name)
    if found is None or not 1 <= screen <= len(found.screens):
        raise NotFound
    tapped = request.args.get("said")
    if tapped is None:
        return _rendered(question_page.lesson_page(found, screen))
    try:
        verdict = question_page.screen_question(name, screen).judge(tapped)
    except NoAnswer as refusal:
        return _rendered(question_page.lesson_page(found, screen, problem=refusal.message)), 422
    if screen == len(found.screens):
        learning.remember_lesson(name)
    return _rendered(question_page.lesson_page(found, screen, verdict))


@blueprint.get("/practise/progress")
def progress(problem: Text | None = None) -> str:
    """How right and how quick, by skill, and what comes next."""
    page, typed = progress_page(), _typed_name()
    return render_template("practise/progress.html", page=page, problem=problem, typed=typed)


@blueprint.post("/practise/progress/name")
def pick_name() -> ResponseReturnValue:
    """Keep this device's progress under a name that is picked now."""
    name, known = _typed_name(), learner()
    try:
        keep_learner(learners().call(known.id, name) if known else learners().start(name))
    except Refusal as refusal:
        return progress(refusal.message), 422
    return _shown_anew()


@blueprint.post("/practise/progress/enter")
def enter() -> ResponseReturnValue:
    """Go on here as somebody whose other device shows this code."""
    try:
        found = learners().enter(_typed_name(), request.form.get("code", ""))
    except WrongCode as refusal:
        # As a wrong link: who guesses is counted.
        return progress(refusal.message), 404
    known = learner()
    if known is not None and not known.name:
        # Nobody could ever come back to it.
        with suppress(NoSuchLearner):
            learners().remove(known.id)
    forget_learner()
    keep_learner(found)
    return _shown_anew()


@blueprint.post("/practise/progress/<deed>")
def change_learner(deed: str) -> ResponseReturnValue:
    """Start anew, shut other devices out, leave this device, or forget all."""
    known = learner()
    match deed:
        case "leave":
            forget_learner()
        case "shut-out" if known:
            keep_learner(learners().shut_out(known.id))
        case "reset" if known:
            found = learners().reset(known.id)
            forget_learner()
            keep_learner(found)
        case "remove" if known:
            # Another device of theirs may just have done so.
            with suppress(NoSuchLearner):
                learners().remove(known.id)
            forget_learner()
        case "shut-out" | "reset" | "remove":
            pass  # Nobody has practised here yet.
        case _:
            raise BadRequest
    return _shown_anew()


@blueprint.after_request
def not_kept(response: Response) -> Response:
    """Keep a fragment out of the browser's cache: going back would show it as the page."""
    if htmx_request.htmx:
        response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.errorhandler(NoSuchLearner)
def learner_is_gone(_error: NoSuchLearner) -> tuple[str, int]:
    """Another device of the learner's forgot them, or shut this one out, at that moment."""
    forget_learner()
    return progress(message("progress.gone")), 409


@blueprint.errorhandler(NoSuchQuestion)
def no_such_question(_error: NoSuchQuestion) -> tuple[str, int]:
    """A key that leads to no question."""
    return render_template(
        "problem.html",
        title=message("practise.no-question.title"),
        sentence=message("practise.no-question.sentence"),
    ), 404


def _practices(drill: str) -> tuple[Practice, ...]:
    if drill == "mixed":
        return PRACTICES
    if drill not in {*Kind}:
        raise NotFound
    return practices_of(Kind(drill))


def _parse_address(drill: str, said: Mapping[str, str]) -> QuestionAddress:
    practices, key = _practices(drill), Key.parse(said.get("question", ""))
    if Practice(key.kind, key.skill) not in practices:
        raise NoSuchQuestion(key)
    return QuestionAddress(key, said.get("of", ""))


def _asked_next(drill: str, problem: Text | None = None) -> str:
    address, pegged = question_page.next_question(_practices(drill)), learning.pegged()
    return _rendered(drill_page(drill, address, address.question, pegged, problem=problem))


def _rendered(page: dict[str, Any]) -> str:
    template = "practise/_question.html" if htmx_request.htmx else "practise/question.html"
    return render_template(template, page=page)


def _shown_anew() -> Response:
    return redirect(url_for("practise.progress"), 303)


def _typed_name() -> str:
    return parse_name(request.form.get("name", ""))
