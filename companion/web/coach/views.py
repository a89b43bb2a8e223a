"""Practice: the coach's home, the drills with their rounds, and the lessons."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request
from werkzeug import Response
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound

from companion.coach.drills.question import NoAnswer, Verdict
from companion.coach.drills.question_key import NoSuchQuestion, QuestionKey
from companion.coach.drills.skills import HEADS
from companion.coach.learning.answer_steps import praise_speed
from companion.coach.learning.lessons import LESSONS
from companion.coach.learning.practice_rounds import MIXED, PLACEMENT, page_practices, summary_of
from companion.coach.learning.practice_trend import describe_seconds
from companion.coach.learning.screen_questions import ask_screen
from companion.i18n import Text, message
from companion.learners.sprint_service import STORMS
from companion.rules.games import GAMES
from companion.web.clock import now
from companion.web.coach import question_page
from companion.web.coach.lesson_page import lesson_page
from companion.web.coach.own_mistake_search import next_own_mistake
from companion.web.coach.round_page import marks_of, round_shown, way_to
from companion.web.problems import problem_page
from companion.web.security import policy
from companion.web.ui import position_sources, practice_session
from companion.web.ui.example_layouts import welcome
from companion.web.ui.next_practice import describe_coming, describe_skills

blueprint = Blueprint("practise", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)
blueprint.register_error_handler(NoSuchQuestion, lambda _error: (problem_page("no-question"), 404))

#: A layout hardly ever has more ends.
_MOST_HINTS = 20


@blueprint.get("/practise")
def home() -> str:
    """What to practise, and on which layouts."""
    ground, practices = practice_session.chosen_ground(), position_sources.practices_here()
    schedule = practice_session.schedule()
    done = practice_session.lessons_done()
    return render_template(
        "coach/home.html",
        # The first lesson comes before all else if you are new; then each is followed by the next.
        is_new=not (done or schedule.opened),
        is_placing=bool(round_shown(schedule, PLACEMENT, is_answered=False)),
        next_lesson=next((each for each in LESSONS.values() if each.name not in done), None),
        upcoming=describe_skills(schedule.round_on(MIXED, now(), practices).skills),
        own=practice_session.OWN,
        ground=ground,
        ground_title=message("practise.own-tables")
        if ground == practice_session.OWN
        else GAMES[ground].title,
        lacks_own=ground == practice_session.OWN and not position_sources.has_own(),
        felt=welcome().board._replace(marks=()),
        joined=practice_session.class_service().joined(practice_session.known_id()),
    )


@blueprint.post("/practise/ground")
def ground() -> Response:
    """Practise on another game, or on the layouts of this device's tables."""
    practice_session.choose_ground(request.form.get("ground", ""))
    return redirect(url_for("practise.home"), 303)


@blueprint.get("/practise/<drill>")
def ask(drill: str) -> ResponseReturnValue:
    """The next question of a drill; `?question=` asks that one, `&said=` shows an answer to it.

    `?skill=` leads to a round of that skill at a level, as `doubles.3` or with `&level=`.
    """
    if wanted := request.args.get("skill"):
        level = request.args.get("level")
        return redirect(url_for("practise.ask", drill=f"{wanted}.{level}" if level else wanted))
    if not request.args.get("question"):
        return _asked_next(drill)
    address = _parse_address(drill, request.args)
    if "said" in request.args:
        return _judged(drill, address, request.args, is_kept=False)
    try:
        practising, hints = practice_session.practising(), _hints(request.args)
        return question_page.drill_page(drill, address, practising, hints=hints).render()
    except question_page.TableWentOn as refusal:
        return _asked_next(drill, refusal.message), 409


@blueprint.post("/practise/<drill>")
@policy.limited(policy.ANSWERS)
def answer(drill: str) -> ResponseReturnValue:
    """Judge an answer, and remember how it went."""
    address, said = _parse_address(drill, request.form), question_page.answer_in(request.form)
    if htmx_request.htmx:
        return _judged(drill, address, request.form, is_kept=True)
    # If an answer can't be read, its page says why.
    with suppress(question_page.TableWentOn, NoAnswer):
        _keep(drill, address, address.question.judge(said))
    # Without a script it has an address, so that going back sends no form again.
    fields = address.fields | {"hint": str(_hints(request.form)), "said": said}
    return redirect(f"{url_for('practise.ask', drill=drill)}?{urlencode(fields)}", 303)


@blueprint.get("/practise/mixed/on")
@policy.limited(policy.COMPUTING)
def go_on() -> ResponseReturnValue:
    """What a mixed round asks next, in case something is due: that, or its next question."""
    own = next_own_mistake(practice_session.learner())
    return redirect(url_for("own.ask", mistake=str(own.key))) if own else _asked_next(MIXED)


