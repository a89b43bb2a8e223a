"""The lessons: six of five screens, each with something to tap. Nothing of them is posted."""

from flask import Blueprint, render_template, request, session
from htmx_flask import request as htmx_request
from werkzeug import Response
from werkzeug.exceptions import NotFound

from companion.coach.lessons import LESSONS, Lesson
from companion.coach.question import NoAnswer
from companion.web.pages.coach.lessons_page import lesson_page, screen_question, shelf
from companion.web.pages.coach.question_page import QuestionPage

blueprint = Blueprint("lessons", __name__, url_prefix="/lessons")


@blueprint.get("", endpoint="shelf")
def show_shelf() -> str:
    """The six lessons, those that were finished on this device marked."""
    return render_template("lessons/shelf.html", spines=shelf(_done()))


@blueprint.get("/<lesson>/<int(max=9):screen>")
def show(lesson: str, screen: int) -> str | tuple[str, int]:
    """A screen of a lesson; `?said=` is what was tapped there."""
    found = _lesson(lesson, screen)
    tapped = request.args.get("said")
    if tapped is None:
        return _rendered(lesson_page(found, screen))
    try:
        verdict = screen_question(lesson, screen).judge(tapped)
    except NoAnswer as refusal:
        return _rendered(lesson_page(found, screen, problem=refusal.message)), 422
    if screen == len(found.screens) and lesson not in _done():
        session["lessons"] = [*_done(), lesson]
        session.permanent = True
    return _rendered(lesson_page(found, screen, verdict))


@blueprint.after_request
def not_kept(response: Response) -> Response:
    """Keep a fragment out of the browser's cache: going back would show it as the page."""
    if htmx_request.htmx:
        response.headers["Cache-Control"] = "no-store"
    return response


def _lesson(name: str, screen: int) -> Lesson:
    found = LESSONS.get(name)
    if found is None or not 1 <= screen <= len(found.screens):
        raise NotFound
    return found


def _done() -> list[str]:
    """The lessons that this device came to the end of."""
    return [name for name in session.get("lessons", []) if name in LESSONS]


def _rendered(page: QuestionPage) -> str:
    template = "practise/_question.html" if htmx_request.htmx else "practise/question.html"
    return render_template(template, page=page)