@blueprint.get("/practise/<drill>/round")
def round_over(drill: str) -> ResponseReturnValue:
    """How the last round of a page went, and what comes next."""
    _check_page(drill)
    onward = MIXED if drill == PLACEMENT else drill
    schedule, among = practice_session.schedule(), position_sources.practices_on(onward)
    found = schedule.round
    if found is None or found.page != drill or not found.is_over:
        return redirect(url_for("practise.ask", drill=drill))
    summary, opening = summary_of(found, schedule), schedule.opening(now(), among)
    return render_template(
        "coach/round.html",
        drill=onward,
        round=found,
        summary=summary,
        about=message("placement.title") if drill == PLACEMENT else describe_skills(found.skills),
        time=describe_seconds(found.milliseconds),
        marks=marks_of(found),
        lesson=summary.lesson and way_to(*summary.lesson, drill),
        next=describe_skills(schedule.round_on(onward, now(), among).skills),
        coming=describe_coming(opening) if onward == MIXED else None,
        is_held=opening.is_ready,
    )


@blueprint.get("/lessons")
def lessons() -> str:
    """The seven lessons, with marks on those finished on this device."""
    done = practice_session.lessons_done()
    return render_template("coach/lessons.html", lessons=LESSONS.values(), done=done)


@blueprint.get("/lessons/<name>/<int(max=9):screen>")
def lesson(name: str, screen: int) -> ResponseReturnValue:
    """A screen of a lesson.

    `?said=` is the answer tapped, `?then=` the drill to go back to, `?tried=` another try.
    """
    found = LESSONS.get(name)
    if found is None or not 1 <= screen <= len(found.screens):
        raise NotFound
    tapped, then = request.args.get("said"), request.args.get("then", "")
    if not page_practices(then):
        then = ""
    show = partial(lesson_page, found, screen, then=then, is_again="tried" in request.args)
    if tapped is None:
        return show().render()
    try:
        verdict = ask_screen(found, screen).judge(tapped)
    except NoAnswer as refusal:
        return show(problem=refusal.message).render(), 422
    page = show(verdict=verdict, tapped=tapped)
    if page.is_told and screen == len(found.screens) and not then:
        practice_session.remember_lesson(name)
    return page.render()


def _check_page(drill: str) -> None:
    if not page_practices(drill):
        raise NoSuchQuestion(drill)


def _parse_address(drill: str, said: Mapping[str, str]) -> question_page.QuestionAddress:
    key = QuestionKey.parse(said.get("question", ""))
    if (key.kind, key.skill) not in page_practices(drill):
        raise NoSuchQuestion(key)
    missed_in = said.get("missed", "")
    return question_page.QuestionAddress(
        key,
        said.get("of", ""),
        is_of_round="round" in said,
        missed_in=missed_in if missed_in in (*STORMS, *HEADS) else "",
    )


def _hints(said: MultiDict[str, str]) -> int:
    """How many hints were asked for, if a phone can be believed."""
    return min(max(said.get("hint", 0, int), 0), _MOST_HINTS)


def _judged(
    drill: str, address: question_page.QuestionAddress, given: MultiDict[str, str], *, is_kept: bool
) -> ResponseReturnValue:
    """The verdict on an answer, which is kept now or only shown: then nothing is kept."""
    try:
        question = address.question
        verdict = question.judge(question_page.answer_in(given))
    except question_page.TableWentOn as refusal:
        return _asked_next(drill, refusal.message), 409
    except NoAnswer as refusal:
        practising, hints = practice_session.practising(), _hints(given)
        page = question_page.drill_page(
            drill, address, practising, problem=refusal.message, hints=hints
        )
        return page.render(), 422
    if is_kept:
        practising, quick = _keep(drill, address, verdict)
    else:
        practising, quick = practice_session.practising_at(address.key), None
    praise = question_page.praise_for(address.key, question, verdict, practising.pegged, quick)
    return question_page.drill_page(drill, address, practising, verdict, praise=praise).render()


def _keep(
    drill: str, address: question_page.QuestionAddress, verdict: Verdict
) -> tuple[practice_session.Practising, Text | None]:
    """Keep an answer: how practice stands after it, and praise for its speed."""
    hints = _hints(request.form)
    # By the phone's own measure.
    milliseconds = request.form.get("milliseconds", type=int)
    kept = practice_session.learners().answer(
        practice_session.known_id(),
        address.key,
        is_right=verdict.is_right,
        milliseconds=milliseconds,
        # A question from a link takes no part in any round.
        page=drill if address.is_of_round else "",
        broken="" if verdict.is_right else verdict.broken[0].name,
        took_hint=hints > 0,
        # Everything there is to practise opens skills, whatever page asked.
        among=position_sources.practices_here(),
    )
    practising = practice_session.peg(address.key, kept, is_right=verdict.is_right)
    return practising, praise_speed(None if hints else milliseconds, kept.usual_time)


def _asked_next(drill: str, problem: Text | None = None) -> Response:
    _check_page(drill)
    practising = practice_session.practising()
    address = question_page.next_question(drill, practising.schedule)
    return question_page.drill_page(drill, address, practising, problem=problem).render()
